//! Shows what each threshold of answering does on the tune part of the answerability data.
//!
//! `cargo run --release -p jurat-verify --example tune_answers -- DATA`.

#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "a tool for people")]

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_verify::answerable;
use serde_json::Value;

fn main() {
    let data = std::env::args().nth(1).unwrap();
    let text = fs::read_to_string(Path::new(&data).join("dev/answerability.jsonl")).unwrap();
    let mut rows: Vec<(f64, bool)> = Vec::new();
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        let value: Value = serde_json::from_str(line).unwrap();
        let first = Hash::of(value["id"].as_str().unwrap().as_bytes()).to_string();
        let even = first
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(16))
            .unwrap()
            .is_multiple_of(2);
        let contexts = value["contexts"].as_array().unwrap();
        if !even || contexts.is_empty() {
            continue;
        }
        let contexts: Vec<&str> =
            contexts.iter().filter_map(|one| one["text"].as_str()).collect();
        let turns = value["messages"].as_array().unwrap().iter();
        let turns = turns.filter(|turn| turn["speaker"] == "user");
        let turns: Vec<&str> = turns.filter_map(|turn| turn["text"].as_str()).collect();
        let refuse =
            matches!(value["answerability"].as_str(), Some("UNANSWERABLE" | "UNDERSPECIFIED"));
        rows.push((answerable(&turns, &contexts), refuse));
    }
    let all = rows.iter().filter(|(_, refuse)| *refuse).count();
    println!("{} rows with contexts, {all} to refuse", rows.len());
    for threshold in [0.1, 0.13, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7] {
        let refused = rows.iter().filter(|(likely, _)| *likely < threshold);
        let right = refused.clone().filter(|(_, refuse)| *refuse).count();
        println!("{threshold:.2}: {} refused, {right} rightly", refused.count());
    }
}
