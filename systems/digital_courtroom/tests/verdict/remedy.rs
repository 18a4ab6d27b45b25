//! What to do, where, and who said so.

use jurat_code::facts::FindingExposure;
use jurat_digital_courtroom::model::{EvidenceFact, RemediationFile};
use jurat_model::LineRange;

use crate::sample::{Critical, Major, Met, Minor, Partly, Sample, Unmet};

#[test]
fn steps_come_worst_first_with_places_and_recommendations() {
    let checks = [(Unmet, Minor), (Partly, Major), (Met, Major), (Unmet, Critical)];
    let mut sample = Sample::of(&checks, [2, 3, 2]);
    sample.results[1].remediation.clear();
    let remedy = sample.first().remediation.unwrap_or_default();
    assert_eq!(
        remedy.steps,
        [
            "Add part 3 in src/graph.py.",
            "Meet the check `check-1`: Part 1 of the graph, at least 2.",
            "Add part 0 in src/graph.py.",
        ]
    );
    assert_eq!(remedy.architecture_hint, "Two fan-outs and two fan-ins.");
    assert_eq!(
        remedy.recommended[0],
        "Prosecutor recommended: Change src/graph.py as the Prosecutor says."
    );
    assert_eq!(remedy.recommended.len(), 3);
    let at = |id: &str| sample.evidences.get(id).and_then(|one| one.location.lines);
    let places: Vec<Option<LineRange>> = remedy.files.iter().map(|place| place.lines).collect();
    assert_eq!(places, ["repo#3", "repo#1", "repo#0"].map(at));
}

#[test]
fn a_remedy_does_not_point_at_what_is_done_already() {
    let of = |hollow: Option<&str>| {
        let mut sample = Sample::of(&[(Unmet, Major)], [2; 3]);
        let comment = serde_json::json!({
            "is": "function", "name": "load", "parameters": [], "decorators": [], "hollow": hollow,
        });
        let fact = EvidenceFact::Syntax(serde_json::from_value(comment).unwrap());
        sample.evidences.repo[0].fact = fact;
        sample.first().remediation.unwrap_or_default().files.len()
    };
    assert_eq!((of(None), of(Some("does nothing"))), (0, 1));
}

#[test]
fn a_finding_names_its_remedy_and_its_line() {
    let mut sample = Sample::of(&[(Unmet, Major), (Met, Major)], [3; 3])
        .finding(true, FindingExposure::Reachable);
    sample.results[0].evidence.remove(0);
    let remedy = sample.first().remediation.unwrap_or_default();
    assert_eq!(remedy.steps[1], "Call the program with a list of arguments (src/clone.py:12).");
    let lines = Some(LineRange { start: 12, end: 12 });
    assert_eq!(
        remedy.files,
        [RemediationFile {
            path: "src/clone.py".to_owned(),
            lines,
            page: None,
            words: String::new(),
        }]
    );
}

#[test]
fn whoever_would_let_it_pass_recommends_nothing() {
    let remedy = Sample::of(&[(Unmet, Critical), (Met, Major)], [2, 5, 3])
        .first()
        .remediation;
    let recommended = remedy.unwrap_or_default().recommended;
    assert_eq!(recommended.len(), 2, "{recommended:?}");
    assert!(recommended.iter().all(|line| !line.starts_with("Defense")), "{recommended:?}");
}

#[test]
fn what_passed_needs_no_remedy() {
    assert_eq!(Sample::of(&[(Met, Major)], [5; 3]).first().remediation, None);
}
