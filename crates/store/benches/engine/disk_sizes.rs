//! Bytes on disk, and how long a list of checkpoints takes.

use std::{collections::BTreeMap, path::Path, time::Instant};

use jurat_engine::RunStore;
use jurat_store::CommitDurability;
use serde_json::{Value as Json, json};

use crate::{
    measure::{disk, engine, median, millis, sqlite},
    workflows::{finish, looping, noise, start},
};

type Figures = BTreeMap<String, Json>;

pub(crate) fn listing(figures: &mut Figures) {
    let dir = tempfile::tempdir().unwrap();
    let store = sqlite(dir.path(), CommitDurability::Normal);
    let engine = engine(store.clone(), 2);
    let handle = start(&engine, &looping(1_000, "count", 0), json!({}));
    finish(&handle);
    let times = (0..21).map(|_| {
        let began = Instant::now();
        let listed = store.headers(handle.run(), 1, 1_000).unwrap();
        assert_eq!(listed.len(), 1_000);
        began.elapsed()
    });
    figures.insert("list1000_ms".into(), json!(millis(median(times.collect()))));
}

/// What ten more steps add to the database beside ten megabytes that never change.
pub(crate) fn unchanged(figures: &mut Figures) {
    let big = noise(7, 10_000_000);
    let size =
        |steps: u64| on_disk(|dir| run_loop(dir, steps, "count", 0, json!({"big": big})));
    let (few, many) = (size(3), size(1_003));
    let per_step = many.saturating_sub(few) as f64 / 1_000.0;
    figures.insert("state10mb_bytes_per_step".into(), json!(per_step));
}

/// Bytes on disk for each byte of data, after a hundred appends of a hundred thousand each.
pub(crate) fn growing(figures: &mut Figures) {
    let data: usize = 100 * 100_000;
    let began = Instant::now();
    let size = on_disk(|dir| run_loop(dir, 99, "grow", 100_000, json!({})));
    figures.insert("grow10mb_amplification".into(), json!(size as f64 / data as f64));
    figures.insert("grow10mb_ms_per_step".into(), json!(millis(began.elapsed() / 100)));
}

fn on_disk(fill: impl FnOnce(&Path)) -> u64 {
    let dir = tempfile::tempdir().unwrap();
    fill(dir.path());
    disk(dir.path())
}

fn run_loop(dir: &Path, limit: u64, run: &str, bytes: usize, input: Json) {
    let engine = engine(sqlite(dir, CommitDurability::Full), 2);
    let handle = start(&engine, &looping(limit, run, bytes), input);
    finish(&handle);
}
