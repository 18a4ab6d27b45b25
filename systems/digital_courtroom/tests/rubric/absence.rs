//! Absence is not failure: what was not seen is not assessable, what speaks against a check is shown,
//! and nobody is charged without proof.

use jurat_code::facts::{FileRole, OrchestrationGraph, OrchestrationNode};
use jurat_digital_courtroom::{
    model::{ArtifactAvailability, CheckOutcome, CheckResult, EvidenceFact, UnassessedReason},
    rubric::{ExaminationInput, examine, load},
};
use serde_json::{Value, json};

use crate::evidence_sample::{Bundle, graph};

use CheckOutcome::{Met, NotAssessable, Unmet};
use UnassessedReason::{NotGiven, NotRead, NotSeen};

/// One check with a charge: its outcome, why it is not assessable, and whether it is charged.
#[track_caller]
fn check(
    prepare: impl FnOnce(&mut Bundle),
    asked: &Value,
    (outcome, reason, charged): (CheckOutcome, Option<UnassessedReason>, bool),
) -> CheckResult {
    let mut bundle = Bundle::read();
    prepare(&mut bundle);
    let mut asked = asked.clone();
    asked["charge"] = json!("Fraud");
    let found = bundle.run("all", &asked);
    assert_eq!((found.outcome, found.unassessed), (outcome, reason), "{}", found.observed);
    assert_eq!(found.charge.is_some(), charged, "{}", found.observed);
    found
}

const LINE: &[&str] = &["START>a_judge", "a_judge>b_judge", "b_judge>END"];

#[test]
fn what_code_says_in_other_words_was_not_seen() {
    let query = json!({"ast": {"find": "call", "name": ["retry"]}});
    let nothing = |b: &mut Bundle| b.answer("k", 0, &[]);
    let asked = json!({"query": query, "expect": {"min": 1}});
    let found = check(nothing, &asked, (NotAssessable, Some(NotSeen), false));
    assert!(found.observed.contains("looked through 1 file of code"), "{}", found.observed);
    // Whoever wrote the rubric may take it for a failure; nobody is charged all the same.
    let stern = json!({"query": query, "expect": {"min": 1}, "on_missing": "fail"});
    check(nothing, &stern, (Unmet, None, false));
}

#[test]
fn a_rule_that_gives_back_its_argument_is_no_rule() {
    let query = json!({"ast": {"find": "function", "name": ["*rule*"], "substantive": true}});
    let asked = json!({"query": query, "expect": {"min": 1}});
    let hollow = |b: &mut Bundle| {
        let rule = b.call("src/justice.py", 3, "rule");
        b.answer("k", 0, &[]);
        b.answers[0].hollow = vec![rule.id];
    };
    let found = check(hollow, &asked, (Unmet, None, true));
    assert!(found.observed.contains("1 of such names do nothing"), "{}", found.observed);
}

#[test]
fn files_are_listed_whole_unless_their_names_are_a_guess() {
    let query = json!({"file": {"path": ["LICENSE"]}});
    check(|_| {}, &json!({"query": query, "expect": {"min": 1}}), (Unmet, None, false));
    let guess = json!({"query": query, "expect": {"min": 1}, "on_missing": "not_assessable"});
    check(|_| {}, &guess, (NotAssessable, Some(NotSeen), false));
    let hollow = |b: &mut Bundle| b.file("LICENSE", FileRole::Docs, 0, true);
    let real = json!({"file": {"path": ["LICENSE"], "measure": "substantive"}});
    let real = json!({"query": real, "expect": {"min": 1}, "on_missing": "not_assessable"});
    check(hollow, &real, (Unmet, None, true));
}

#[test]
fn tests_are_found_by_what_they_are_for() {
    let query = json!({"file": {"role": "test", "measure": "substantive"}});
    let asked = json!({"query": query, "expect": {"min": 1}});
    check(|_| {}, &asked, (Unmet, None, false));
    let named = |b: &mut Bundle| b.file("test/gauge.py", FileRole::Test, 20, false);
    check(named, &asked, (Met, None, false));
    let data = |b: &mut Bundle| b.file("test/gauge.json", FileRole::Test, 20, false);
    check(data, &asked, (Unmet, None, false));
    // What nobody read may well test something.
    let bats = |b: &mut Bundle| b.file("test/gauge.bats", FileRole::Test, 20, false);
    let found = check(bats, &asked, (NotAssessable, Some(NotRead), false));
    assert!(found.observed.contains("test/gauge.bats"), "{}", found.observed);
}

#[test]
fn that_no_file_is_there_is_no_merit_where_no_code_was_read() {
    let query = json!({"file": {"path": [".env"]}});
    let asked = json!({"query": query, "expect": {"max": 0}});
    check(|_| {}, &asked, (Met, None, false));
    let unread = |b: &mut Bundle| {
        for file in &mut b.index.files {
            file.language = None;
        }
    };
    check(unread, &asked, (NotAssessable, Some(NotSeen), false));
    let there = |b: &mut Bundle| {
        unread(b);
        b.file(".env", FileRole::Config, 1, false);
    };
    check(there, &asked, (Unmet, None, true));
}

#[test]
fn edges_speak_against_what_they_do_not_do_and_names_do_not() {
    let parallel =
        |names: &str| json!({"query": {"graph": {"parallel": [names]}}, "expect": {"min": 2}});
    let line = |b: &mut Bundle| b.graph("src/main.py", LINE, &[]);
    check(line, &parallel("*judge*"), (Unmet, None, true));
    check(line, &parallel("*critic*"), (NotAssessable, Some(NotSeen), false));
    check(|_| {}, &parallel("*judge*"), (NotAssessable, Some(NotSeen), false));
    let named = json!({"query": {"graph": {"named": ["*critic*"]}}, "expect": {"min": 1}});
    check(line, &named, (NotAssessable, Some(NotSeen), false));
    let routes = json!({"query": {"graph": "conditional"}, "expect": {"min": 1}});
    check(line, &routes, (Unmet, None, true));
}

#[test]
fn a_flow_of_a_library_that_is_not_read_is_named_as_such() {
    let library = |b: &mut Bundle| {
        let library = jurat_code::facts::AgentLibrary {
            name: "crewai".to_owned(),
            sort: jurat_code::facts::LibrarySort::Agents,
        };
        b.repo(EvidenceFact::Library(library), "src/main.py", Some(1), "import crewai");
    };
    let asked = json!({"query": {"graph": "count"}, "expect": {"min": 1}});
    let found = check(library, &asked, (NotAssessable, Some(NotRead), false));
    assert!(found.observed.contains("built with crewai"), "{}", found.observed);
}

#[test]
fn terms_that_are_named_and_not_explained_are_shown() {
    let asked = json!({"query": {"doc": {"substantive": ["Weirs"]}}, "expect": {"min": 1}});
    let dropped = |b: &mut Bundle| b.term("Weirs", false, &[]);
    check(dropped, &asked, (Unmet, None, true));
    check(|_| {}, &asked, (NotAssessable, Some(NotSeen), false));
    let named = json!({"query": {"doc": {"named": ["Weirs"]}}, "expect": {"min": 1}});
    check(dropped, &named, (Met, None, false));
}

#[test]
fn what_was_not_given_says_so() {
    let asked = json!({"query": {"claims": "missing"}, "expect": {"max": 0}});
    let alone = |b: &mut Bundle| b.submission.docs = ArtifactAvailability::NotGiven;
    check(alone, &asked, (NotAssessable, Some(NotGiven), false));
}

#[test]
fn a_charge_needs_what_it_is_given_with() {
    let asked = |words: &str| {
        let paper = json!({"doc": {"named": [words]}});
        let given = json!({"when": "the paper says so", "query": paper, "expect": {"min": 1}});
        json!({"query": {"graph": {"parallel": ["*judge*"]}}, "expect": {"min": 2}, "charge_given": given})
    };
    let line = |b: &mut Bundle| {
        b.graph("src/main.py", LINE, &[]);
        b.term("parallel", false, &[]);
    };
    check(line, &asked("parallel"), (Unmet, None, true));
    check(line, &asked("side by side"), (Unmet, None, false));
}

#[test]
fn nobody_is_charged_by_a_rubric_that_is_meant_for_others() {
    let charged = |edges: &[&str]| {
        let mut bundle = Bundle::read();
        if !edges.is_empty() {
            bundle.graph("src/main.py", edges, &[]);
        }
        bundle.file(".env", FileRole::Config, 1, false);
        let rubric = json!({
            "rubric_metadata": {"rubric_name": "Weirs"},
            "applies_when": {"repositories": "graphs", "criterion": "c", "check": "g"},
            "dimensions": [{"id": "c", "name": "C", "target_artifact": "repo", "checks": [
                {"id": "g", "query": {"graph": "count"}, "expect": {"min": 1}},
                {"id": "k", "query": {"file": {"path": [".env"]}}, "expect": {"max": 0}, "charge": "Negligence"}
            ]}]
        });
        let rubric = load(&rubric.to_string(), &[]).unwrap();
        let crossed = bundle.crossed();
        let results = examine(
            &rubric,
            &ExaminationInput {
                evidences: &bundle.evidences,
                crossed: &crossed,
                index: &bundle.index,
                answers: &bundle.answers,
                submission: &bundle.submission,
            },
        );
        assert_eq!(results[1].outcome, Unmet);
        results[1].charge.is_some()
    };
    assert!(charged(LINE));
    assert!(!charged(&[]));
}

/// A graph of judges, each hollow or not, asking or not.
fn judges(hollow: bool, asks: Option<bool>) -> OrchestrationGraph {
    let graph = graph(LINE, &[]);
    let node = |one: &OrchestrationNode| OrchestrationNode {
        hollow: hollow.then(|| "gives back a constant".to_owned()),
        asks_model: asks,
        untold: false,
        ..one.clone()
    };
    OrchestrationGraph {
        nodes: graph.nodes.iter().map(node).collect(),
        ..graph
    }
}

#[test]
fn hollow_nodes_and_judges_that_ask_nobody_are_counted() {
    let with = |hollow, asks| {
        move |b: &mut Bundle| {
            let graph = EvidenceFact::Graph(Box::new(judges(hollow, asks)));
            b.repo(graph, "src/main.py", Some(10), "StateGraph(S)");
        }
    };
    let hollow = json!({"query": {"graph": "hollow_nodes"}, "expect": {"max": 0}});
    check(with(true, None), &hollow, (Unmet, None, true));
    check(with(false, None), &hollow, (Met, None, false));
    // A node in which branches meet may only wait for them.
    let meets = |b: &mut Bundle| {
        let edges = &["START>a", "START>b", "a>join", "b>join", "join>END"];
        let mut graph = graph(edges, &[]);
        for node in graph.nodes.iter_mut().filter(|node| node.name == "join") {
            node.hollow = Some("gives back a constant".to_owned());
        }
        b.repo(EvidenceFact::Graph(Box::new(graph)), "src/main.py", Some(10), "StateGraph(S)");
    };
    check(meets, &hollow, (Met, None, false));
    let asking = json!({"query": {"graph": {"asking": ["*judge*"]}}, "expect": {"min": 2}});
    check(with(false, Some(true)), &asking, (Met, None, false));
    check(with(false, Some(false)), &asking, (Unmet, None, true));
    check(with(false, None), &asking, (NotAssessable, Some(NotRead), false));
}

#[test]
fn what_nodes_of_which_nobody_can_tell_do_is_not_told() {
    let with = |untold: usize| {
        move |b: &mut Bundle| {
            let mut graph = graph(LINE, &[]);
            for node in graph.nodes.iter_mut().take(untold) {
                node.untold = true;
            }
            let fact = EvidenceFact::Graph(Box::new(graph));
            b.repo(fact, "src/main.py", Some(10), "StateGraph(S)");
        }
    };
    let hollow = |max: u64| json!({"query": {"graph": "hollow_nodes"}, "expect": {"max": max}});
    check(with(0), &hollow(0), (Met, None, false));
    let found = check(with(2), &hollow(1), (NotAssessable, Some(NotRead), false));
    assert!(found.observed.contains("what stands behind 2 nodes"), "{}", found.observed);
    // As many as may do nothing change nothing.
    check(with(1), &hollow(1), (Met, None, false));
}

#[test]
fn a_ratio_grows_with_the_code() {
    let asked = json!({
        "query": {"ast": {"find": "call", "name": ["unwrap"], "language": ["rust"]}},
        "expect": {"max": 3}, "per": "thousand_lines"
    });
    let of = |lines: u32| {
        move |b: &mut Bundle| {
            b.file("src/lib.rs", FileRole::Product, lines, false);
            let call = b.call("src/lib.rs", 3, "unwrap");
            b.answer("k", 20, &[&call]);
        }
    };
    check(of(10_000), &asked, (Met, None, false));
    let found = check(of(2_000), &asked, (Unmet, None, true));
    assert_eq!(found.measured, Some(10));
    assert!(found.observed.contains("10 for a thousand lines"), "{}", found.observed);
    // Fewer than a thousand lines count as a thousand.
    assert_eq!(check(of(200), &asked, (Unmet, None, true)).measured, Some(20));
}
