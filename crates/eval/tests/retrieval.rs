//! Retrieval measured on a small corpus of ours.
#![expect(clippy::unwrap_used)]

use std::{fs, sync::Arc};

use jurat_eval::{DatasetSplit, EvalError, RetrievalFigures, RetrievalOptions, retrieval};
use jurat_llm::{EmbedError, Embedder};
use jurat_retrieve::SearchLegs;
use tempfile::TempDir;

const CORPUS: &str = r#"{"id":"lamps|1","doc":"lamps","text":"A keeper must trim the lamp at dusk.","title":"Trimming"}
{"id":"lamps|2","doc":"lamps","text":"Oil is bought by the parish.","title":"Fuel"}
{"id":"boats|1","doc":"boats","text":"A ferry carries no more than nine persons.","title":"Load"}
{"id":"boats|2","doc":"boats","text":"","title":"Reserved"}
"#;
const QUERIES: &str = r#"{"id":"a","query":"when are lamps trimmed","relevant":["lamps|1"]}
{"id":"b","query":"who buys","relevant":["lamps|2"],"choices":{"A":"oil","B":"parish"}}
{"id":"c","query":"how many persons may a ferry carry","relevant":["boats|1"]}
{"id":"d","query":"zebra","relevant":["boats|2"]}
"#;

fn measure(
    part: DatasetSplit,
    legs: SearchLegs,
    fields: &[&str],
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<RetrievalFigures, EvalError> {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("corpus.jsonl"), CORPUS).unwrap();
    fs::write(dir.path().join("queries.jsonl"), QUERIES).unwrap();
    let words = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    retrieval(&RetrievalOptions {
        data: dir.path().to_path_buf(),
        queries: None,
        legs,
        fields: words(fields),
        query_fields: words(&["query", "choices"]),
        part,
        embedder,
        cache: dir.path().join("cache"),
    })
}

#[test]
fn three_of_four_are_found_by_their_words() {
    let figures = measure(DatasetSplit::All, SearchLegs::Bm25, &[], None).unwrap();
    assert_eq!((figures.queries, figures.passages), (4, 4));
    assert!((figures.scores.recall_10 - 0.75).abs() < 1e-9, "{figures:?}");
    assert!((figures.scores.mrr_10 - 0.75).abs() < 1e-9, "{figures:?}");
    assert!(0 < figures.index_bytes && figures.p50_ms <= figures.p95_ms);
}

#[test]
fn keys_are_those_of_the_interface() {
    let figures =
        measure(DatasetSplit::All, SearchLegs::Auto, &["title", "text"], None).unwrap();
    let json = serde_json::to_value(&figures).unwrap();
    for key in [
        "queries",
        "recall@5",
        "recall@10",
        "mrr@10",
        "ndcg@10",
        "map@10",
        "p50_ms",
        "p95_ms",
        "index_seconds",
        "index_bytes",
    ] {
        assert!(json.get(key).is_some_and(serde_json::Value::is_number), "{key}");
    }
}

#[test]
fn parts_share_the_rows_out() {
    let count =
        |part| measure(part, SearchLegs::Bm25, &[], None).map_or(0, |figures| figures.queries);
    assert_eq!(count(DatasetSplit::Tune) + count(DatasetSplit::Report), 4);
}

#[test]
fn vectors_make_a_leg_of_their_own() {
    let figures =
        measure(DatasetSplit::All, SearchLegs::Hybrid, &[], Some(Arc::new(Letters))).unwrap();
    let legs: Vec<&str> = figures.by_legs.keys().map(String::as_str).collect();
    assert_eq!(legs, ["bm25", "dense", "hybrid"]);
    assert!(figures.legs.contains("hybrid"));
}

#[test]
fn a_missing_file_is_named() {
    let dir = TempDir::new().unwrap();
    let options = RetrievalOptions {
        data: dir.path().to_path_buf(),
        queries: None,
        legs: SearchLegs::Auto,
        fields: Vec::new(),
        query_fields: Vec::new(),
        part: DatasetSplit::All,
        embedder: None,
        cache: dir.path().to_path_buf(),
    };
    let message = retrieval(&options).err().unwrap().to_string();
    assert!(message.contains("corpus.jsonl"), "{message}");
}

/// Counts letters: near enough to meaning for a test.
struct Letters;

impl Embedder for Letters {
    fn name(&self) -> &'static str {
        "letters"
    }

    fn dimensions(&self) -> usize {
        26
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        Ok(texts.iter().map(|text| letters(text)).collect())
    }
}

fn letters(text: &str) -> Vec<f32> {
    let mut counts = vec![0.01_f32; 26];
    for byte in text.bytes().filter(u8::is_ascii_alphabetic) {
        counts[usize::from(byte.to_ascii_lowercase() - b'a')] += 1.0;
    }
    let length = counts.iter().map(|count| count * count).sum::<f32>().sqrt();
    counts.into_iter().map(|count| count / length).collect()
}
