//! What docs/workflows.md shows, runs.

use std::{env, fs, os::unix::fs::PermissionsExt, path::Path, process::Command};

use crate::{
    cli_fixture::{BINARY, Bench},
    own_workers::python,
};

const PAGE: &str = include_str!("../../../../docs/workflows.md");

/// The blocks of the page in a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let mut parts = PAGE.split("```");
    let mut found = Vec::new();
    while let (Some(_), Some(block)) = (parts.next(), parts.next()) {
        found.extend(block.strip_prefix(language));
    }
    found
}

#[test]
fn every_example_passes_lint_and_runs() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    let [program] = blocks("python")[..] else { unreachable!("one program does it all") };
    bench.write("kitchen.py", program);
    let whole = blocks("json")
        .into_iter()
        .filter(|block| block.contains("\"stages\""));
    let whole: Vec<&str> = whole.collect();
    assert!(5 <= whole.len(), "{}", whole.len());
    for (at, example) in whole.into_iter().enumerate() {
        let name = format!("example_{at}.json");
        bench.write(&name, example);
        bench.jurat(&format!("workflow lint {name}")).is(0, "", "");
        let answer = if example.contains("\"interrupt\"") { "--answer ask=yes" } else { "" };
        // The tasting has fewer sips than glasses, and says so.
        let code = if example.contains("no sips left") { 2 } else { 0 };
        bench.jurat(&format!("run {name} {answer}")).is(code, "", "run ");
    }
}

#[test]
#[expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a script is what the test is about"
)]
fn the_loop_of_the_page_ends_where_its_worker_fails() {
    if Command::new("jq").arg("--version").output().is_err() {
        println!("skipped: jq is missing");
        return;
    }
    let [script] = blocks("sh")[..] else { unreachable!("one loop does it all") };
    let folder = Path::new(BINARY).parent().unwrap().display().to_string();
    let path = format!("{folder}:{}", env::var("PATH").unwrap());
    for (body, ends) in
        [("echo '{}'", "completed"), ("echo torn", "running"), ("exit 1", "failed")]
    {
        let bench = Bench::new();
        let stages = r#"[{"id": "a", "retry_limit": 2}, {"id": "b", "depends_on": ["a"]}]"#;
        bench.write("w.json", format!(r#"{{"name": "w", "stages": {stages}}}"#));
        let run = bench.jurat("runs start w.json").json()["run"].clone();
        bench.write("worker", format!("#!/bin/sh\ncat > due; {body}\n"));
        let rights = fs::Permissions::from_mode(0o755);
        fs::set_permissions(bench.path("worker"), rights).unwrap();
        // One that does not end is ended, with another exit code than its own.
        let mut command = Command::new("timeout");
        command.args(["60", "sh", "-c", script]).current_dir(bench.path(""));
        command.env("JURAT_HOME", bench.home()).env("PATH", &path);
        let said = command.env("RUN", run.as_str().unwrap()).output().unwrap();
        assert_ne!(said.status.code(), Some(124), "{body}");
        let status = bench.jurat("runs status last").json();
        assert_eq!(status["status"], ends, "{body}: {status}");
    }
}
