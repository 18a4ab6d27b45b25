//! What lint says of rubrics that can be read.

use jurat_digital_courtroom::rubric::{FlawLevel, lint};
use serde_json::{Value, json};

use crate::evidence_sample::rubric;

/// Whether lint says this of a rubric with one check that is otherwise whole.
#[track_caller]
fn check(change: &Value, expected: Option<(FlawLevel, &str)>) {
    let mut check = json!({
        "description": "d", "remediation": "r",
        "query": {"git": "commits"}, "expect": {"min": 4}
    });
    for (key, value) in change.as_object().unwrap() {
        check[key] = value.clone();
    }
    let text = rubric("github_repo", &check).to_string();
    let found = lint(&text, &[], None);
    match expected {
        None => assert!(found.is_empty(), "{found:#?}"),
        Some((level, words)) => {
            let said = found
                .iter()
                .any(|flaw| flaw.level == level && flaw.note.message.contains(words));
            assert!(said, "{words}: {found:#?}");
        }
    }
}

#[test]
fn a_sound_rubric_has_no_flaw() {
    check(&json!({}), None);
}

#[test]
fn what_must_be_given_is_looked_at_too() {
    let given = |when: &str, query: Value, expect: Value| json!({"given": {"when": when, "query": query, "expect": expect}});
    let commits = || json!({"git": "commits"});
    check(&given("it grew", commits(), json!({"min": 2})), None);
    let error = |words| Some((FlawLevel::Error, words));
    check(&given(" ", commits(), json!({"min": 2})), error("what must be given"));
    check(&given("it grew", commits(), json!({})), error("expects nothing"));
    check(
        &given("it grew", json!({"file": {"path": []}}), json!({"min": 1})),
        error("nothing can fit"),
    );
    check(
        &given("it grew", json!({"git": "meaningful"}), json!({"min": 101})),
        error("never be more"),
    );
    check(&given("it grew", json!({"got": 1}), json!({"min": 1})), error("unknown variant"));
    check(&json!({"given": {"query": commits(), "expect": {"min": 1}}}), error("when"));
    let partly = given("it grew", commits(), json!({"min": 2, "partly": 1}));
    check(&partly, Some((FlawLevel::Warning, "means nothing here")));
    check(&json!({"id": "k#0"}), error("neither"));
}

#[test]
fn what_cannot_work_is_an_error() {
    let error = |words| Some((FlawLevel::Error, words));
    check(&json!({"expect": {"min": 5, "max": 4}}), error("cannot both be"));
    check(
        &json!({"query": {"git": "meaningful"}, "expect": {"min": 101}}),
        error("never be more than 100"),
    );
    check(
        &json!({"query": {"git": "meaningful"}, "expect": {"max": 100}}),
        error("cannot fail"),
    );
    check(
        &json!({"query": {"git": {"progression": ["setup", "setup"]}}, "expect": {"min": 1}}),
        error("each once"),
    );
    check(&json!({"query": {"file": {"path": []}}}), error("nothing can fit"));
    check(
        &json!({"query": {"file": {"path": ["/etc/*"]}}}),
        error("no path of a repository fits"),
    );
    check(
        &json!({"query": {"file": {"path": ["a/../b"]}}}),
        error("no path of a repository fits"),
    );
    check(&json!({"query": {"file": {"path": [" "]}}}), error("empty pattern"));
    check(&json!({"query": {"graph": {"named": []}}}), error("nothing can fit"));
    check(&json!({"query": {"ast": {"name": ["x"]}}}), error("neither what to find"));
    check(&json!({"query": {"ast": {"tree": "(x)"}}}), error("exactly one language"));
    check(
        &json!({"query": {"text_similarity": {"texts": [{"name": ["a"]}]}}, "expect": {"max": 50}}),
        error("two texts"),
    );
    check(
        &json!({"query": {"text_similarity": {"texts": [{}, {}]}}, "expect": {"max": 50}}),
        error("every text"),
    );
    check(&json!({"charge": " "}), error("needs a name"));
    check(&json!({"weight": 0}), error("all weights are 0"));
}

#[test]
fn what_was_hardly_meant_is_a_warning() {
    let warning = |words| Some((FlawLevel::Warning, words));
    check(&json!({"description": ""}), warning("what is looked for"));
    check(&json!({"remediation": ""}), warning("would mend it"));
    check(&json!({"charge": "Fraud", "severity": "minor"}), warning("charge without weight"));
    check(&json!({"query": {"file": {"path": ["src/**.py"]}}}), warning("must stand alone"));
    check(&json!({"query": {"ast": {"find": "call"}}}), warning("every fact"));
    check(&json!({"query": {"doc": "words"}}), warning("another part"));
    let tree = json!({"query": {"ast": {"tree": "(call)", "language": ["python"]}}});
    check(&tree, warning("checked only with the syntax reader"));
}

#[test]
fn a_syntax_reader_looks_at_tree_queries() {
    let check = json!({"description": "d", "remediation": "r", "expect": {"max": 0},
        "query": {"ast": {"tree": "(call", "language": ["python"]}}});
    let text = rubric("repo", &check).to_string();
    let reader = |language: &str, query: &str| {
        (language == "python" && query == "(call").then(|| "a bracket is missing".to_owned())
    };
    let found = lint(&text, &[], Some(&reader));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        (found[0].level, found[0].note.message.as_str()),
        (FlawLevel::Error, "a bracket is missing")
    );
    assert!(lint(&text, &[], Some(&|_, _| None)).is_empty());
}

#[test]
fn rules_and_scores_that_cannot_be_reached_are_told() {
    let base = rubric(
        "repo",
        &json!({"description": "d", "remediation": "r",
        "query": {"git": "commits"}, "expect": {"min": 4}}),
    );
    let table = [
        (json!({"score_threshold_pass": 3}), FlawLevel::Warning, "nothing can pass in part"),
        (json!({"score_threshold_partial": 1}), FlawLevel::Warning, "nothing can fail"),
        (json!({"variance_threshold": 5}), FlawLevel::Warning, "never differ"),
        (
            json!({"order": [{"rule": "functionality_weight", "criteria": ["nobody"]}]}),
            FlawLevel::Error,
            "no criterion",
        ),
        (json!({"order": [{"rule": "mean"}]}), FlawLevel::Error, "no rule"),
    ];
    for (config, level, words) in table {
        let mut rubric = base.clone();
        rubric["synthesis_config"] = config;
        let found = lint(&rubric.to_string(), &[], None);
        let said = found
            .iter()
            .any(|flaw| flaw.level == level && flaw.note.message.contains(words));
        assert!(said, "{words}: {found:#?}");
    }
}
