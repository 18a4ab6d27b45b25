//! Stages that programs do: `exec:`.

use std::{fs, os::unix::fs::PermissionsExt};

use crate::cli_fixture::Bench;

/// A workflow of one stage, done by a script that lies beside it.
#[track_caller]
pub(crate) fn script(bench: &Bench, body: &str, more: &str) {
    bench.write("w/do.sh", format!("#!/bin/sh\n{body}\n"));
    let path = bench.path("w/do.sh");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let text = r#"{"name": "w", "channels": {"a": {}}, "outputs": {"a": "state.a"},
        "stages": [{"id": "do", "run": "exec:./do.sh", "writes": ["a"] MORE}]}"#;
    bench.write("w/w.json", text.replace("MORE", more));
}

#[test]
fn a_first_workflow_runs_as_it_is() {
    let bench = Bench::new();
    bench.jurat("workflow new first").is(
        0,
        "first/workflow.json",
        "hint: jurat run first/workflow.json",
    );
    bench.jurat("workflow lint first/workflow.json").is(0, "", "");
    let said = bench.jurat("run first/workflow.json");
    said.is(0, "\"letters\": 12", "stage measure runs");
    said.is(0, "\"word\": \"short\"", "completed");
    let long = ["run", "first/workflow.json", "-p", "greeting=A very good evening to all"];
    bench.words(&long, "").is(0, "\"word\": \"long\"", "");
    bench.jurat("workflow new first").is(3, "", "is there already");
    // Programs are pure unless a stage says otherwise: a replay runs them again.
    bench.jurat("runs replay last").is(0, "", "");
}

#[test]
fn a_first_workflow_in_python_runs_as_it_is() {
    if !crate::own_workers::python() {
        return;
    }
    let bench = Bench::new();
    bench
        .jurat("workflow new first --python")
        .is(0, "first/stages.py", "");
    bench
        .jurat("run first/workflow.json")
        .is(0, "\"word\": \"short\"", "completed");
}

#[test]
fn a_program_is_told_all_that_it_needs() {
    let bench = Bench::new();
    script(
        &bench,
        r#"printf '{"output": {"a": %s}}' "$(cat)""#,
        r#", "with": {"settings": {"b": 2}}"#,
    );
    let said = bench.jurat("run w/w.json");
    said.is(0, "", "completed");
    let told = said.json()["a"].clone();
    for key in ["run", "idempotency_key", "params", "state", "item"] {
        assert!(told.get(key).is_some(), "{key}: {told}");
    }
    assert_eq!((&told["protocol"], &told["instance"]), (&1.into(), &"do@0#0".into()));
    assert_eq!((&told["settings"]["b"], &told["writes"][0]), (&2.into(), &"a".into()));
}

#[test]
fn what_goes_wrong_is_told() {
    let cases = [
        ("echo no fruit >&2; exit 3", "exit code 3: no fruit"),
        ("echo done", "not one JSON value: expected value at line 1 column 1: `done`"),
        ("true", "it is empty"),
        (r#"echo '{"output": {"a": 18446744073709551616}}'"#, "more digits than are kept"),
        (r#"echo '{"output": {"b": 1}}'"#, "there is no such channel"),
        (r#"echo '{"output": 7}'"#, "its reply is not"),
        (r#"echo '{"error": {"message": "the cellar is locked"}}'"#, "the cellar is locked"),
        ("kill -9 $$", "ended with exit code 137"),
    ];
    for (body, why) in cases {
        let bench = Bench::new();
        script(&bench, body, "");
        bench.jurat("run w/w.json").is(4, "", why);
    }
}

#[test]
fn a_program_that_asks_for_it_is_tried_again() {
    let bench = Bench::new();
    let body = r#"cat | grep -q '"attempt":3' || exit 75; echo '{"output": {"a": 1}}'"#;
    script(&bench, body, r#", "retry_limit": 2"#);
    bench.jurat("run w/w.json").is(0, "\"a\": 1", "completed");
    script(&bench, body, r#", "retry_limit": 1"#);
    bench.jurat("run w/w.json").is(4, "", "exit code 75");
}

#[test]
fn a_program_that_takes_too_long_is_ended() {
    let bench = Bench::new();
    let body = format!("sleep 60; touch {}", bench.path("late").display());
    script(&bench, &body, r#", "with": {"limits": {"seconds": 1}}"#);
    bench.jurat("run w/w.json").is(4, "", "took longer than 1 s");
    script(&bench, &body, r#", "timeout_ms": 300"#);
    bench.jurat("run w/w.json").is(4, "", "it took too long");
    assert!(!bench.path("late").exists());
}

#[test]
fn a_program_sees_no_files_but_its_own() {
    let bench = Bench::new();
    bench.write("secret.txt", "a secret");
    bench.write("w/own.txt", "ours");
    let secret = bench.path("secret.txt");
    let own = bench.path("w/own.txt");
    let body = format!(
        "own=$(cat {}); other=$(cat {} 2>/dev/null || echo shut); \
         printf '{{\"output\": {{\"a\": \"%s %s\"}}}}' \"$own\" \"$other\"",
        own.display(),
        secret.display()
    );
    script(&bench, &body, "");
    let confined = !bench.jurat("doctor").out.contains("limits alone");
    let expected = if confined { "ours shut" } else { "ours" };
    bench.jurat("run w/w.json").is(0, expected, "");
    let allowed = format!(r#", "with": {{"files": ["{}"]}}"#, secret.display());
    script(&bench, &body, &allowed);
    bench.jurat("run w/w.json").is(0, "ours a secret", "");
}

#[test]
fn a_run_goes_on_from_anywhere() {
    let bench = Bench::new();
    script(&bench, "exit 1", "");
    bench.jurat("run w/w.json").is(4, "", "exit code 1");
    script(&bench, r#"echo '{"output": {"a": 5}}'"#, "");
    bench.write("elsewhere/empty", "");
    let words = ["--store", "../home", "resume", "last"];
    let said = bench.words_in("elsewhere", &words);
    said.is(0, "\"a\": 5", "completed");
    // What was overcome is no reason of how it ended.
    assert!(!said.err.contains("exit code 1"), "{}", said.err);
}

#[test]
fn what_cannot_be_run_is_refused_before_anything_runs() {
    let bench = Bench::new();
    let stage =
        |run: &str| format!(r#"{{"name": "w", "stages": [{{"id": "do", "run": "{run}"}}]}}"#);
    for (run, why) in [
        ("exec:", "names no program"),
        ("exec:./gone.sh", "there is no program"),
        ("exec:no-such-program-at-all x", "not among the programs"),
        ("worker:x", "say its `effect`"),
        ("http://127.0.0.1:1/", "say its `effect`"),
        ("ftp:x", "`exec:…`, `http:…`"),
    ] {
        bench.write("w.json", stage(run));
        bench.jurat("run w.json").is(3, "", why);
    }
}

#[test]
fn a_list_keeps_to_a_line_a_run_whatever_a_program_says() {
    let bench = Bench::new();
    script(&bench, "seq 1 40 >&2; exit 3", "");
    bench.jurat("run w/w.json").is(4, "", "exit code 3");
    let listed = bench.jurat("runs list");
    assert_eq!(listed.out.lines().count(), 2, "{}", listed.out);
    let whole = bench.jurat("runs list --json").json()[0]["at"].clone();
    assert!(whole.as_str().unwrap().contains("40"), "{whole}");
}

#[test]
fn a_program_that_there_is_no_memory_for_is_not_blamed() {
    let bench = Bench::new();
    script(&bench, "true", r#", "with": {"limits": {"memory_mb": 8}}"#);
    let said = bench.jurat("run w/w.json");
    said.is(4, "", "the limit of 8 MB of memory leaves no room to start it");
}

#[test]
fn hints_name_a_workflow_in_a_file_by_its_path() {
    let bench = Bench::new();
    script(&bench, "true", "");
    for verb in ["run", "runs start"] {
        let said = bench.jurat(&format!("{verb} w/w.json -p none=1"));
        said.is(3, "", "has no parameter `none`");
        bench.jurat(&said.hinted()).is(0, "do", "");
    }
}
