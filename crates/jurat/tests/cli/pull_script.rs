//! A script that knows only `next`, `complete` and `status`, over a fan-out with equal outputs and a loop.

use std::process::Command;

use serde_json::{Value as Json, json};

use crate::cli_fixture::{BINARY, Bench};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/pull_worker.py");

#[test]
fn a_script_that_only_hands_back_what_it_was_told_comes_to_the_end() {
    let bench = Bench::new();
    bench.write("tasting.json", tasting().to_string());
    let run = bench.jurat("runs start tasting.json").json()["run"].clone();
    let Some(told) = worker(&bench, run.as_str().unwrap()) else { return };
    // Three passes of three tasters and a checker, then the writer.
    assert_eq!(told["steps"], 13);
    assert_eq!(told["end"]["outcome"], "incomplete");
    let progress = json!({"completed": 3, "total": 3, "percentage": 100});
    assert_eq!(told["status"]["progress"], progress);
    let shown = bench.jurat("runs show last --state --events --json").json();
    assert_eq!(shown["state"]["votes"], json!(vec!["same"; 9]));
    let events = shown["events"].as_array().unwrap();
    let done = events.iter().filter(|event| event["kind"] == "completed");
    let mut done: Vec<&str> = done.map(|event| event["subject"].as_str().unwrap()).collect();
    assert_eq!(done.len(), 13);
    done.sort_unstable();
    done.dedup();
    assert_eq!(done.len(), 13, "an instance was reported twice: {done:?}");
}

fn tasting() -> Json {
    json!({
        "name": "tasting",
        "channels": {
            "votes": {"type": "array", "reducer": "append", "across_epochs": "keep"},
            "verdict": {"type": "string"},
        },
        "stages": [
            {"id": "taste", "agent": "taster", "for_each": "[1, 2, 3]", "writes": ["votes"]},
            {"id": "check", "agent": "checker", "depends_on": ["taste"], "writes": ["verdict"]},
            {"id": "write", "agent": "writer", "depends_on": ["check"]},
        ],
        "loop_back": [{"from": "check", "to": "taste", "when": "state.verdict == 'again'",
                       "limit": 2}],
    })
}

/// What the script prints at its end; nothing where there is no Python.
#[expect(clippy::disallowed_methods, reason = "a script is what the test is about")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn worker(bench: &Bench, run: &str) -> Option<Json> {
    let mut command = Command::new("python3");
    command.args([SCRIPT, BINARY, run]).env("JURAT_HOME", bench.home());
    let Ok(said) = command.current_dir(bench.path("")).output() else {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "python3 is missing");
        eprintln!("skipped: python3 is missing");
        return None;
    };
    let err = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{err}");
    Some(serde_json::from_slice(&said.stdout).unwrap())
}
