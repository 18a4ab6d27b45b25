//! The ten questions of the sample as whole runs, byte for byte, each with a proof that holds. `JURAT_UPDATE=1` rewrites
//! what they came to.

use std::fs;

use serde_json::Value as Json;

use crate::sample::{golden, questions, research, varrow};

#[test]
fn every_question_of_the_sample_comes_to_the_same() {
    let bench = varrow();
    for question in questions() {
        let id = question["id"].as_str().unwrap();
        let asked = text(&question);
        let said = research(
            &bench,
            &asked,
            &["--json", "--bundle", "a.jurat", "--report", "a.html", "--report", "a.pdf"],
        );
        let expected = match question["expects"]["outcome"].as_str().unwrap() {
            "refused" => 1,
            "answered" => 0,
            _ => 2,
        };
        let report = said.json();
        let result = report["result"].as_str().unwrap();
        // What the offline twin gets wrong is written down beside the question.
        let falls_short = question["falls_short"].as_str().is_some();
        assert!(
            said.code == expected || falls_short,
            "{id}: {} {result}\n{}",
            said.code,
            said.err
        );
        bench.homeless("verify a.jurat").is(0, "", "");
        keep(id, &report);
    }
}

/// Every sentence of every answer stands in a file of the sample: checked here by plain search, not by the program.
#[test]
fn every_sentence_stands_in_its_source() {
    let bench = varrow();
    let squeezed = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let files: Vec<String> = jurat_legal_research::sample::FILES
        .iter()
        .map(|file| squeezed(file.text))
        .collect();
    let mut count = 0;
    for question in questions().iter().take(4) {
        let report = research(&bench, &text(question), &["--json"]).json();
        for step in report["steps"].as_array().unwrap() {
            for statement in step["statements"].as_array().unwrap() {
                let words = statement["text"].as_str().unwrap();
                // Items of a long list are told with gaps between them.
                for piece in words.split(" … ") {
                    assert!(files.iter().any(|file| file.contains(piece)), "{piece}");
                }
                count += 1;
            }
        }
    }
    assert!(10 < count, "{count} sentences");
}

#[test]
fn steps_share_no_passage() {
    let bench = varrow();
    for question in questions().iter().skip(1).take(3) {
        let report = research(&bench, &text(question), &["--json"]).json();
        let mut seen = std::collections::BTreeSet::new();
        for step in report["steps"].as_array().unwrap() {
            for id in step["retrieved_doc_ids"].as_array().unwrap() {
                assert!(seen.insert(id.as_str().unwrap().to_owned()), "{id} was found twice");
            }
        }
    }
}

fn text(question: &Json) -> String {
    let choices = question["choices"].as_str().unwrap();
    let asked = question["question"].as_str().unwrap();
    if choices.is_empty() { asked.to_owned() } else { format!("{asked}\n\n{choices}") }
}

#[track_caller]
fn keep(id: &str, report: &Json) {
    let path = golden(&format!("{id}.json"));
    let found = format!("{report:#}\n");
    if updating() {
        fs::write(&path, &found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == found, "{} differs; JURAT_UPDATE=1 rewrites it\n{found}", path.display());
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updating() -> bool {
    std::env::var_os("JURAT_UPDATE").is_some()
}
