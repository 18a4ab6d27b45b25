//! What people see is held against the sources as the draft is.

use serde_json::{Value, json};

use crate::support::{fires, issues, silent, state, with};
use jurat_pipeline_audit::audit::AuditPolicy;

const INVENTED: &str =
    "Every lighthouse keeper must pay the bakers a tax of 90 crowns in winter.";

#[test]
fn a_sound_draft_does_not_cover_for_unsound_blocks() {
    fires(&with("en_withdrawal", "summary", INVENTED), "UNSUPPORTED_CLAIM", "lighthouse");
    let late = "Send the seller a notice of withdrawal within 90 days of delivery.";
    let issue =
        fires(&with("en_withdrawal", "steps", json!([late])), "NUMBER_MISMATCH", "90 days");
    assert_eq!(issue.at.as_deref(), Some("$.blocks.steps[0]"));
    let linked = "The seller must refund the price within 10 days, see https://blog.example/x.";
    fires(&with("en_withdrawal", "summary", linked), "EXTERNAL_URL", "blog.example");
    let cited = "Under section 99 the seller must refund the price within 10 days.";
    fires(&with("en_withdrawal", "summary", cited), "CITATION_NOT_IN_SOURCES", "section 99");
    let told = json!(["Who pays?", INVENTED]);
    fires(&with("en_withdrawal", "follow_ups", told), "UNSUPPORTED_CLAIM", "lighthouse");
}

#[test]
fn a_quiz_teaches_its_right_answer_alone() {
    let quiz = |answer: &str| {
        let item = json!({"question": "How long may you withdraw?", "options": ["14 days", "90 days", "7 days"], "answer": answer});
        with("en_withdrawal", "quiz", json!([item]))
    };
    silent(&quiz("14 days"), "NUMBER_MISMATCH");
    silent(&quiz("A"), "NUMBER_MISMATCH");
    fires(&quiz("90 days"), "NUMBER_MISMATCH", "90 days");
    fires(&quiz("b"), "NUMBER_MISMATCH", "90 days");
    let explained = json!([{"question": "Why?", "options": ["A", "B"], "answer": "A", "explanation": INVENTED}]);
    fires(&with("en_withdrawal", "quiz", explained), "UNSUPPORTED_CLAIM", "lighthouse");
}

#[test]
fn a_glossary_is_held_too() {
    let meaning = json!({"refund": INVENTED});
    fires(&with("en_withdrawal", "glossary", meaning), "UNSUPPORTED_CLAIM", "lighthouse");
    let listed = json!([{"term": "refund", "definition": INVENTED}]);
    fires(&with("en_withdrawal", "glossary", listed), "UNSUPPORTED_CLAIM", "lighthouse");
}

#[test]
fn what_stands_in_the_draft_is_told_there_alone() {
    let mut state = state("en_withdrawal");
    state["draft"] = json!(INVENTED);
    state["blocks"] = json!({ "summary": INVENTED });
    silent(&state, "UNSUPPORTED_CLAIM");
}

#[test]
fn blocks_without_sources_are_not_checked_in_one_line() {
    let mut state: Value = state("en_withdrawal");
    state.as_object_mut().unwrap().remove("sources");
    let all = issues(&state, &AuditPolicy::default());
    let told = all.iter().filter(|one| one.msg.contains("the state has no sources"));
    assert_eq!(told.count(), 1, "{all:#?}");
}
