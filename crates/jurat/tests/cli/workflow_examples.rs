//! What docs/workflows.md shows, runs.

use crate::{cli_fixture::Bench, own_workers::python};

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
