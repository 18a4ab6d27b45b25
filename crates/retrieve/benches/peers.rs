//! Our side of `peers/chroma` and `peers/bm25s`: the same passages, vectors and queries.
//!
//! `cargo bench -p jurat-retrieve --bench peers -- --data DIR --size N --work DIR --json FILE`.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench stops at the first thing that is not as it should be, and prints"
)]

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use jurat_canon::Hash;
use jurat_model::{ByteSpan, DocumentMetadata, Passage};
use jurat_retrieve::{
    Fusion, FusionWeights, Index, IndexSettings, Query, RankingFeature, SearchLegs,
    vectors::VectorStore,
};
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Map, Value, json};

const WIDE: usize = 384;
const BATCH: usize = 1000;
const K: usize = 10;

struct Given {
    passages: Vec<String>,
    vectors: Vec<Vec<f32>>,
    queries: Vec<String>,
    query_vectors: Vec<Vec<f32>>,
}

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let value = |name: &str| {
        let at = args.iter().position(|arg| arg == name)?;
        args.get(at + 1).cloned()
    };
    let Some(data) = value("--data").map(PathBuf::from) else {
        println!("skipped: `--data DIR` names what peers/*/compare.py has made");
        return;
    };
    let size: usize = value("--size").unwrap().parse().unwrap();
    let given = Given::read(&data, size);
    let work = PathBuf::from(value("--work").unwrap());
    let mut results = Map::new();
    ingest(&given, &work, &mut results);
    dense(&given, &work, &mut results);
    words(&given, &work, &mut results);
    fs::write(value("--json").unwrap(), Value::Object(results).to_string()).unwrap();
}

impl Given {
    fn read(data: &Path, size: usize) -> Self {
        let lines = |file: &str, most: usize| -> Vec<String> {
            let text = fs::read_to_string(data.join(file)).unwrap();
            text.lines().take(most).map(str::to_owned).collect()
        };
        Self {
            passages: lines("passages.txt", size),
            vectors: vectors(&data.join("vectors.f32"), size),
            queries: lines("queries.txt", usize::MAX),
            query_vectors: vectors(&data.join("queries.f32"), usize::MAX),
        }
    }
}

fn vectors(path: &Path, most: usize) -> Vec<Vec<f32>> {
    let bytes = fs::read(path).unwrap();
    let rows = bytes.chunks_exact(4 * WIDE).take(most);
    let number = |four: &[u8; 4]| f32::from_le_bytes(*four);
    rows.map(|row| row.as_chunks::<4>().0.iter().map(number).collect())
        .collect()
}

/// Passages and their vectors, batch by batch, until all of it is on the disk.
fn ingest(given: &Given, work: &Path, results: &mut Map<String, Value>) {
    let folder = work.join("jurat");
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    let (cpu_before, start) = (cpu(), Instant::now());
    let index = Index::create(&folder.join("words"), &IndexSettings::default()).unwrap();
    let mut writer = index.writer().unwrap();
    let mut store = VectorStore::open(&folder.join("vectors"), "given", WIDE).unwrap();
    let pairs: Vec<usize> = (0..given.passages.len()).collect();
    for batch in pairs.chunks(BATCH) {
        let rows = batch.iter().map(|n| {
            let text = &given.passages[*n];
            writer.add(&passage(*n, text), &[]).unwrap();
            (Hash::of(text.as_bytes()), given.vectors[*n].clone())
        });
        let rows: Vec<_> = rows.collect();
        assert_eq!(store.append(&rows).unwrap(), rows.len());
    }
    store.sync().unwrap();
    writer.finish().unwrap();
    let (cpu, wall) = (cpu().saturating_sub(cpu_before), start.elapsed());
    let count = given.passages.len() as f64;
    results.insert("ingest_per_cpu_s".into(), json!(count / cpu.as_secs_f64()));
    results.insert("ingest_per_s".into(), json!(count / wall.as_secs_f64()));
    results.insert("index_bytes".into(), json!(bytes(&folder)));
    results.insert("words_bytes".into(), json!(bytes(&folder.join("words"))));
    results.insert("vectors_bytes".into(), json!(bytes(&folder.join("vectors"))));
}

/// Exact nearest neighbours, one query at a time, after opening the store anew.
fn dense(given: &Given, work: &Path, results: &mut Map<String, Value>) {
    let start = Instant::now();
    let store = VectorStore::open(&work.join("jurat/vectors"), "given", WIDE).unwrap();
    results.insert("dense_open_ms".into(), json!(start.elapsed().as_secs_f64() * 1e3));
    let mut found = Vec::new();
    timed("dense", results, given.query_vectors.iter(), |query| {
        let hits = store.top(query, K, &|_| true);
        found.push(hits.into_iter().map(|(row, _)| row).collect::<Vec<u32>>());
    });
    // Those of the warm-up come first.
    let found = found.split_off(found.len() - given.query_vectors.len());
    results.insert("dense_found".into(), json!(found));
}

/// By words, one query at a time: numbers of rows by BM25 alone, as the peer gives them; then a
/// whole search, with all that it weighs and the passages and snippets of its hits.
fn words(given: &Given, work: &Path, results: &mut Map<String, Value>) {
    let index = Index::open(&work.join("jurat/words")).unwrap();
    let alone: FusionWeights = [(RankingFeature::Text, 1.0)].into_iter().collect();
    let fusion = Fusion { pool: K, ..index.fusion() }.with(SearchLegs::Bm25, alone);
    let searcher = index.searcher(None).unwrap().with_fusion(fusion);
    let query = |text: &str| Query { k: K, legs: SearchLegs::Bm25, ..Query::of(text) };
    timed("words", results, given.queries.iter(), |text| {
        assert_eq!(searcher.rank(&query(text)).unwrap().len(), K);
    });
    let searcher = index.searcher(None).unwrap();
    timed("search", results, given.queries.iter(), |text| {
        assert!(!searcher.search(&query(text)).unwrap().is_empty());
    });
}

/// Runs all once to warm up, then measures each.
fn timed<T>(
    name: &str,
    results: &mut Map<String, Value>,
    queries: impl Iterator<Item = T> + Clone,
    mut ask: impl FnMut(T),
) {
    queries.clone().take(20).for_each(&mut ask);
    let cpu_before = cpu();
    let mut times: Vec<f64> = queries
        .map(|query| {
            let start = Instant::now();
            ask(query);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    let spent = cpu().saturating_sub(cpu_before).as_secs_f64() * 1e3;
    times.sort_by(f64::total_cmp);
    let at = |share: usize| times[(times.len() * share / 100).min(times.len() - 1)];
    results.insert(format!("{name}_p50_ms"), json!(at(50)));
    results.insert(format!("{name}_p95_ms"), json!(at(95)));
    results.insert(format!("{name}_cpu_ms"), json!(spent / times.len() as f64));
}

fn passage(n: usize, text: &str) -> Passage {
    let source = Hash::of(&n.to_le_bytes());
    Passage {
        id: format!("p{n}"),
        source,
        name: format!("p{n}"),
        rendition: source,
        span: ByteSpan { start: 0, end: text.len() },
        text: text.to_owned(),
        label: None,
        headings: Vec::new(),
        metadata: DocumentMetadata::default(),
    }
}

fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let size = |entry: fs::DirEntry| {
        let meta = entry.metadata().unwrap();
        if meta.is_dir() { bytes(&entry.path()) } else { meta.len() }
    };
    entries.map(size).sum()
}

/// CPU time of this process, all threads.
fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(u64::try_from(time.tv_sec).unwrap(), u32::try_from(time.tv_nsec).unwrap())
}
