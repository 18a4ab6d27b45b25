//! Pipelines of others, run as they are: what they leave is audited, and what was planted is found.
//!
//! `peers/pipelines` has them; `canned.json` there says what their models answer, soundly and with
//! one fault each.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde::Deserialize;
use serde_json::Value as Json;

use crate::bench::Bench;

/// What each fault must be found as.
const FAULTS: [(&str, &str); 5] = [
    ("article", "CITATION_NOT_IN_SOURCES"),
    ("misplaced", "CITATION_MISPLACED"),
    ("url", "EXTERNAL_URL"),
    ("negation", "NEGATION_CHANGED"),
    ("number", "NUMBER_MISMATCH"),
];

/// An answer and the faults that it has room for.
#[derive(Deserialize)]
struct Canned {
    name: String,
    /// By name: the sound words and the faulty ones in their place.
    faults: BTreeMap<String, (String, String)>,
}

#[test]
fn langgraph_is_audited_on_each_of_its_states() {
    check("langgraph_rag.py", "answer");
    check("langgraph_rag.py", "messages");
    check("langgraph_rag.py", "tool");
}

#[test]
fn langgraph_is_audited_in_each_form_in_which_langchain_writes() {
    check("langgraph_rag.py", "answer-load");
    check("langgraph_rag.py", "messages-load");
    check("langgraph_rag.py", "messages-dict");
    check("langgraph_rag.py", "tool-load");
    check("langgraph_rag.py", "tool-dict");
}

#[test]
fn haystack_is_audited_with_and_without_its_answer_builder() {
    check("haystack_rag.py", "answers");
    check("haystack_rag.py", "replies");
}

#[track_caller]
fn check(script: &str, shape: &str) {
    let Some(python) = python() else { return };
    let bench = Bench::new();
    run(python, script, shape, &bench.path("states"));
    let audits = audits(&bench);
    let mut planted = 0;
    for Canned { name, faults } in canned() {
        let (_, sound) = found(&bench, &audits, &format!("{name}.none"));
        assert!(sound.is_empty(), "{shape} {name}: {sound:#?}");
        for (fault, code) in FAULTS {
            let Some((_, faulty)) = faults.get(fault) else { continue };
            planted += 1;
            let (state, issues) = found(&bench, &audits, &format!("{name}.{fault}"));
            let told = |issue: &Json| issue["code"] == code && points(&state, issue, faulty);
            assert!(issues.iter().any(told), "{shape} {name}.{fault}: {issues:#?}");
        }
    }
    assert_eq!(audits.len(), planted + canned().len(), "{shape}");
}

/// A state, and what was found in it but for one thing: where retrieval came upon the letter that
/// gives orders to models, and only there, this is said.
#[track_caller]
fn found(bench: &Bench, audits: &BTreeMap<String, Json>, name: &str) -> (Json, Vec<Json>) {
    let state = json(&bench.path(&format!("states/{name}.json")));
    let is_order = |issue: &Json| issue["code"] == "INJECTION_SUSPECTED";
    let (orders, issues): (Vec<Json>, Vec<Json>) =
        loud(&audits[name]).into_iter().partition(is_order);
    let has_letter = state.to_string().contains("visitor_letter.txt");
    assert_eq!(!orders.is_empty(), has_letter, "{name}: {orders:#?}");
    (state, issues)
}

/// The Python that has the packages of the pipelines.
#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says which Python")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn python() -> Option<OsString> {
    let python = std::env::var_os("JURAT_PIPELINE_PYTHON");
    if python.is_none() {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "JURAT_PIPELINE_PYTHON names no Python with langgraph and haystack");
        eprintln!("skipped: JURAT_PIPELINE_PYTHON names no Python with langgraph and haystack");
    }
    python
}

/// Has a pipeline answer every question, soundly and with each fault.
#[expect(clippy::disallowed_methods, reason = "the pipeline is a program of its own")]
fn run(python: OsString, script: &str, shape: &str, states: &Path) {
    let output = Command::new(python)
        .arg(folder().join(script))
        .arg(folder().join("../../systems/evidence_first/sample"))
        .arg(states)
        .args(["--shape", shape])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{script} {shape}: {err}");
}

/// The audits of all states, by their names.
fn audits(bench: &Bench) -> BTreeMap<String, Json> {
    let mut files: Vec<String> = fs::read_dir(bench.path("states"))
        .unwrap()
        .map(|entry| format!("states/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    files.sort();
    let mut line = vec!["check", "--json"];
    line.extend(files.iter().map(String::as_str));
    let said = bench.words(&line, "");
    said.is(0, "", "");
    let audits = said.out.lines().map(|line| serde_json::from_str(line).unwrap());
    audits.map(|one: Json| (name(&one), one["audit"].clone())).collect()
}

fn name(audit: &Json) -> String {
    let file = audit["state"].as_str().unwrap();
    Path::new(file).file_stem().unwrap().to_str().unwrap().to_owned()
}

/// The issues of all stages that are more than information.
fn loud(audit: &Json) -> Vec<Json> {
    let stages = ["search", "redator", "professor", "pipeline"];
    let issues = stages
        .iter()
        .flat_map(|stage| audit[stage]["issues"].as_array().unwrap());
    issues.filter(|issue| issue["severity"] != "info").cloned().collect()
}

/// Whether an issue points at words of the state: into them, or at the one sentence they are in.
fn points(state: &Json, issue: &Json, words: &str) -> bool {
    let Some(text) = text(state, issue) else { return false };
    let byte = |end: &str| usize::try_from(issue["span"][end].as_u64()?).ok();
    let Some((from, to)) = byte("start").zip(byte("end")) else { return false };
    let Some(start) = text.find(words) else { return false };
    let into = start <= from && from < to && to <= start + words.len();
    let sentence = text
        .get(from..to)
        .is_some_and(|said| said.contains(words) && !said.trim_end_matches('.').contains(". "));
    into || sentence
}

/// The text of the state that an issue is about.
fn text(state: &Json, issue: &Json) -> Option<String> {
    let path = issue["at"].as_str()?.trim_start_matches('$');
    let pointer = path.replace(['.', '['], "/").replace(']', "");
    match state.pointer(&pointer)? {
        Json::Array(parts) => parts.iter().map(|part| part["text"].as_str()).collect(),
        text => Some(text.as_str()?.to_owned()),
    }
}

fn canned() -> Vec<Canned> {
    serde_json::from_value(json(&folder().join("canned.json"))).unwrap()
}

fn json(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../peers/pipelines")
}
