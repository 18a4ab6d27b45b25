//! A real model on a real server: small, of poor judgement, and held to the same gates.

use std::{
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use serde_json::Value as Json;

use crate::{
    bench::{BINARY, Bench},
    small_model::{Server, server},
};

const QUESTION: &str = "How soon must client assessments be documented?";
const STATUTE: &str = "---\nkind: statute\ntitle: Larkmere Records Code\n---\n\n# 12 Records\n\n\
    All client assessments shall be documented within 60 days of the first contact with the client.\n\
    Every provider shall keep the records of each client for seven years after the last service.\n";

fn bench(server: &Server) -> Bench {
    let bench = Bench::new();
    bench.write("law/records.md", STATUTE);
    bench.jurat("ingest law --corpus law").is(0, "", "");
    bench.write("home/jurat.toml", server.settings());
    bench
}

#[track_caller]
fn ended_in_order(bench: &Bench, code: i32, report: &Json) {
    assert!((0..=2).contains(&code), "exit {code}: {report:#}");
    let used = report["model_use"].as_array().unwrap();
    assert!(used.iter().any(|one| 0 < one["tokens_out"].as_u64().unwrap()), "{used:#?}");
    bench.jurat("verify a.jurat --strict").is(0, "consistent", "");
}

#[test]
fn a_small_model_answers_within_the_gates_and_is_replayed_without_it() {
    let Some(server) = server() else { return };
    let bench = bench(&server);
    bench.jurat("doctor --tries 1").is(0, "model local", "");
    let words = ["ask", QUESTION, "--corpus", "law", "--model", "local", "--json"];
    let mut words = words.to_vec();
    words.extend(["--bundle", "a.jurat", "--budget", "small"]);
    let said = bench.words(&words, "");
    ended_in_order(&bench, said.code, &said.json());
    drop(server);
    bench.jurat("runs replay last").is(0, "the same", "");
}

#[test]
fn a_run_that_is_killed_in_the_middle_goes_on_with_its_model() {
    let Some(server) = server() else { return };
    let bench = bench(&server);
    let mut child = started(&bench);
    while !bench.jurat("runs show last --events").out.contains("paid") {
        thread::sleep(Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let resumed = bench.jurat("resume last");
    assert!((0..=2).contains(&resumed.code), "{}", resumed.err);
    drop(server);
    bench.jurat("runs replay last").is(0, "the same", "");
}

#[expect(clippy::disallowed_methods, reason = "a kill needs a process of its own")]
fn started(bench: &Bench) -> Child {
    Command::new(BINARY)
        .args(["ask", QUESTION, "--corpus", "law", "--model", "local"])
        .env("JURAT_HOME", bench.home())
        .current_dir(bench.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
