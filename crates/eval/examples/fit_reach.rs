//! Fits the weight of meaning and the power of covered words (`Fusion::shipped`, `Reach::default`):
//! `cargo run --release -p jurat-eval --example fit_reach -- CORPUS QUERIES [CORPUS QUERIES]…`
//!
//! Shipped values were chosen on the acts that `tools/encoder` keeps back for choosing (`sets.py`) and on
//! the tuning part of `retrieval_irpa`. Rows of other parts are left out.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a program for the authors"
)]

use std::{collections::BTreeSet, env, fs, path::Path};

use jurat_canon::Hash;
use jurat_eval::DatasetSplit;
use jurat_llm::{Embedder, Encoder, EncoderOptions};
use jurat_model::{ByteSpan, DocumentMetadata, Passage};
use jurat_retrieve::{
    Fusion, Index, IndexSettings, LegAdjustments, Query, QueryWording, RankingFeature,
    SearchLegs, VectorSearch, vectors::VectorStore, words_to_embed,
};
use serde_json::Value;

const WEIGHTS: [f32; 7] = [0.3, 0.5, 0.8, 1.2, 1.6, 2.0, 3.0];
const POWERS: [f32; 5] = [0.0, 0.5, 1.0, 2.0, 3.0];

struct Set {
    name: String,
    index: Index,
    vectors: VectorStore,
    queries: Vec<(Query, BTreeSet<String>)>,
    _dir: tempfile::TempDir,
}

fn main() {
    let encoder = Encoder::law(EncoderOptions { threads: 2 }).unwrap();
    let args: Vec<String> = env::args().skip(1).collect();
    let sets: Vec<Set> = args
        .chunks_exact(2)
        .map(|pair| Set::read(Path::new(&pair[0]), Path::new(&pair[1]), &encoder))
        .collect();
    for set in &sets {
        let legs = [SearchLegs::Bm25, SearchLegs::Dense]
            .map(|legs| set.measure(legs, &Fusion::shipped()));
        println!(
            "{}: {} queries, bm25 {:.4}, dense {:.4}",
            set.name,
            set.queries.len(),
            legs[0],
            legs[1]
        );
    }
    for weight in WEIGHTS {
        for power in POWERS {
            let shipped = Fusion::shipped();
            let weights = shipped.hybrid.with(RankingFeature::Dense, weight);
            let reach = LegAdjustments { power, ..LegAdjustments::default() };
            let fusion = Fusion { reach, ..shipped }.with(SearchLegs::Hybrid, weights);
            let found: Vec<f64> = sets
                .iter()
                .map(|set| set.measure(SearchLegs::Hybrid, &fusion))
                .collect();
            let each: Vec<String> = found.iter().map(|one| format!("{one:.3}")).collect();
            let mean = found.iter().sum::<f64>() / found.len() as f64;
            println!("weight {weight:.1} power {power:.1}: mean {mean:.4}  {}", each.join(" "));
        }
    }
}

impl Set {
    fn read(corpus: &Path, queries: &Path, encoder: &Encoder) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let passages: Vec<Passage> = rows(corpus).iter().enumerate().map(passage).collect();
        let index = Index::create(&dir.path().join("index"), &IndexSettings { language: None });
        let index = index.unwrap();
        let mut writer = index.writer().unwrap();
        for passage in &passages {
            writer.add(passage, &[]).unwrap();
        }
        writer.finish().unwrap();
        let folder = dir.path().join("vectors");
        let mut vectors =
            VectorStore::open(&folder, encoder.name(), encoder.dimensions()).unwrap();
        for some in passages.chunks(256) {
            let texts: Vec<String> = some.iter().map(words_to_embed).collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let keys = texts.iter().map(|text| Hash::of(text.as_bytes()));
            let rows: Vec<(Hash, Vec<f32>)> =
                keys.zip(encoder.embed(&texts).unwrap()).collect();
            vectors.append(&rows).unwrap();
        }
        let is_tuned = |row: &&Value| {
            !queries.ends_with("queries.jsonl") || DatasetSplit::Tune.holds(&word(row, "id"))
        };
        let queries = rows(queries)
            .iter()
            .filter(is_tuned)
            .map(|row| asked(row, encoder))
            .collect();
        Self {
            name: format!("{}", corpus.parent().unwrap().display()),
            index,
            vectors,
            queries,
            _dir: dir,
        }
    }

    fn measure(&self, legs: SearchLegs, fusion: &Fusion) -> f64 {
        let searcher = self.index.searcher(Some(&self.vectors as &dyn VectorSearch)).unwrap();
        let searcher = searcher.with_fusion(fusion.clone());
        let gain = |(query, relevant): &(Query, BTreeSet<String>)| {
            let hits = searcher.search(&Query { legs, ..query.clone() }).unwrap();
            let places = hits
                .iter()
                .enumerate()
                .filter(|(_, hit)| relevant.contains(&hit.passage.id));
            let found: f64 = places.map(|(at, _)| discount(at)).sum();
            found / (0..relevant.len().min(10)).map(discount).sum::<f64>()
        };
        self.queries.iter().map(gain).sum::<f64>() / self.queries.len() as f64
    }
}

fn discount(place: usize) -> f64 {
    1.0 / (place as f64 + 2.0).log2()
}

fn rows(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn word(row: &Value, key: &str) -> String {
    row[key].as_str().unwrap_or_default().to_owned()
}

fn words(row: &Value, key: &str) -> Vec<String> {
    let all = row[key].as_array().into_iter().flatten();
    all.filter_map(|one| one.as_str().map(str::to_owned)).collect()
}

fn passage((at, row): (usize, &Value)) -> Passage {
    let text = word(row, "text");
    Passage {
        id: word(row, "id"),
        source: Hash::of((word(row, "doc") + &word(row, "code")).as_bytes()),
        name: word(row, "id"),
        rendition: Hash::of(text.as_bytes()),
        span: ByteSpan { start: at, end: at + text.len() },
        label: None,
        headings: words(row, "headings"),
        metadata: DocumentMetadata::default(),
        text,
    }
}

fn asked(row: &Value, encoder: &Encoder) -> (Query, BTreeSet<String>) {
    let text = word(row, "query");
    let vector = encoder.embed(&[&text]).unwrap().pop();
    let query = Query {
        texts: vec![QueryWording { text, vector }],
        ..Query::of("")
    };
    (query, words(row, "relevant").into_iter().collect())
}
