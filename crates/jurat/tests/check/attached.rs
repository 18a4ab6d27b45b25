//! Audits attached to the stages of a workflow that knows nothing of them.

use serde_json::{Value as Json, json};

use crate::bench::{Bench, Said};

fn workflow(mode: &str) -> Json {
    json!({
        "name": "jam",
        "channels": {
            "question": { "type": "string" }, "found": { "type": "array" },
            "text": { "type": "string" },
        },
        "stages": [
            {
                "id": "write", "run": "pass",
                "x-audit": {
                    "stage": "redator", "mode": mode,
                    "reads": { "query": "question", "sources": "found", "draft": "text" },
                },
            },
            { "id": "send", "run": "pass", "depends_on": ["write"] },
        ],
        "outputs": { "audits": "state.stage_audits", "epoch": "epoch" },
    })
}

/// Runs it on a text that says something its source does not.
fn run(mode: &str, text: &str) -> (Bench, Said) {
    let bench = Bench::new();
    bench.write("jam.json", workflow(mode).to_string());
    let source = "The jam must be cooked for 20 minutes before the jars are filled.";
    let input = json!({
        "question": "How long must the jam be cooked?",
        "found": [{ "id": "a", "text": source, "score": 0.9 }], "text": text,
    });
    bench.write("input.json", input.to_string());
    let said = bench.jurat("run jam.json --input input.json --json");
    (bench, said)
}

const WRONG: &str = "The jam must be cooked for 90 minutes before the jars are filled.";
const RIGHT: &str = "The jam must be cooked for 20 minutes before the jars are filled.";

/// How often a stage was done.
fn passes(bench: &Bench, stage: &str) -> usize {
    let shown = bench.jurat("runs show last").out;
    let line = shown
        .lines()
        .find(|line| line.split_whitespace().next() == Some(stage));
    let mut words = line.unwrap().split_whitespace().skip(1);
    if words.next() == Some("done") { words.next().unwrap().parse().unwrap() } else { 0 }
}

#[test]
fn good_work_goes_on() {
    for mode in ["advisory", "retry_once", "gate"] {
        let (bench, said) = run(mode, RIGHT);
        said.is(0, "\"ok\": true", "");
        assert_eq!((passes(&bench, "write"), passes(&bench, "send")), (1, 1), "{mode}");
    }
}

#[test]
fn advice_stops_nobody() {
    let (bench, said) = run("advisory", WRONG);
    said.is(0, "NUMBER_MISMATCH", "");
    assert_eq!((passes(&bench, "write"), passes(&bench, "send")), (1, 1));
}

#[test]
fn work_that_is_not_ok_is_done_again_once() {
    let (bench, said) = run("retry_once", WRONG);
    said.is(0, "NUMBER_MISMATCH", "");
    assert_eq!((passes(&bench, "write"), passes(&bench, "send")), (2, 1));
}

#[test]
fn a_gate_lets_nothing_through() {
    let (bench, said) = run("gate", WRONG);
    assert_eq!(said.code, 1, "{}", said.err);
    assert_eq!((passes(&bench, "write"), passes(&bench, "send")), (1, 0));
}

#[test]
fn an_audit_that_cannot_be_meant_is_told() {
    let (_, said) = run("sometimes", RIGHT);
    said.is(3, "", "stage `write`: `x-audit`");
}
