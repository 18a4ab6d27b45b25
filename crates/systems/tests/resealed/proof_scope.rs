//! What a verdict says first: what is proven, what is not, and what did not decide as it ships.

use jurat_proof::{BundleStatus, ScopeClaim, report_file};
use serde_json::json;

use crate::{
    asked_run::{
        NOTHING_LIKE_IT, PROVISIONS, RIEN_DE_TEL, UNANSWERED, UNAUDITED, bundle, state, verdict,
    },
    forger::rewritten,
};

const NOT_PROVEN: &str = "not proven: that these sources are the law (origin), that nothing else \
    applies (absence), that it is in force today (force)";

fn names(claims: &[ScopeClaim]) -> Vec<&'static str> {
    claims.iter().map(|it| it.claim).collect()
}

#[test]
fn the_first_line_says_what_is_proven_and_what_is_not() {
    let found = verdict(&PROVISIONS);
    let first = found.lines().remove(0);
    let proven = "proven: the words quoted stand in the sources given (words); ";
    assert_eq!(first, format!("{proven}{NOT_PROVEN}"));
    assert_eq!(found.proof.result, Some("answered"));
    assert_eq!((found.proof.refusal, found.proof.incomplete), (None, None));
    let json = json!(found);
    assert_eq!(json["proof"]["proven"][0]["claim"], "words");
    assert_eq!(json["proof"]["not_proven"][2]["claim"], "force");
}

#[test]
fn a_run_without_an_answer_says_so_before_anything_else() {
    let found = verdict(&UNANSWERED);
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    let first = found.lines().remove(0);
    assert!(first.starts_with("incomplete: no answer is given"), "{first}");
    assert!(first.ends_with(NOT_PROVEN), "{first}");
    assert!(found.proof.refusal.is_none() && found.proof.incomplete.is_some());
    assert_eq!(found.proof.result, Some("no_authoritative_evidence"));
}

#[test]
fn a_refusal_says_only_what_is_there() {
    for (store, listed, alone) in [
        (&NOTHING_LIKE_IT, "nearest provisions are listed", "Nothing is quoted here."),
        (&RIEN_DE_TEL, "plus proches sont reproduites", "Rien n\u{2019}est cit\u{e9} ici."),
    ] {
        let report = &state(store)["report"];
        assert_eq!(report["result"], "NO_AUTHORITATIVE_EVIDENCE");
        assert_eq!(report["rejected"], json!([]), "it was to find nothing at all");
        let page =
            String::from_utf8(report_file(&bundle(store), "report.md").unwrap()).unwrap();
        assert!(!page.contains(listed) && page.contains(alone), "{page}");
        let found = verdict(store);
        assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
        assert_eq!(names(&found.proof.proven), ["passages"]);
        let first = found.lines().remove(0);
        assert!(!first.contains("the words quoted"), "{first}");
    }
}

#[test]
fn of_a_bundle_that_fails_nothing_is_proven() {
    let forged = rewritten(&PROVISIONS, "final_summary", &|it| *it = json!("Burn it."));
    let found = verdict(&forged);
    assert_eq!(found.lines().remove(0), "the proof fails; proven: nothing");
    assert_eq!(names(&found.proof.proven), [""; 0]);
    assert_eq!(names(&found.proof.not_proven), ["words", "origin", "absence", "force"]);
}

#[test]
fn a_policy_that_is_not_the_shipped_one_is_named_and_no_error() {
    // Nothing is decided by it here: the answer has evidence, and what is near does not matter.
    let other = rewritten(&PROVISIONS, "gate_policy", &|it| it["near_min"] = json!(0.05));
    let found = verdict(&other);
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    let said =
        "the policy of its gate is not `default` as it ships: near_min is 0.05, shipped 0.1";
    assert_eq!(found.notices, [said]);
    assert!(found.lines().contains(&format!("note: {said}")), "{:#?}", found.lines());
    assert_eq!(json!(found)["notices"][0], said);
}

#[test]
fn a_workflow_that_is_not_the_shipped_one_is_named_and_no_error() {
    let found = verdict(&UNAUDITED);
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
    let said = found.notices.join("; ");
    assert!(said.contains("another workflow than the `evidence_first`"), "{said}");
}
