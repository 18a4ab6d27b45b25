//! Fits the weights that tell what a document says to a statement, and prints them with how well
//! they do.
//!
//! `cargo run --release -p jurat-verify --example fit_relation -- DATA`, where DATA is the folder of
//! development data. Fitted on the tune part of `ContractNLI` (CC BY 4.0), measured on the rest.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a tool for people"
)]

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_verify::relation::{EntailmentRelation, FEATURES, PremiseDocument, RelationWeights};
use serde_json::Value;

struct Row {
    features: [f64; FEATURES],
    label: usize,
    gold: Vec<usize>,
    evidence: Vec<usize>,
}

fn main() {
    let data = std::env::args().nth(1).unwrap();
    let text = fs::read_to_string(Path::new(&data).join("dev/contract_nli.jsonl")).unwrap();
    let (mut tune, mut report) = (Vec::new(), Vec::new());
    for line in text.split('\n').filter(|line| !line.is_empty()) {
        let value: Value = serde_json::from_str(line).unwrap();
        let first = Hash::of(value["id"].as_str().unwrap().as_bytes()).to_string();
        let even = first
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(16))
            .unwrap()
            .is_multiple_of(2);
        if even { tune.extend(rows(&value)) } else { report.extend(rows(&value)) }
    }
    let weights = fit(&tune);
    for line in weights.0 {
        let line: Vec<String> = line.iter().map(|weight| format!("{weight:.3}")).collect();
        println!("            [{}],", line.join(", "));
    }
    println!("tune: {}", figures(&tune, &weights));
    println!("report: {}", figures(&report, &weights));
}

fn rows(value: &Value) -> Vec<Row> {
    let text: Vec<char> = value["text"].as_str().unwrap().chars().collect();
    let spans = value["spans"].as_array().unwrap().iter().map(|span| {
        let at = |index: usize| usize::try_from(span[index].as_u64().unwrap()).unwrap();
        text[at(0)..at(1)].iter().collect::<String>()
    });
    let spans: Vec<String> = spans.collect();
    let spans: Vec<&str> = spans.iter().map(String::as_str).collect();
    let document = PremiseDocument::read(&spans);
    let rows = value["items"].as_array().unwrap().iter().map(|item| {
        let weighed = document.weigh(item["hypothesis"].as_str().unwrap());
        let gold = item["evidence_span_idx"].as_array().unwrap().iter();
        let label = match item["label"].as_str().unwrap() {
            "Entailment" => 0,
            "Contradiction" => 1,
            _ => 2,
        };
        Row {
            features: weighed.features,
            label,
            gold: gold
                .filter_map(Value::as_u64)
                .map(|at| usize::try_from(at).unwrap())
                .collect(),
            evidence: weighed.evidence,
        }
    });
    rows.collect()
}

fn figures(rows: &[Row], weights: &RelationWeights) -> String {
    let mut counts = [[0_u32; 3]; 3];
    for row in rows {
        let said = weights.relation(&row.features);
        let said = EntailmentRelation::ALL.iter().position(|one| *one == said).unwrap();
        counts[row.label][said] += 1;
    }
    let f1 = (0..3).map(|at| {
        let right = f64::from(counts[at][at]);
        let said: u32 = (0..3).map(|label| counts[label][at]).sum();
        let there: u32 = counts[at].iter().sum();
        2.0 * right / f64::from((said + there).max(1))
    });
    let right: u32 = (0..3).map(|at| counts[at][at]).sum();
    let all: u32 = counts.iter().flatten().sum();
    let gold: usize = rows.iter().map(|row| row.gold.len()).sum();
    let found = rows
        .iter()
        .flat_map(|row| row.gold.iter().filter(|at| row.evidence.contains(at)));
    format!(
        "accuracy {:.4}, macro-F1 {:.4}, evidence in best {:.4}, {counts:?}",
        f64::from(right) / f64::from(all),
        f1.sum::<f64>() / 3.0,
        found.count() as f64 / gold as f64,
    )
}

/// Multinomial logistic regression with shrinkage; rare labels weigh more, by the root of their
/// rarity.
fn fit(rows: &[Row]) -> RelationWeights {
    let mut weights = RelationWeights([[0.0; FEATURES]; 3]);
    let count = |label: usize| rows.iter().filter(|row| row.label == label).count() as f64;
    let worth = [0, 1, 2].map(|label| (rows.len() as f64 / count(label)).sqrt());
    let all: f64 = rows.iter().map(|row| worth[row.label]).sum();
    for _ in 0..6000 {
        let mut slopes = [[0.0; FEATURES]; 3];
        for row in rows {
            let likely = weights.probabilities(&row.features);
            for (at, slope) in slopes.iter_mut().enumerate() {
                let target = if row.label == at { 1.0 } else { 0.0 };
                let error = (likely[at] - target) * worth[row.label] / all;
                for (one, value) in slope.iter_mut().zip(row.features) {
                    *one += error * value;
                }
            }
        }
        for (line, slope) in weights.0.iter_mut().zip(slopes) {
            for (weight, slope) in line.iter_mut().zip(slope) {
                *weight -= 1.0 * (slope + 2e-3 * *weight);
            }
        }
    }
    weights
}
