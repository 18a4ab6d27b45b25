//! The questions of the sample, asked of every norm of its documents.

use std::{fs, path::Path, sync::LazyLock};

use jurat_model::{ConflictOver, RejectionReason, Requirement, SourceExhibit};
use jurat_verify::{GateOutcome, GatePolicy, gate};
use serde_json::Value;

use crate::sample_documents;

fn question(id: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../systems/evidence_first/sample/questions.json");
    let all: Vec<Value> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    all.into_iter()
        .find(|one| one["id"].as_str().unwrap().starts_with(id))
        .unwrap()
}

static SAMPLE: LazyLock<(Vec<SourceExhibit>, Vec<Requirement>)> = LazyLock::new(|| {
    let exhibits = sample_documents::sample();
    let requirements = sample_documents::sample_requirements(&exhibits);
    (exhibits, requirements)
});

fn asked(text: &str) -> GateOutcome {
    gate(text, &SAMPLE.1, &SAMPLE.0, GatePolicy::seed())
}

/// Every expected quote is admitted, but for what the model is known to miss, and no more than
/// `others` besides.
#[track_caller]
fn check(id: &str, missed: &[&str], others: usize) -> GateOutcome {
    let question = question(id);
    let gated = asked(question["question"].as_str().unwrap());
    let expected = question["expected_quotes"].as_array().unwrap();
    let expected: Vec<&str> = expected
        .iter()
        .map(|one| one["must_contain"].as_str().unwrap())
        .collect();
    for words in &expected {
        let admitted = gated.admitted.iter().any(|one| one.exact_quote.contains(words));
        assert_eq!(admitted, !missed.contains(words), "{id}: {words}");
    }
    let besides = gated
        .admitted
        .iter()
        .filter(|one| !expected.iter().any(|words| one.exact_quote.contains(words)));
    let besides: Vec<&str> = besides.map(|one| one.exact_quote.as_str()).collect();
    assert!(besides.len() <= others, "{id}: {besides:#?}");
    assert_eq!(gated.metadata.verified, gated.admitted.len());
    gated
}

#[test]
fn plain_duties_are_found() {
    check("q01", &[], 0);
    check("q05", &[], 0);
    check("q06", &[], 0);
    check("q09", &[], 0);
    check("q10", &[], 0);
}

#[test]
fn items_of_a_list_are_found_with_their_lead_in() {
    // Other rules on the Night Bell come along, and the items (a) and (c).
    check("q02", &[], 7);
}

#[test]
fn what_a_duty_points_to_comes_along() {
    let gated = check("q07", &[], 0);
    assert!(
        gated
            .verified
            .iter()
            .any(|one| one.verification_rationale.contains("points to it"))
    );
}

#[test]
fn many_sources_make_many_requirements() {
    // It names neither the master nor a time before; a horn in fog comes along.
    let missed = ["No ferry shall begin a crossing when the wind is above"];
    let gated = check("q08", &missed, 1);
    let lamps = gated.verified.iter().any(|one| {
        one.verification_rationale
            .contains("§ 12.99.010`, which is not among the sources")
    });
    assert!(lamps && 5 <= gated.admitted.len());
}

#[track_caller]
fn conflict(id: &str, others: usize, over: ConflictOver, difference: &str) {
    let gated = check(id, &[], others);
    let found: Vec<_> = gated
        .conflicts
        .iter()
        .map(|one| (one.over, one.difference.as_str()))
        .collect();
    assert_eq!(found, [(over, difference)]);
}

#[test]
fn conflicts_are_shown_with_their_difference() {
    // The rule on records of minors comes along, and conflicts with nothing.
    conflict("q03", 1, ConflictOver::Number, "seven years against five years");
    conflict("q04", 0, ConflictOver::Modality, "forbidden against required");
}

#[test]
fn what_is_not_in_the_sources_is_refused() {
    for id in ["q11", "q12", "q13", "q14"] {
        let gated = check(id, &[], 0);
        assert!(gated.admitted.is_empty(), "{id}");
        assert!(0 < gated.metadata.rejection_reasons[&RejectionReason::DoesNotAddressQuestion]);
    }
}

#[test]
fn a_near_miss_names_who_is_missing() {
    let near = SAMPLE
        .1
        .iter()
        .find(|one| one.exact_quote.contains("12 hours of training"));
    let near = near.unwrap().requirement_id;
    let gated = asked(question("q13")["question"].as_str().unwrap());
    let said = gated.rejected.iter().find(|one| one.requirement_id == near).unwrap();
    assert_eq!(said.rejection_reason, Some(RejectionReason::DoesNotAddressQuestion));
    assert_eq!(
        said.verification_rationale,
        "Says nothing of `master`, `ferry`, of whom is asked."
    );
}

/// Questions written after the weights were fitted; nothing was fitted on them.
#[rustfmt::skip]
const FRESH: [(&str, &str); 14] = [
    ("How often must the Director inspect a care home?", "shall inspect each care home at least twice"),
    ("Within what time must a provider complete an assessment of a client?", "complete and document an assessment"),
    ("May staff accept a gift from a resident?", "prohibited from accepting a gift"),
    ("Must a care home admit visitors in the morning?", "shall admit visitors between nine"),
    ("How long can a client be kept in a crisis bed?", "kept in a crisis bed for more than 14 days"),
    ("Who must count the passengers of a ferry?", "count the passengers and write"),
    ("How much cash may a care home hold for a resident?", "hold more than $200 in cash"),
    ("May a provider withhold a page of the record from the client?", "may not withhold a page"),
    ("Dans quel délai le bureau des bacs doit-il répondre à une réclamation ?", "répondre par écrit à toute réclamation"),
    ("O visitante pode fotografar um morador?", "não pode fotografar um morador"),
    ("How many residents may share a bathroom?", ""),
    ("What is the penalty for parking on the quay?", ""),
    ("Quel est le prix d'un billet de nuit ?", ""),
    ("Qual é o horário de visita aos domingos?", ""),
];

#[test]
fn fresh_questions_are_answered_or_refused() {
    let mut wrong = Vec::new();
    for (question, words) in FRESH {
        let gated = asked(question);
        let right = if words.is_empty() {
            gated.admitted.is_empty()
        } else {
            gated.admitted.iter().any(|one| one.exact_quote.contains(words))
        };
        if !right {
            wrong.push(question);
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
