//! Orchestration graphs: what runs beside each other, and what only looks so.

use jurat_code::facts::{FileRole, OrchestrationGraph};
use jurat_digital_courtroom::model::{CheckOutcome, EvidenceFact};
use serde_json::{Value, json};

use crate::evidence_sample::{Bundle, graph};

use CheckOutcome::{Met, NotAssessable, Unmet};

/// Detectives and judges in parallel, with sends from routers and one detour.
const COURT: &[&str] = &[
    "START>context",
    "context*repo_detective",
    "context*preprocess",
    "preprocess*doc_detective",
    "preprocess*vision_detective",
    "repo_detective>aggregator",
    "doc_detective>aggregator",
    "vision_detective>aggregator",
    "aggregator*prosecutor",
    "aggregator*defense",
    "aggregator*tech_lead",
    "prosecutor>bench",
    "defense>bench",
    "tech_lead>bench",
    "bench>justice",
    "justice>END",
];

#[track_caller]
fn check(edges: &[&str], measure: &Value, min: u64, expected: (CheckOutcome, Option<u64>)) {
    let mut bundle = Bundle::read();
    bundle.graph("src/main.py", edges, &[]);
    let found =
        bundle.run("repo", &json!({"query": {"graph": measure}, "expect": {"min": min}}));
    assert_eq!((found.outcome, found.measured), expected, "{}", found.observed);
}

#[test]
fn a_court_parts_and_meets_twice() {
    let detectives = json!({"parallel": ["*detective*"]});
    let judges = json!({"parallel": ["prosecutor", "defense", "tech_lead"]});
    check(COURT, &detectives, 3, (Met, Some(3)));
    check(COURT, &judges, 3, (Met, Some(3)));
    check(COURT, &json!("fan_outs"), 3, (Met, Some(3)));
    check(COURT, &json!("fan_ins"), 2, (Met, Some(2)));
    check(COURT, &json!("nodes"), 11, (Met, Some(11)));
    check(COURT, &json!("edges"), 16, (Met, Some(16)));
    check(COURT, &json!("conditional"), 1, (Met, Some(7)));
    check(COURT, &json!({"named": ["*detective*"]}), 3, (Met, Some(3)));
    check(COURT, &json!("count"), 1, (Met, Some(1)));
}

#[test]
fn a_send_for_each_part_of_a_list_runs_beside_itself() {
    let sent = &["START>intake", "intake%judge", "judge>justice", "justice>END"];
    check(sent, &json!({"parallel": ["*judge*"]}), 2, (Met, Some(2)));
    check(sent, &json!("fan_outs"), 1, (Met, Some(1)));
    check(sent, &json!("fan_ins"), 1, (Met, Some(1)));
}

#[test]
fn a_line_is_no_fan() {
    let line =
        &["START>a_detective", "a_detective>b_detective", "b_detective>judge", "judge>END"];
    check(line, &json!({"parallel": ["*detective*"]}), 2, (Unmet, Some(0)));
    check(line, &json!("fan_outs"), 1, (Unmet, Some(0)));
    check(line, &json!("fan_ins"), 1, (Unmet, Some(0)));
}

#[test]
fn routes_that_exclude_each_other_are_not_parallel() {
    let routed = &["START>r", "r?a", "r?b", "a>m", "b>m", "m>END"];
    check(routed, &json!({"parallel": ["a", "b"]}), 2, (Unmet, Some(0)));
    check(routed, &json!("fan_outs"), 1, (Unmet, Some(0)));
    check(routed, &json!("fan_ins"), 1, (Unmet, Some(0)));
    // What is chosen after branches met is no branch of theirs.
    let later = &["START>x", "START>y", "x>j", "y>j", "j?a", "j?b", "a>m", "b>m"];
    check(later, &json!({"parallel": ["a", "b"]}), 2, (Unmet, Some(0)));
    check(later, &json!({"parallel": ["x", "y"]}), 2, (Met, Some(2)));
}

#[test]
fn branches_that_never_meet_do_not_count() {
    let apart = &["START>a", "START>b", "a>END", "b>END"];
    check(apart, &json!({"parallel": ["a", "b"]}), 2, (Unmet, Some(0)));
}

#[test]
fn a_loop_makes_nothing_parallel_and_hides_nothing() {
    let looped = &["START>p", "p>a", "p>b", "a>m", "b>m", "m?p", "m?END"];
    check(looped, &json!({"parallel": ["a", "b"]}), 2, (Met, Some(2)));
    check(&["START>a", "a>b", "b>a"], &json!({"parallel": ["a", "b"]}), 2, (Unmet, Some(0)));
}

#[test]
fn the_best_graph_counts_and_those_of_tests_do_not() {
    let mut bundle = Bundle::read();
    bundle.graph("src/main.py", &["START>a", "a>END"], &[]);
    bundle.graph("tests/fixtures/court.py", COURT, &[]);
    let check = json!({"query": {"graph": "fan_outs"}, "expect": {"min": 1}});
    assert_eq!(bundle.run("repo", &check).measured, Some(3));
    bundle.file("tests/fixtures/court.py", FileRole::Test, 40, false);
    assert_eq!(bundle.run("repo", &check).measured, Some(0));
}

#[test]
fn a_graph_that_never_runs_is_none_and_the_reason_is_told() {
    let mut bundle = Bundle::read();
    let never = OrchestrationGraph {
        unreached: Some("it stands after `return`".to_owned()),
        ..graph(COURT, &[])
    };
    bundle.repo(EvidenceFact::Graph(Box::new(never)), "src/main.py", Some(10), "return None");
    let check = |measure: &str| json!({"query": {"graph": measure}, "expect": {"min": 1}});
    let found = bundle.run("repo", &check("fan_outs"));
    assert_eq!(found.outcome, Unmet);
    assert!(found.observed.contains("it stands after `return`"), "{}", found.observed);
    assert_eq!(bundle.run("repo", &check("count")).measured, Some(0));
    bundle.graph("src/main.py", &["START>a", "a>END"], &[]);
    assert_eq!(bundle.run("repo", &check("count")).measured, Some(1));
    assert_eq!(bundle.run("repo", &check("fan_outs")).measured, Some(0));
}

#[test]
fn a_graph_that_nothing_seems_to_call_is_neither_there_nor_absent() {
    let mut bundle = Bundle::read();
    let why = "nothing in the product calls or names `build`".to_owned();
    let doubted = OrchestrationGraph { doubted: Some(why), ..graph(COURT, &[]) };
    bundle.repo(
        EvidenceFact::Graph(Box::new(doubted)),
        "src/main.py",
        Some(10),
        "def build():",
    );
    let check =
        |measure: &str, expect: Value| json!({"query": {"graph": measure}, "expect": expect});
    for (measure, expect) in [
        ("fan_outs", json!({"min": 1})),
        ("count", json!({"min": 1})),
        ("count", json!({"max": 0})),
    ] {
        let found = bundle.run("repo", &check(measure, expect));
        assert_eq!(found.outcome, NotAssessable, "{measure}");
        assert!(found.observed.contains("calls or names `build`"), "{}", found.observed);
    }
    bundle.graph("src/main.py", &["START>a", "a>END"], &[]);
    assert_eq!(bundle.run("repo", &check("count", json!({"min": 1}))).measured, Some(1));
}

#[test]
fn a_route_that_could_not_be_told_is_no_proof_of_a_line() {
    let mut bundle = Bundle::read();
    bundle.graph("src/main.py", &["START>a", "a>END"], &["router at line 12"]);
    let check = |min: u64| json!({"query": {"graph": "fan_outs"}, "expect": {"min": min}});
    let found = bundle.run("repo", &check(1));
    assert_eq!(found.outcome, NotAssessable);
    assert!(found.observed.contains("1 route could not be told"), "{}", found.observed);
}

#[test]
fn a_graph_beyond_all_bounds_is_not_called_a_line() {
    let mut bundle = Bundle::read();
    let edges: Vec<String> = (0..4000)
        .map(|n| format!("n{:04}>n{:04}", n % 400, n * 7 % 399))
        .collect();
    let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
    for _ in 0..3 {
        bundle.graph("src/main.py", &edges, &[]);
    }
    let check = json!({"query": {"graph": {"parallel": ["x*"]}}, "expect": {"min": 2}});
    let found = bundle.run("repo", &check);
    assert_eq!(found.outcome, NotAssessable);
    assert!(found.observed.contains("too large"), "{}", found.observed);
}

#[test]
fn no_graph_is_said_to_be_none() {
    let found = |on_missing: &str| {
        let check = json!({"query": {"graph": "fan_outs"}, "expect": {"max": 3}, "on_missing": on_missing});
        Bundle::read().run("repo", &check)
    };
    assert_eq!(
        (found("fail").outcome, found("not_assessable").outcome),
        (Unmet, NotAssessable)
    );
    assert!(found("fail").observed.contains("no graph in the code"));
    assert!(!found("fail").evidence.is_empty());
}
