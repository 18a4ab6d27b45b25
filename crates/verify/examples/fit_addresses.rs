//! Fits the weights of the addressing model and prints them with how well they do.
//!
//! `cargo run --release -p jurat-verify --example fit_addresses -- DATA`, where DATA is the folder
//! of development data. Fitted on the tune part of `ContractNLI` (CC BY 4.0) and on the questions of
//! our own sample, which weigh three times as much; measured on the report part of the first.

#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a tool for people"
)]

#[path = "../tests/gate/sample_documents.rs"]
#[allow(dead_code, reason = "the tests use the rest")]
mod support;

use std::{fs, path::Path};

use jurat_canon::Hash;
use jurat_text::Language;
use jurat_verify::addressing::{
    AddressingScore, AddressingWeights, FEATURES, NAMES, PassageInContext, PreparedQuestion,
    rarity,
};
use serde_json::Value;

struct Row {
    features: [f64; FEATURES],
    addresses: bool,
    weight: f64,
}

fn main() {
    let data = std::env::args().nth(1).unwrap();
    let data = Path::new(&data).join("dev");
    let (contracts_tune, contracts_report) = parts(&data.join("contract_nli.jsonl"), contract);
    let sample = sample();
    let (asked, counts) = (sample.len(), sample.iter().filter(|row| row.addresses).count());
    println!("sample: {asked} passages, {counts} address");
    let mut rows = Vec::new();
    for (set, share) in [(contracts_tune, 1.0), (sample, 3.0)] {
        rows.extend(levelled(set, share));
    }
    let weights = fit(&rows);
    for (name, weight) in NAMES.iter().zip(weights.0) {
        println!("{weight:>8.3}  {name}");
    }
    let count = contracts_report.len();
    println!(
        "contracts, report part: {count} passages, AUC {:.4}",
        auc(&contracts_report, weights)
    );
    let own = &rows[rows.len() - asked..];
    println!("sample, which was fitted on: AUC {:.4}", auc(own, weights));
    for threshold in [0.3, 0.4, 0.5, 0.6, 0.7, 0.8] {
        let said = |row: &&Row| threshold <= weights.probability(&row.features);
        let right = own.iter().filter(said).filter(|row| row.addresses).count();
        println!("  {threshold}: {right} right of {} said", own.iter().filter(said).count());
    }
}

/// Gives the two classes of a set the same weight, together `share`.
fn levelled(mut set: Vec<Row>, share: f64) -> Vec<Row> {
    for class in [true, false] {
        let count = set.iter().filter(|row| row.addresses == class).count();
        for row in set.iter_mut().filter(|row| row.addresses == class) {
            row.weight = share / 2.0 / count as f64;
        }
    }
    set
}

fn parts(path: &Path, rows: fn(&Value) -> Vec<Row>) -> (Vec<Row>, Vec<Row>) {
    let (mut tune, mut report) = (Vec::new(), Vec::new());
    for line in fs::read_to_string(path)
        .unwrap()
        .split('\n')
        .filter(|line| !line.is_empty())
    {
        let value: Value = serde_json::from_str(line).unwrap();
        let first = Hash::of(value["id"].as_str().unwrap().as_bytes()).to_string();
        let even = first
            .chars()
            .next()
            .and_then(|digit| digit.to_digit(16))
            .unwrap()
            .is_multiple_of(2);
        let part = if even { &mut tune } else { &mut report };
        part.extend(rows(&value));
    }
    (tune, report)
}

fn contract(value: &Value) -> Vec<Row> {
    let text: Vec<char> = value["text"].as_str().unwrap().chars().collect();
    let spans = value["spans"].as_array().unwrap().iter().map(|span| {
        let at = |index: usize| usize::try_from(span[index].as_u64().unwrap()).unwrap();
        text[at(0)..at(1)].iter().collect::<String>()
    });
    let spans: Vec<String> = spans.collect();
    let items = value["items"].as_array().unwrap();
    let rows = items.iter().flat_map(|item| {
        let gold: Vec<usize> = indexes(&item["evidence_span_idx"]);
        passages(item["hypothesis"].as_str().unwrap(), &spans, &gold)
    });
    rows.collect()
}

fn indexes(value: &Value) -> Vec<usize> {
    let all = value.as_array().into_iter().flatten().filter_map(Value::as_u64);
    all.filter_map(|index| usize::try_from(index).ok()).collect()
}

/// The passages that address, and of the others those that share a term.
fn passages(question: &str, passages: &[String], gold: &[usize]) -> Vec<Row> {
    let language = Language::English;
    let idf = rarity(passages.iter().map(|text| (text.as_str(), language)));
    let asked = PreparedQuestion::new(question, idf, AddressingWeights::shipped());
    let mut rows = Vec::new();
    for (at, text) in passages.iter().enumerate() {
        let found =
            asked.addressing(PassageInContext { text, heading: "", document: "", language });
        let addresses = gold.contains(&at);
        if addresses || likely(&found) {
            rows.push(Row { features: found.features, addresses, weight: 1.0 });
        }
    }
    rows
}

fn sample() -> Vec<Row> {
    let exhibits = support::sample();
    let requirements = support::sample_requirements(&exhibits);
    let idf = rarity(
        exhibits
            .iter()
            .map(|exhibit| (exhibit.text.as_str(), Language::English)),
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../systems/evidence_first/sample/questions.json");
    let questions: Vec<Value> =
        serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    let mut rows = Vec::new();
    for question in questions {
        let text = question["question"].as_str().unwrap();
        let asked = PreparedQuestion::new(text, idf.clone(), AddressingWeights::shipped());
        let expected = question["expected_quotes"].as_array().unwrap();
        let expected: Vec<&str> = expected
            .iter()
            .filter_map(|one| one["must_contain"].as_str())
            .collect();
        for one in &requirements {
            let found = asked.addressing(PassageInContext {
                text: &one.exact_quote,
                heading: &one.section_heading,
                document: &one.document_id,
                language: Language::from_code(&one.language).unwrap(),
            });
            let addresses = expected.iter().any(|words| one.exact_quote.contains(words));
            if likely(&found) {
                rows.push(Row { features: found.features, addresses, weight: 1.0 });
            }
        }
    }
    rows
}

/// What the rules on scope and on the sort of answer leave to the model.
fn likely(found: &AddressingScore) -> bool {
    found.wanting.is_none() && found.out_of_scope.is_empty() && 1 < found.shared.len()
}

/// Logistic regression with a little shrinkage, by gradient descent.
fn fit(rows: &[Row]) -> AddressingWeights {
    let mut weights = AddressingWeights([0.0; FEATURES]);
    let all: f64 = rows.iter().map(|row| row.weight).sum();
    for round in 0..4000 {
        let step = if round < 2000 { 4.0 } else { 1.0 };
        let mut slope = [0.0; FEATURES];
        for row in rows {
            let target = if row.addresses { 1.0 } else { 0.0 };
            let error = (weights.probability(&row.features) - target) * row.weight / all;
            for (one, value) in slope.iter_mut().zip(row.features) {
                *one += error * value;
            }
        }
        for (at, weight) in weights.0.iter_mut().enumerate() {
            let shrink = if at == 0 { 0.0 } else { 1e-3 * *weight };
            *weight -= step * (slope[at] + shrink);
            // More evidence never counts against a passage.
            *weight = if at == 0 { *weight } else { weight.max(0.0) };
        }
    }
    weights
}

fn auc(rows: &[Row], weights: AddressingWeights) -> f64 {
    let mut scored: Vec<(f64, bool)> = rows
        .iter()
        .map(|row| (weights.probability(&row.features), row.addresses))
        .collect();
    scored.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (mut below, mut sum) = (0_usize, 0_usize);
    for (_, addresses) in &scored {
        if *addresses { sum += below } else { below += 1 }
    }
    let positive = scored.len() - below;
    sum as f64 / (below.max(1) * positive.max(1)) as f64
}
