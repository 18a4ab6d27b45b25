//! Checks that count only beside something else, and rubrics that are meant for some repositories.

use jurat_code::facts::SkippedFile;
use jurat_digital_courtroom::{
    model::{ArtifactAvailability, CheckOutcome, CheckResult},
    rubric::{load, unsuited, wanted},
};
use serde_json::{Value, json};

use crate::evidence_sample::{Bundle, rubric};

use CheckOutcome::{Met, NotAssessable, Unmet};

/// A check for calls that counts where the code imports a model's library.
fn asks(on_missing: &str) -> Value {
    json!({
        "query": {"ast": {"find": "call", "name": ["*.parse"]}}, "expect": {"min": 1},
        "given": {
            "when": "the code asks a model",
            "query": {"ast": {"find": "import", "name": ["openai*"]}}, "expect": {"min": 1}
        },
        "on_missing": on_missing, "charge": "Fraud"
    })
}

/// `parse` is called; so many imports of a model's library are there.
fn with(imports: Option<u64>) -> Bundle {
    let mut bundle = Bundle::read();
    let call = bundle.call("src/main.py", 4, "sqlparse.parse");
    bundle.answer("k", 1, &[&call]);
    if let Some(imports) = imports {
        bundle.answer("k?", imports, &[]);
    }
    bundle
}

#[track_caller]
fn check(bundle: &Bundle, check: &Value, outcome: CheckOutcome, words: &str) -> CheckResult {
    let found = bundle.run("all", check);
    assert_eq!(found.outcome, outcome, "{found:?}");
    assert!(found.observed.contains(words), "{}", found.observed);
    if outcome != NotAssessable {
        assert!(!found.evidence.is_empty());
    }
    found
}

#[test]
fn a_check_counts_where_what_it_needs_is_given() {
    check(&with(Some(2)), &asks("fail"), Met, "1 matching call");
}

#[test]
fn a_check_has_nothing_to_look_at_where_what_it_needs_is_absent() {
    let words = "nothing to look at unless the code asks a model (0 matching imports)";
    let found = check(&with(Some(0)), &asks("fail"), Unmet, words);
    assert_eq!((found.measured, found.charge), (None, None));
    check(&with(Some(0)), &asks("not_assessable"), NotAssessable, words);
}

#[test]
fn what_could_not_be_told_is_not_absent() {
    check(&with(None), &asks("fail"), NotAssessable, "which could not be told");
    let mut unread = with(Some(0));
    let (path, why) = ("src/weir.py".to_owned(), "it is no UTF-8 text".to_owned());
    unread.index.unread.push(SkippedFile { path, why });
    check(&unread, &asks("fail"), NotAssessable, "it is no UTF-8 text");
    let mut gone = with(Some(1));
    gone.submission.repo = ArtifactAvailability::Unreadable("the clone failed".to_owned());
    check(&gone, &asks("fail"), NotAssessable, "the clone failed");
}

#[test]
fn a_graph_can_be_what_a_check_needs() {
    let state = json!({
        "query": {"ast": {"find": "class", "name": ["*State"]}}, "expect": {"min": 1},
        "given": {"when": "the code builds a graph", "query": {"graph": "count"}, "expect": {"min": 1}}
    });
    let mut bundle = with(None);
    check(&bundle, &state, NotAssessable, "unless the code builds a graph (0 graphs)");
    bundle.graph("src/main.py", &["a>b"], &[]);
    check(&bundle, &state, Met, "1 matching class");
}

#[test]
fn what_a_check_needs_is_asked_of_the_code_before_it() {
    let rubric = load(&rubric("repo", &asks("fail")).to_string(), &[]).unwrap();
    let ids: Vec<String> = wanted(&rubric).into_iter().map(|one| one.check_id).collect();
    assert_eq!(ids, ["k?", "k"]);
}

#[test]
fn a_fingerprint_knows_what_a_check_needs() {
    let mut plain = asks("fail");
    plain.as_object_mut().unwrap().remove("given");
    let bundle = with(Some(2));
    let print = |check: &Value| bundle.run("all", check).fingerprint;
    assert_ne!(print(&plain), print(&asks("fail")));
}

/// A rubric for repositories with a file of Python or of Go.
fn meant_for(language: &str) -> Value {
    let check = json!({"query": {"file": {"path": [format!("**/*.{language}")]}}, "expect": {"min": 1}});
    let mut rubric = rubric("repo", &check);
    rubric["applies_when"] =
        json!({"repositories": "repositories with weirs", "criterion": "c", "check": "k"});
    rubric
}

#[track_caller]
fn suits(language: &str, is: ArtifactAvailability, expected: Option<&str>) {
    let mut bundle = Bundle::read();
    bundle.submission.repo = is;
    let text = meant_for(language);
    let result = bundle.run("repo", &text["dimensions"][0]["checks"][0]);
    let rubric = load(&text.to_string(), &[]).unwrap();
    assert_eq!(unsuited(&rubric, [&result]).as_deref(), expected);
    assert_eq!(unsuited(&rubric, []), None);
}

#[test]
fn a_rubric_says_where_it_is_meant_for_others() {
    let words =
        "the rubric “Weirs” is meant for repositories with weirs; here: 0 files at `**/*.go`";
    suits("go", ArtifactAvailability::Read, Some(words));
    suits("py", ArtifactAvailability::Read, None);
    suits("go", ArtifactAvailability::NotGiven, None);
}

#[test]
fn a_rubric_that_leans_on_no_check_is_refused() {
    let mut rubric = meant_for("go");
    rubric["applies_when"]["check"] = json!("z");
    let refused = load(&rubric.to_string(), &[]).unwrap_err();
    assert!(refused.to_string().contains("has no check \"z\""), "{refused}");
    rubric["applies_when"] = json!({"repositories": "some"});
    assert!(load(&rubric.to_string(), &[]).is_err());
}

#[test]
fn too_much_of_something_is_shown_whatever_else_is_absent() {
    let none = json!({
        "query": {"ast": {"find": "call", "name": ["*.parse"]}}, "expect": {"max": 0},
        "given": {
            "when": "the code starts programs",
            "query": {"ast": {"find": "call", "name": ["subprocess.*"]}}, "expect": {"min": 1}
        }
    });
    check(&with(Some(0)), &none, Unmet, "1 matching call");
    let mut clean = Bundle::read();
    clean.answer("k", 0, &[]);
    clean.answer("k?", 0, &[]);
    let found =
        check(&clean, &none, NotAssessable, "nothing to look at unless the code starts");
    assert_eq!(found.measured, None, "that there is none is no merit");
    let mut met = Bundle::read();
    met.answer("k", 0, &[]);
    met.answer("k?", 3, &[]);
    check(&met, &none, Met, "0 matching calls");
}
