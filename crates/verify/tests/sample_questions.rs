//! The questions of the sample, asked of its documents.

#![expect(clippy::unwrap_used, reason = "a broken fixture should stop loudly")]

mod support;

use std::{fs, path::Path};

use jurat_verify::{GatePolicy, Gated, gate};
use serde_json::Value;

fn questions() -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sample/questions.json");
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn asked(question: &Value) -> Gated {
    let exhibits = support::sample();
    let requirements = support::sample_requirements(&exhibits);
    gate(
        question["question"].as_str().unwrap(),
        &requirements,
        &exhibits,
        GatePolicy::shipped(),
    )
}

#[test]
fn show() {
    let exhibits = support::sample();
    let requirements = support::sample_requirements(&exhibits);
    for question in questions() {
        let gated = asked(&question);
        eprintln!("\n=== {}", question["question"]);
        for (one, said) in gated.admitted.iter().zip(&gated.verified) {
            eprintln!(
                "  + {} {} || {}",
                one.requirement_id,
                one.exact_quote,
                said.verification_rationale.len()
            );
        }
        for quote in question["expected_quotes"].as_array().unwrap() {
            let words = quote["must_contain"].as_str().unwrap();
            if !gated.admitted.iter().any(|one| one.exact_quote.contains(words)) {
                let id = requirements
                    .iter()
                    .find(|one| one.exact_quote.contains(words))
                    .map(|one| one.requirement_id);
                let why = gated.rejected.iter().find(|one| Some(one.requirement_id) == id);
                eprintln!("  MISSING {words} {why:?}");
            }
        }
        eprintln!("  conflicts {:?}", gated.conflicts);
    }
}
