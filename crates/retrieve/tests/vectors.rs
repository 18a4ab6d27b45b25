//! The scan finds exactly what scoring every row finds; the file survives a kill.
#![expect(clippy::unwrap_used, clippy::cast_possible_truncation)]

use std::fs;

use jurat_canon::Hash;
use jurat_retrieve::vectors::{VectorError, VectorStore};
use proptest::prelude::*;
use tempfile::TempDir;

fn key(n: usize) -> Hash {
    Hash::of(&n.to_le_bytes())
}

fn rows(vectors: &[Vec<f32>]) -> Vec<(Hash, Vec<f32>)> {
    vectors
        .iter()
        .enumerate()
        .map(|(n, vector)| (key(n), vector.clone()))
        .collect()
}

fn filled(dir: &TempDir, vectors: &[Vec<f32>]) -> VectorStore {
    let mut store = VectorStore::open(dir.path(), "plum", vectors[0].len()).unwrap();
    assert_eq!(store.append(&rows(vectors)).unwrap(), vectors.len());
    store
}

/// All rows scored one by one: products are exact in f64, and the sum is rounded once.
fn brute(vectors: &[Vec<f32>], query: &[f32], k: usize) -> Vec<(u32, f32)> {
    let mut all: Vec<(u32, f32)> =
        (0..).zip(vectors.iter().map(|v| product(v, query))).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    all.truncate(k);
    all
}

/// Sixteen sums side by side, then together: the order that the store promises on every machine.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let each = |n: usize| f64::from(a[n]) * f64::from(b[n]);
    let whole = a.len() / 16 * 16;
    let lane = |lane: usize| (lane..whole).step_by(16).map(each).fold(0.0, |sum, v| sum + v);
    let lanes: f64 = (0..16).map(lane).sum();
    (lanes + (whole..a.len()).map(each).sum::<f64>()) as f32 + 0.0
}

#[track_caller]
fn check(vectors: &[Vec<f32>], query: &[f32], k: usize) {
    let dir = TempDir::new().unwrap();
    let store = filled(&dir, vectors);
    assert_eq!(store.top(query, k, &|_| true), brute(vectors, query, k));
}

/// Numbers of all sizes, many of them equal.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -1.0_f32..1.0,
        2 => prop_oneof![Just(0.0_f32), Just(-0.0), Just(0.5), Just(-0.5), Just(1.0)],
        1 => (-1.0_f32..1.0).prop_map(|v| v * 1e-3 + 0.25),
        1 => prop_oneof![Just(1e30_f32), Just(-1e30), Just(1e-40), Just(3e-39), Just(f32::MAX)],
    ]
}

fn vectors() -> impl Strategy<Value = (Vec<Vec<f32>>, Vec<f32>)> {
    (1_usize..40).prop_flat_map(|wide| {
        let vector = || prop::collection::vec(number(), wide);
        (prop::collection::vec(vector(), 1..60), vector())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_best_are_those_of_a_full_scan((vectors, query) in vectors(), k in 1_usize..70) {
        check(&vectors, &query, k);
    }

    #[test]
    fn near_equals_are_told_apart(
        base in prop::collection::vec(-1.0_f32..1.0, 32),
        steps in prop::collection::vec((0_usize..32, -3_i32..4), 1..80),
        k in 1_usize..12,
    ) {
        // Copies that differ in the last bits of one number: their codes are all the same.
        let nudged = steps.iter().map(|(at, step)| {
            let mut vector = base.clone();
            vector[*at] = f32::from_bits(vector[*at].to_bits().wrapping_add_signed(*step));
            vector
        });
        let vectors: Vec<Vec<f32>> = nudged.filter(|v| v.iter().all(|v| v.is_finite())).collect();
        if !vectors.is_empty() {
            check(&vectors, &base, k);
        }
    }

    #[test]
    fn a_filter_leaves_the_best_of_the_rest(
        (vectors, query) in vectors(), k in 1_usize..10, every in 1_u32..5,
    ) {
        let dir = TempDir::new().unwrap();
        let store = filled(&dir, &vectors);
        let mut expected = brute(&vectors, &query, vectors.len());
        expected.retain(|(row, _)| row % every == 0);
        expected.truncate(k);
        prop_assert_eq!(store.top(&query, k, &|row| row % every == 0), expected);
    }
}

#[test]
fn enough_rows_for_several_threads_give_the_same() {
    let mixed = |n: usize| (n as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48;
    let number = |n: usize| f32::from(u16::try_from(mixed(n)).unwrap_or(0)) / 65_536.0;
    let vectors: Vec<Vec<f32>> = (0..34_000)
        .map(|row| (0..512).map(|n| number(row * 512 + n) - 0.5).collect())
        .collect();
    check(&vectors, &vectors[17], 10);
}

#[test]
fn a_query_that_cannot_be_scored_finds_nothing() {
    let dir = TempDir::new().unwrap();
    let store = filled(&dir, &[vec![1.0, 0.0]]);
    for query in [vec![f32::NAN, 0.0], vec![f32::INFINITY, 0.0], vec![1.0], vec![]] {
        assert_eq!(store.top(&query, 1, &|_| true), []);
    }
    assert_eq!(store.top(&[1.0, 0.0], 0, &|_| true), []);
}

#[test]
fn vectors_that_cannot_be_scored_are_refused_all_together() {
    let dir = TempDir::new().unwrap();
    let mut store = filled(&dir, &[vec![1.0, 0.0]]);
    for wrong in [vec![f32::NAN, 0.0], vec![0.0, f32::NEG_INFINITY], vec![1.0]] {
        let rows = [(key(1), vec![0.0, 1.0]), (key(2), wrong)];
        assert!(matches!(store.append(&rows), Err(VectorError::Refused { .. })));
        assert_eq!(store.len(), 1);
    }
}

#[test]
fn what_is_there_is_found_again() {
    let dir = TempDir::new().unwrap();
    let vectors: Vec<Vec<f32>> = (0_u8..100).map(|n| vec![f32::from(n), 1.0]).collect();
    let mut store = filled(&dir, &vectors);
    assert_eq!(store.append(&rows(&vectors)).unwrap(), 0);
    store.sync().unwrap();
    drop(store);
    let store = VectorStore::open(dir.path(), "plum", 2).unwrap();
    assert_eq!(store.len(), 100);
    assert!(store.has(&key(7)) && !store.has(&key(100)));
    assert_eq!(store.row_of(&key(7)), Some(7));
    assert_eq!(store.hash_of(7), Some(key(7)));
    assert_eq!(store.vector(7), Some(&[7.0, 1.0][..]));
    assert_eq!(store.vector(100), None);
    assert_eq!(store.bytes(), fs::metadata(dir.path().join("vectors.bin")).unwrap().len());
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
}

#[test]
fn removed_rows_are_gone_from_the_disk_too() {
    let dir = TempDir::new().unwrap();
    let marked = f32::from_le_bytes(*b"PLUM");
    let vectors = vec![vec![1.0, 0.0], vec![marked, 0.5], vec![0.0, 1.0]];
    let mut store = filled(&dir, &vectors);
    assert_eq!(store.remove(&[key(1), key(9)]).unwrap(), 1);
    assert_eq!((store.row_of(&key(2)), store.has(&key(1))), (Some(1), false));
    assert_eq!(store.top(&[0.0, 1.0], 1, &|_| true), [(1, 1.0)]);
    let bytes = fs::read(dir.path().join("vectors.bin")).unwrap();
    assert!(!bytes.windows(4).any(|four| four == b"PLUM"));
    assert_eq!(store.append(&[(key(5), vec![2.0, 2.0])]).unwrap(), 1);
    drop(store);
    let store = VectorStore::open(dir.path(), "plum", 2).unwrap();
    assert_eq!((store.len(), store.row_of(&key(5))), (3, Some(2)));
}

#[test]
fn one_process_writes_at_a_time() {
    let dir = TempDir::new().unwrap();
    let mut first = filled(&dir, &[vec![1.0]]);
    let mut second = VectorStore::open(dir.path(), "plum", 1).unwrap();
    let row = [(key(8), vec![0.5])];
    assert!(matches!(second.append(&row), Err(VectorError::Busy { .. })));
    first.append(&[(key(7), vec![0.25])]).unwrap();
    drop(first);
    // What the first one wrote meanwhile is not lost.
    second.append(&row).unwrap();
    assert_eq!((second.len(), second.row_of(&key(8))), (3, Some(2)));
}

#[test]
fn another_model_is_another_store() {
    let dir = TempDir::new().unwrap();
    drop(filled(&dir, &[vec![1.0, 0.0]]));
    for (model, wide) in [("pear", 2), ("plum", 3)] {
        let opened = VectorStore::open(dir.path(), model, wide);
        assert!(matches!(opened.err(), Some(VectorError::OtherModel { .. })));
    }
    assert!(VectorStore::open(dir.path(), "plum", 0).is_err());
    assert!(VectorStore::open(dir.path(), "plum", 1 << 20).is_err());
}

#[test]
fn a_torn_end_is_cut_wherever_it_tore() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("vectors.bin");
    let mut store = filled(&dir, &[vec![1.0, 2.0]]);
    let first = store.bytes();
    store.append(&[(key(1), vec![3.0, 4.0])]).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    for length in 0..whole.len() {
        fs::write(&path, &whole[..length]).unwrap();
        let mut store = VectorStore::open(dir.path(), "plum", 2).unwrap();
        let left = usize::from(first <= length as u64);
        assert_eq!(store.len(), left, "cut at {length}");
        store.append(&[(key(2), vec![5.0, 6.0])]).unwrap();
        drop(store);
        let store = VectorStore::open(dir.path(), "plum", 2).unwrap();
        assert_eq!((store.len(), store.check().unwrap()), (left + 1, Vec::new()));
    }
}

#[test]
fn a_torn_end_is_told_and_a_hole_in_the_middle_is_damage() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("vectors.bin");
    let mut store = filled(&dir, &[vec![1.0, 2.0]]);
    let first = store.bytes() as usize;
    store.append(&[(key(1), vec![3.0, 4.0])]).unwrap();
    drop(store);
    let whole = fs::read(&path).unwrap();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x40;
        fs::write(&path, &bytes).unwrap();
        match VectorStore::open(dir.path(), "plum", 2) {
            // Only the last block can be torn; its contents then count as not written.
            Ok(store) => {
                assert!(first + 8 <= at, "a change at {at} went unseen");
                assert_eq!(store.len(), 1);
                assert_eq!(store.check().unwrap().len(), 1);
            }
            Err(error) => assert!(error.to_string().contains("damaged"), "{error}"),
        }
    }
    // Room that a system made before it lost power.
    fs::write(&path, [&whole[..], &[0; 5000]].concat()).unwrap();
    let store = VectorStore::open(dir.path(), "plum", 2).unwrap();
    assert_eq!((store.len(), store.check().unwrap().len()), (2, 1));
}
