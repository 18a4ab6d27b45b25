//! Finds how much may be left over of two questions that are one: `cargo run --release --example fit_memory -- PAIRS.jsonl …`
//! prints `data/memory_limits/limits.json`. Rows are {id, a, b, same, lang}; of those with an id, only the half counts that `jurat
//! eval --part tune` measures. With `--pairs` it prints what is left over of each instead.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it prints what it found")]

use std::{env, error::Error, fs};

use jurat_canon::Hash;
use jurat_llm::{Encoder, EncoderOptions};
use jurat_retrieve::memory::{JudgedPair, MatchLimits, MemoryMatcher, MemoryQuestion};
use jurat_text::Language;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct PairRow {
    #[serde(default)]
    id: Option<String>,
    a: String,
    b: String,
    same: bool,
    #[serde(default)]
    lang: String,
}

/// Whether a row is one that nothing is chosen on: the first digit of its hash is odd.
fn is_for_report(id: &str) -> bool {
    let first = Hash::of(id.as_bytes()).to_string().chars().next();
    first
        .and_then(|digit| digit.to_digit(16))
        .is_some_and(|digit| digit % 2 == 1)
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut text = String::new();
    for path in arguments.iter().filter(|one| !one.starts_with("--")) {
        text += &fs::read_to_string(path)?;
    }
    let shows_pairs = arguments.iter().any(|one| one == "--pairs");
    let encoder = Encoder::law(EncoderOptions { threads: 2 })?;
    let matcher = MemoryMatcher { meaning: Some(&encoder) };
    let mut pairs: Vec<JudgedPair> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let row: PairRow = serde_json::from_str(line)?;
        if row.id.as_deref().is_some_and(is_for_report) {
            continue;
        }
        let read = |text: &str| MemoryQuestion::read(text, Language::from_code(&row.lang));
        let (one, other) = (read(&row.a), read(&row.b));
        let judged = matcher.judged((&one, &other), row.same)?;
        if shows_pairs {
            let verdict = format!("{:?}", matcher.verdict(&one, &other)?);
            let left = judged.map(|pair| {
                let left = pair.leftovers;
                json!([
                    left.replaced,
                    left.added,
                    left.changed,
                    left.anchored,
                    left.wording,
                    left.open,
                    left.turned,
                    left.cosine
                ])
            });
            let terms = [one.key_terms(), other.key_terms()];
            println!(
                "{}",
                json!({ "a": row.a, "b": row.b, "same": row.same, "left": left, "why": verdict, "terms": terms })
            );
        }
        pairs.extend(judged);
    }
    let limits = MatchLimits::fit(&pairs);
    let hits = |same| {
        pairs
            .iter()
            .filter(|pair| pair.same == same && limits.admit(pair.leftovers))
            .count()
    };
    eprintln!(
        "{} pairs are left to meaning; hits: {} true, {} false",
        pairs.len(),
        hits(true),
        hits(false)
    );
    if !shows_pairs {
        println!("{}", serde_json::to_string_pretty(&limits)?);
    }
    Ok(())
}
