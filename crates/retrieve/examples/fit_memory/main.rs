//! Fits the likelihood that two questions are the same: `cargo run --release --example fit_memory -- PAIRS.jsonl` prints
//! `data/memory_likelihood/weights.json`. Rows are {a, b, same, lang}; with `--signs` it prints those of each pair instead.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints what it made")]

use std::{env, error::Error, fs};

use jurat_llm::{Encoder, EncoderOptions};
use jurat_retrieve::memory::{JudgedPair, MemoryMatcher, MemoryQuestion, PairWeights};
use jurat_text::Language;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct PairRow {
    a: String,
    b: String,
    same: bool,
    #[serde(default)]
    lang: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let path = arguments.iter().find(|one| !one.starts_with("--"));
    let text = fs::read_to_string(path.ok_or("name the file of pairs")?)?;
    let encoder = Encoder::law(EncoderOptions { threads: 2 })?;
    let matcher = MemoryMatcher { meaning: Some(&encoder) };
    let mut pairs: Vec<JudgedPair> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: PairRow = serde_json::from_str(line)?;
        let read = |text: &str| MemoryQuestion::read(text, Language::from_code(&row.lang));
        let (one, other) = (read(&row.a), read(&row.b));
        let judged = matcher.judged((&one, &other), row.same)?;
        if arguments.iter().any(|one| one == "--signs") {
            let why = format!("{:?}", matcher.verdict(&one, &other)?);
            let signs = judged.as_ref().map(|pair| pair.signs);
            println!("{}", json!({ "a": row.a, "b": row.b, "same": row.same, "signs": signs, "why": why,
                "terms": [one.key_terms(), other.key_terms()] }));
        }
        pairs.extend(judged);
    }
    let weights = PairWeights::fit(&pairs).ok_or("all pairs were judged alike")?;
    let hits = |same| {
        let is_hit =
            |pair: &&JudgedPair| pair.same == same && weights.threshold <= weights.likelihood(&pair.signs);
        pairs.iter().filter(is_hit).count()
    };
    eprintln!("{} pairs are left to meaning; hits: {} true, {} false", pairs.len(), hits(true), hits(false));
    if !arguments.iter().any(|one| one == "--signs") {
        println!("{}", serde_json::to_string_pretty(&weights)?);
    }
    Ok(())
}
