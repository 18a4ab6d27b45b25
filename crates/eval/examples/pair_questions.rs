//! Questions that two provisions answer, out of questions that one does: `cargo run -p jurat-eval --example pair_questions --
//! QUERIES > PAIRS`.
//!
//! Each question of some rank is asked with the next of its part, and with one farther on, so that half of the pairs stand
//! near each other in the law. A pair is of the part that both are of.
#![expect(clippy::print_stdout, clippy::unwrap_used, reason = "a program for the authors")]

use std::{env, fs};

use jurat_eval::DatasetSplit;
use serde_json::{Value as Json, json};

/// How much farther on the second question of every other pair stands.
const FARTHER: usize = 37;

fn main() {
    let path = env::args().nth(1).unwrap();
    let text = fs::read_to_string(path).unwrap();
    let rows = text.split('\n').filter(|line| !line.is_empty());
    let rows: Vec<Json> = rows.map(|line| serde_json::from_str(line).unwrap()).collect();
    for part in [DatasetSplit::Tune, DatasetSplit::Report] {
        let own = rows.iter().filter(|row| part.holds(row["id"].as_str().unwrap()));
        let own: Vec<&Json> = own.collect();
        for (at, one) in own.iter().enumerate() {
            let step = if at % 2 == 0 { 1 } else { FARTHER };
            let other = own[(at + step) % own.len()];
            if one["id"] == other["id"] {
                continue;
            }
            println!("{}", pair(one, other));
        }
    }
}

fn pair(one: &Json, other: &Json) -> Json {
    let said = |row: &Json| row["query"].as_str().unwrap().trim_end_matches('?').to_owned();
    let relevant = |row: &Json| row["relevant"].as_array().unwrap().clone();
    let both = [relevant(one), relevant(other)].concat();
    json!({
        "id": format!("{}+{}", one["id"].as_str().unwrap(), other["id"].as_str().unwrap()),
        "group": one["id"],
        "query": format!("What is the law on {}, and what is the law on {}?", said(one), said(other)),
        "relevant": both,
    })
}
