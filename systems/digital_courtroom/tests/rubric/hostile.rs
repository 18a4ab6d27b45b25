//! Rubrics that cannot be used: every reason is told, with its path, and none costs much.

use jurat_digital_courtroom::rubric::{RubricError, lint, load};
use proptest::{prelude::*, sample::Index, test_runner::RngSeed};
use serde_json::{Value, json};

use crate::evidence_sample::rubric;

fn refused(text: &str) -> RubricError {
    load(text, &[]).unwrap_err()
}

/// All paths of what is wrong.
#[track_caller]
fn check(rubric: &Value, expected: &[&str]) {
    let error = refused(&rubric.to_string());
    let found: Vec<&str> = error.problems.iter().map(|note| note.at.as_str()).collect();
    assert_eq!(found, expected, "{error}");
}

#[test]
fn everything_is_told_at_once() {
    let broken = json!({
        "rubric_metadata": 3,
        "dimensions": [
            {"id": "a", "name": {"x": 1}, "max_score": "many"},
            {"id": "a", "target_artifact": 5, "weight": -1},
            {"name": ""},
            "text",
            {"id": "b", "levels": 7, "checks": {}},
        ],
        "synthesis_rules": 1,
        "synthesis_config": {"score_threshold_pass": 9, "score_threshold_partial": "low"}
    });
    check(
        &broken,
        &[
            "$.rubric_metadata",
            "$.dimensions[0].name",
            "$.dimensions[0].max_score",
            "$.dimensions[1].target_artifact",
            "$.dimensions[1].weight",
            "$.dimensions[2]",
            "$.dimensions[3]",
            "$.dimensions[4].levels",
            "$.dimensions[4].checks",
            "$.dimensions[1].id",
            "$.synthesis_rules",
            "$.synthesis_config.score_threshold_partial",
        ],
    );
}

#[test]
fn a_rubric_without_dimensions_is_none() {
    check(&json!({}), &["$"]);
    check(&json!({"dimensions": []}), &["$.dimensions"]);
    check(&json!({"dimensions": "x"}), &["$.dimensions"]);
    check(&json!([]), &["$"]);
    assert_eq!(refused("").problems[0].at, "$");
    let twice = refused("{\"dimensions\": [{\"id\": \"a\", \"id\": \"b\"}]}");
    assert!(twice.to_string().contains("\"id\" is there twice at line 1"), "{twice}");
    assert_eq!(refused("{\"dimensions\": [").problems.len(), 1);
}

#[test]
fn a_misspelt_check_does_not_pass_by_itself() {
    let at = |check: &Value, expected: &str| {
        let error = refused(&rubric("repo", check).to_string());
        assert_eq!(error.problems[0].at, expected, "{error}");
    };
    let base = "$.dimensions[0].checks[0]";
    at(&json!({"query": {"git": "comits"}, "expect": {"min": 1}}), &format!("{base}.query"));
    at(&json!({"query": {"grph": "count"}, "expect": {"min": 1}}), &format!("{base}.query"));
    at(&json!({"query": {"git": "commits"}, "expect": {"mini": 1}}), &format!("{base}.expect"));
    at(&json!({"query": {"git": "commits"}, "expect": {}}), &format!("{base}.expect"));
    at(&json!({"query": {"git": "commits"}, "expect": {"min": 0}}), &format!("{base}.expect"));
    at(
        &json!({"query": {"git": "commits"}, "expect": {"min": 4, "max": 3}}),
        &format!("{base}.expect"),
    );
    at(
        &json!({"query": {"git": "commits"}, "expect": {"min": 4, "partly": 6}}),
        &format!("{base}.expect"),
    );
    at(&json!({"query": {"git": "commits"}, "expect": {"min": -4}}), &format!("{base}.expect"));
    at(
        &json!({"query": {"file": {"path": ["a"], "mesure": "count"}}, "expect": {"min": 1}}),
        &format!("{base}.query.file.mesure"),
    );
    at(&json!({"query": {"git": "commits"}, "expect": {"min": 1}, "wieght": 3}), base);
    at(&json!({"expect": {"min": 1}}), base);
    at(&json!({"id": 4, "query": {"git": "commits"}, "expect": {"min": 1}}), base);
}

#[test]
fn rules_that_are_not_there_are_refused_in_an_order() {
    let mut broken =
        rubric("repo", &json!({"query": {"git": "commits"}, "expect": {"min": 1}}));
    broken["synthesis_config"] = json!({"order": [
        {"rule": "weighted_mean"}, {"rule": "wieghted_mean"}, {"rule": "dissent", "numbers": {"cap": 1}}, 4
    ]});
    check(
        &broken,
        &[
            "$.synthesis_config.order[1].rule",
            "$.synthesis_config.order[2].numbers",
            "$.synthesis_config.order[3]",
        ],
    );
    let error = refused(&broken.to_string());
    assert!(error.to_string().contains("did you mean `weighted_mean`"), "{error}");
}

#[test]
fn thresholds_that_contradict_each_other_are_refused() {
    let mut broken =
        rubric("repo", &json!({"query": {"git": "commits"}, "expect": {"min": 1}}));
    broken["synthesis_config"] =
        json!({"score_threshold_pass": 2, "score_threshold_partial": 4});
    check(&broken, &["$.synthesis_config.score_threshold_partial"]);
}

#[test]
fn sizes_beyond_reason_are_refused() {
    let deep = "[".repeat(100_000);
    assert_eq!(refused(&deep).problems.len(), 1);
    let deep = format!("{{\"dimensions\": {}{}}}", "[".repeat(100), "]".repeat(100));
    assert!(!refused(&deep).problems.is_empty());
    let huge = format!("{{\"dimensions\": [\"{}\"]}}", "x".repeat(2 << 20));
    assert!(refused(&huge).to_string().contains("too many"));
    let many: Vec<Value> = (0..500).map(|n| json!({"id": format!("d{n}")})).collect();
    check(&json!({"dimensions": many}), &["$.dimensions"]);
    let long = json!({"dimensions": [{"id": "a", "forensic_instruction": "x".repeat(30_000)}]});
    check(&long, &["$.dimensions[0].forensic_instruction"]);
    let wide: Vec<String> = (0..5000).map(|n| format!("p{n}")).collect();
    let check_of = json!({"query": {"file": {"path": wide}}, "expect": {"min": 1}});
    check(&rubric("repo", &check_of), &["$.dimensions[0].checks[0]"]);
    let checks: Vec<Value> = (0..500)
        .map(|n| json!({"id": format!("k{n}"), "query": {"git": "commits"}, "expect": {"min": 1}}))
        .collect();
    check(&json!({"dimensions": [{"id": "a", "checks": checks}]}), &["$.dimensions[0].checks"]);
}

#[test]
fn remarks_and_errors_have_an_end() {
    let mut odd = json!({"dimensions": [{"id": "a"}]});
    for number in 0..2000 {
        odd[format!("key{number}")] = json!(number);
    }
    let rubric = load(&odd.to_string(), &[]).unwrap();
    assert!(rubric.notes.len() <= 201);
    assert!(rubric.notes.last().unwrap().message.contains("more remarks"));
}

#[test]
fn numbers_at_the_edge_do_not_overflow() {
    let max = u64::MAX;
    for rules in [
        json!({"variance_threshold": max}),
        json!({"variance_re_evaluation": format!("variance > {}", u32::MAX)}),
        json!({"security_override": format!("cap at {}% of max", u32::MAX)}),
        json!({"security_override_cap": max}),
        json!({"structural_fraud_architecture_score": 1e300}),
    ] {
        let rubric = json!({"dimensions": [{"id": "a"}], "synthesis_rules": rules});
        // Refused or read with a note, it must end.
        let _ = load(&rubric.to_string(), &[]);
    }
    let check_of = json!({"query": {"git": "commits"}, "expect": {"min": max, "partly": 0}, "weight": u32::MAX});
    assert!(load(&rubric("repo", &check_of).to_string(), &[]).is_ok());
}

/// Whatever stands in a file: every criterion is found under its own id, or what is wrong is told.
fn holds(text: &str) {
    match load(text, &[]) {
        Ok(rubric) => {
            let mut all = rubric.criteria.iter();
            assert!(all.all(|one| rubric.criterion(&one.id) == Some(one)));
        }
        Err(error) => assert!(!error.problems.is_empty()),
    }
    lint(text, &[], None);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        rng_seed: RngSeed::Fixed(18),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_rubric_with_an_odd_stretch_is_read_or_refused(
        which in 0..SEEDS.len(),
        (at, gone) in (any::<Index>(), 0_usize..40),
        new in "[\\{\\}\\[\\]\",:0-9a-z \\-\u{0}é]{0,40}",
    ) {
        let mut bytes = SEEDS[which].as_bytes().to_vec();
        let at = at.index(bytes.len());
        let end = (at + gone).min(bytes.len());
        bytes.splice(at..end, new.into_bytes());
        holds(&String::from_utf8_lossy(&bytes));
    }
}

const SEEDS: [&str; 2] =
    [include_str!("seeds/points.json"), include_str!("seeds/rust_library.json")];

#[test]
fn every_seed_holds() {
    SEEDS.into_iter().for_each(holds);
}
