//! Repositories that pretend, and honest ones that look like it.

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    repository::{Step, court, criterion, make, without_git},
};

/// The report on a repository of these files.
fn report(files: &[(&str, &str)]) -> Json {
    let bench = Bench::new();
    let step = Step {
        message: "Add the triage of clauses",
        date: "2026-02-01T10:00:00Z",
        files: files
            .iter()
            .map(|(path, text)| (*path, text.as_bytes().to_vec()))
            .collect(),
    };
    make(&bench.path("lease"), &[step]);
    court(&bench, &["lease", "--json", "--fail-on", "never"]).json()
}

fn outcome(report: &Json, of: &str, check: &str) -> String {
    let one = criterion(report, of);
    let checks = one["checks"].as_array().unwrap();
    let found = checks.iter().find(|one| one["check_id"] == check).unwrap();
    found["outcome"].as_str().unwrap().to_owned()
}

const STATE: &str = "from pydantic import BaseModel\n\n\nclass Risk(BaseModel):\n    level: str\n    reason: str\n";

fn graph(classify: &str) -> String {
    format!(
        "from langchain_openai import ChatOpenAI\nfrom langgraph.graph import END, START, StateGraph\n\
         from .state import Risk\n\nllm = ChatOpenAI(model='small')\nPROMPT = 'Say of the clause that follows how \
         risky it is for a tenant who cannot read the law, and give the reason in one sentence of plain words.'\n\n\n\
         def classify(state):\n    {classify}\n\n\ndef write(state):\n    {classify}\n\n\nb = StateGraph(dict)\n\
         b.add_node('classify', classify)\nb.add_node('write', write)\nb.add_edge(START, 'classify')\n\
         b.add_edge('classify', 'write')\nb.add_edge('write', END)\napp = b.compile()\n"
    )
}

#[test]
fn nodes_that_give_back_what_was_decided_before_are_no_agent() {
    if without_git() {
        return;
    }
    let fake =
        graph("found = Risk(level='low', reason='balanced')\n    return {'risk': found}");
    let report = report(&[("lease/graph.py", &fake), ("lease/state.py", STATE)]);
    assert_eq!(outcome(&report, "models", "a_model_is_asked"), "NOT_ASSESSABLE");
    assert_eq!(outcome(&report, "models", "answers_have_a_shape"), "NOT_ASSESSABLE");
    assert_eq!(outcome(&report, "models", "what_it_is_told"), "NOT_ASSESSABLE");
    assert_ne!(outcome(&report, "real_work", "nodes_do_something"), "MET");
    assert_eq!(outcome(&report, "real_work", "a_node_asks"), "UNMET");
    assert_eq!(criterion(&report, "real_work")["verdict"], "FAIL");
    assert_ne!(report["overall"]["verdict"], "PASS");
    let actions = report["actions"].as_array().unwrap();
    let said = actions
        .iter()
        .filter(|one| one["what"].to_string().contains("do nothing"));
    assert_eq!(said.count(), 0, "{actions:#?}");
}

#[test]
fn nodes_that_ask_a_model_are_one() {
    if without_git() {
        return;
    }
    let honest = graph(
        "found = llm.with_structured_output(Risk).invoke([('system', PROMPT), ('user', state['clause'])])\n    \
         return {'risk': found}",
    );
    let report = report(&[("lease/graph.py", &honest), ("lease/state.py", STATE)]);
    for check in ["a_model_is_asked", "answers_have_a_shape", "what_it_is_told"] {
        assert_eq!(outcome(&report, "models", check), "MET", "{check}");
    }
    assert_eq!(outcome(&report, "real_work", "nodes_do_something"), "MET");
    assert_eq!(outcome(&report, "real_work", "a_node_asks"), "MET");
}

#[test]
fn an_attribute_over_several_lines_is_read() {
    if without_git() {
        return;
    }
    let lib = "//! Weirs.\n#![warn(\n    missing_debug_implementations,\n    missing_docs,\n)]\n\n/// A weir.\npub struct Weir;\n";
    let manifest =
        "[package]\nname = \"weir\"\nversion = \"1.0.0\"\nedition = \"2024\"\n\n[lib]\n";
    let report = report(&[("src/lib.rs", lib), ("Cargo.toml", manifest)]);
    let all = report["criterion_breakdown"].as_array().unwrap();
    let mut checks = all.iter().flat_map(|one| one["checks"].as_array().unwrap());
    let watched = checks.find(|one| one["check_id"] == "crate_docs").unwrap();
    assert_eq!(watched["outcome"], "MET", "{watched:#}");
}
