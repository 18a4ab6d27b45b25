//! Floors of judgement on texts of our own (`slices/`), so that a worse model or rule fails wherever the tests run.
//!
//! They were written by people who had not seen the program; nothing is fitted or chosen on them. A floor lies a
//! little below what was measured when it was set.

#![expect(clippy::unwrap_used, reason = "a row that cannot be read should stop loudly")]
#![expect(clippy::print_stderr, reason = "the figures are what the tests are for")]

use std::path::PathBuf;

use jurat_eval::{DatasetSplit, citations, grounding, injection};
use jurat_text::{Language, deontic};
use serde::Deserialize;
use serde_json::Value as Json;

fn slice(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/slices")
        .join(name)
}

#[track_caller]
fn floor(what: &str, found: f64, least: f64) {
    eprintln!("{what}: {found:.3} (floor {least})");
    assert!(least <= found, "{what} fell to {found:.3}; the floor is {least}");
}

/// Each claim that its passages support, once with them and once with those of the next. Claims that change one word of
/// their passage are in the file too; they are measured in docs/quality.md and have no floor yet.
#[test]
fn support_is_told_from_its_lack() {
    let rows = std::fs::read_to_string(slice("grounding.jsonl")).unwrap();
    let rows = rows.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
    let supported: Vec<Json> = rows.filter(|row| row["label"] == "supported").collect();
    let others = supported.iter().cycle().skip(1);
    let pairs: Vec<String> = supported
        .iter()
        .zip(others)
        .flat_map(|(row, other)| {
            let mut away = row.clone();
            away["evidence"] = other["evidence"].clone();
            away["label"] = "unsupported".into();
            [row.to_string(), away.to_string()]
        })
        .collect();
    let file = tempfile::NamedTempFile::with_suffix(".jsonl").unwrap();
    std::fs::write(file.path(), pairs.join("\n")).unwrap();
    let figures = grounding(file.path(), DatasetSplit::All).unwrap();
    floor("grounding, macro F1", figures.macro_f1, 0.60);
    floor("grounding, area under the curve", figures.auc, 0.84);
}

#[test]
fn orders_to_the_machine_are_told_from_harmless_texts() {
    let figures = injection(&slice("injection.jsonl"), DatasetSplit::All).unwrap();
    let own = &figures.by_dataset["own"];
    floor("injection, attacks found", own.attack_recall.unwrap(), 0.62);
    floor("injection, harmless passed", own.benign_pass.unwrap(), 0.90);
}

#[test]
fn citations_are_found_to_the_letter() {
    let figures = citations(&slice("citations.jsonl"), DatasetSplit::All).unwrap();
    floor("citations, precision", figures.score.precision, 0.92);
    floor("citations, recall", figures.score.recall, 0.92);
}

#[derive(Deserialize)]
struct LabelledSentence {
    lang: Language,
    text: String,
    requirement: bool,
}

#[test]
fn requirements_are_told_from_other_sentences() {
    let rows = std::fs::read_to_string(slice("requirements.jsonl")).unwrap();
    let (mut right, mut wrong, mut missed) = (0.0, 0.0, 0.0);
    for line in rows.lines() {
        let row: LabelledSentence = serde_json::from_str(line).unwrap();
        let found = deontic::read_demand(&row.text, &[], row.lang).is_requirement();
        match (row.requirement, found) {
            (true, true) => right += 1.0,
            (false, true) => wrong += 1.0,
            (true, false) => missed += 1.0,
            (false, false) => {}
        }
    }
    floor("requirements, precision", right / (right + wrong), 0.94);
    floor("requirements, recall", right / (right + missed), 0.80);
}
