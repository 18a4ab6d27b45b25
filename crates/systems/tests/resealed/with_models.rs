//! Runs in which a model had a part: what follows from its words is made again all the same.

use jurat_proof::BundleStatus;
use serde_json::json;

use crate::{
    asked_run::{QUOTED_BY_MODEL, REFUSED, state, verdict},
    derived_channels::found,
    forger::rewritten,
};

#[test]
fn quotes_of_a_model_hold_and_their_account_follows_from_them() {
    let honest = verdict(&QUOTED_BY_MODEL);
    assert_eq!(honest.meaning, BundleStatus::Holds, "{:#?}", honest.lines());
    let recorded = "what a model proposed to quote";
    assert!(honest.recorded.iter().any(|it| it == recorded), "{:?}", honest.recorded);
    let state = state(&QUOTED_BY_MODEL);
    assert_eq!(state["extracted_requirements"].as_array().map(Vec::len), Some(1));
    assert_eq!(state["dropped_quotes"].as_array().map(Vec::len), Some(1));
    let more = rewritten(&QUOTED_BY_MODEL, "extraction_metadata", &|it| {
        it["statute_requirements"] = json!(40);
    });
    found(&more, "derived", "extraction_metadata");
    let silent = rewritten(&QUOTED_BY_MODEL, "dropped_quotes", &|it| *it = json!([]));
    found(&silent, "derived", "extraction_metadata");
}

#[test]
fn a_refused_answer_has_a_proof_that_holds_and_says_that_it_is_a_refusal() {
    let honest = verdict(&REFUSED);
    assert_eq!(honest.meaning, BundleStatus::Holds, "{:#?}", honest.lines());
    assert_eq!(honest.proof.result, Some("refused"));
    let first = honest.lines().remove(0);
    assert!(first.starts_with("a refusal: no answer is given"), "{first}");
}

#[test]
fn a_refusal_that_was_changed_is_found() {
    let milder = rewritten(&REFUSED, "review", &|it| it["issues"] = json!([]));
    found(&milder, "review", "statement 1");
    let other = rewritten(&REFUSED, "final_summary", &|it| *it = json!("Nothing was said."));
    found(&other, "derived", "final_summary");
    let given = rewritten(&REFUSED, "report", &|it| {
        it["answer"] = json!({
            "statements": [], "final_answer": "Nine days.", "final_summary": "Nine days.",
            "statute_summary": "", "policy_summary": "", "composition_confidence": "high",
        });
    });
    found(&given, "outcome", "report");
}
