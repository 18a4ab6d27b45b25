//! A run is pinned to the definition it was started under.

use std::collections::BTreeMap;

use jurat::wiring;
use jurat_engine::{Engine, RunRequest, WaitResult, load};
use jurat_system::{ServiceRegistry, catalog::WorkflowCatalog};
use jurat_systems::ALL;

use crate::cli_fixture::Bench;

/// The sample as another version of jurat would have it built in.
fn older_text() -> String {
    ALL.text("orchard")
        .unwrap()
        .replace("\"version\": \"1\"", "\"version\": \"0\"")
}

/// Starts a run as another version of jurat would have.
fn older_orchard(bench: &Bench) {
    let catalog = WorkflowCatalog::new(ALL, &ServiceRegistry::default());
    let workflow = catalog.bind(load(&older_text()).unwrap()).unwrap();
    let engine = Engine::new(bench.store(), wiring::engine_options(2)).unwrap();
    let request = RunRequest {
        run: wiring::new_run_id(),
        params: BTreeMap::from([("ask".to_owned(), true.into())]),
        input: BTreeMap::new(),
    };
    let handle = engine.start(&workflow, request).unwrap();
    assert!(matches!(handle.wait(), WaitResult::Waiting(_)));
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
fn a_file_may_not_take_the_name_of_a_built_in_workflow() {
    let bench = Bench::new();
    bench.write("mine.json", older_text());
    for verb in ["run", "runs start", "workflow lint", "workflow show"] {
        bench.jurat(&format!("{verb} mine.json")).is(3, "", "built in");
    }
    let said = bench.jurat("run mine.json");
    said.is(3, "", "`mine.json` calls itself `orchard`");
    said.is(3, "", "hint: give it a `name` of its own");
    bench.write(
        "mine.json",
        older_text().replace("\"name\": \"orchard\"", "\"name\": \"mine\""),
    );
    bench.jurat("run mine.json -p ask=true").is(2, "", "waits");
    bench.jurat("resume last --answer approve=yes").is(0, "", "completed");
}

#[test]
fn what_show_prints_is_sound_and_runs() {
    let bench = Bench::new();
    for workflow in ALL.workflows() {
        let text = bench.jurat(&format!("workflow show {} --json", workflow.name)).out;
        bench.write("saved.json", text);
        bench.jurat("workflow lint saved.json").is(0, "no defects", "");
        bench.jurat("workflow show saved.json").is(0, "definition", "");
    }
    bench.write("saved.json", bench.jurat("workflow show evidence_first --json").out);
    bench.write("law.md", "# Act\n\nA ferry must carry a lamp at night.\n");
    bench.jurat("ingest law.md --corpus law").is(0, "", "");
    let question = "question=Must a ferry carry a lamp at night?";
    let words = ["run", "saved.json", "-p", question, "-p", "corpus=law"];
    let said = bench.words(&words, "");
    assert!(said.code <= 2 && said.err.contains("stages"), "{} {}", said.code, said.err);
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
