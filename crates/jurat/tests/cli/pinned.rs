//! A run is pinned to the definition it was started under.

use crate::cli_fixture::Bench;

/// Starts a run of a workflow that is called as a built-in one and differs from it.
fn older_orchard(bench: &Bench) {
    let text = bench.jurat("workflow show orchard --json").out;
    bench.write("older.json", text.replace("\"version\": \"1\"", "\"version\": \"0\""));
    bench.jurat("run older.json -p ask=true").is(2, "", "waits");
}

#[test]
fn a_changed_definition_is_not_slipped_in() {
    let bench = Bench::new();
    older_orchard(&bench);
    let said = bench.jurat("resume last");
    said.is(3, "", "workflow `orchard` has changed since run");
    said.is(3, "", "--pinned` goes on");
    said.is(3, "", "`jurat run orchard` starts a new run");
}

#[test]
fn the_stored_definition_goes_on() {
    let bench = Bench::new();
    older_orchard(&bench);
    let said = bench.jurat("resume last --pinned --answer approve=yes");
    said.is(0, "\"crates_shipped\": 180", "completed");
}

#[test]
fn a_workflow_from_a_file_needs_the_file_no_more() {
    let bench = Bench::new();
    let text = r#"{"name": "mine", "channels": {"said": {"type": "object"}}, "stages": [
        {"id": "ask", "interrupt": {"prompt": "Well?", "to": "said"}}],
        "outputs": {"said": "state.said.answer"}}"#;
    bench.write("mine.json", text);
    bench.jurat("run mine.json").is(2, "", "Well?");
    std::fs::remove_file(bench.path("mine.json")).unwrap();
    let said = bench.jurat("runs answer last ask fine --author bo --resume");
    said.is(0, "\"said\": \"fine\"", "completed");
}
