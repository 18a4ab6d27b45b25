//! Ok, not ok, not checked: nothing is ok whose claims were not held against sources, whatever its shape.

use jurat_model::audit::{CombinedAudit, PipelineStage, StageOutcome};
use jurat_pipeline_audit::audit::{AuditPolicy, AuditSubject, audit, detect};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::{
    state_shapes::{SHAPES, StateParts},
    support::{audited, mappings, policy},
};

const QUESTION: &str = "How long do I have to return a kayak bought online in Maravel?";
const RULE: &str = "A buyer may return a kayak bought online within 14 days of its delivery.";
const OTHER: &str = "The seller repays the price of the kayak within 10 days of its return.";
const SOUND: &str = "A buyer may return a kayak bought online within 14 days of its delivery.";
const INVENTED: &str =
    "Every lighthouse keeper must pay a tax of 90 crowns to the guild of bakers in winter.";

fn parts<'p>(sources: Option<&'p [&'p str]>, answer: Option<&'p str>) -> StateParts<'p> {
    StateParts { question: QUESTION, sources, answer }
}

#[track_caller]
fn check(parts: StateParts<'_>, expected: StageOutcome) {
    for (name, shape) in SHAPES {
        let state = shape(parts);
        let Some(audit) = read(&state) else {
            assert_ne!(expected, StageOutcome::Ok, "{name} is refused: {state:#}");
            continue;
        };
        let told = audit.all().map(|(_, issue)| format!("{}: {}", issue.code, issue.msg));
        let told: Vec<String> = told.collect();
        assert_eq!(audit.outcome, expected, "{name}: {state:#}\n{told:#?}");
    }
}

/// The audit of a state; none where it is refused.
fn read(state: &Value) -> Option<CombinedAudit> {
    let policy = AuditPolicy::default();
    let mappings = mappings();
    let mapping = detect(state, &mappings).ok()?;
    let subject = AuditSubject::read(state, &mapping, &policy.limits).ok()?;
    Some(audit(&subject, &policy, &PipelineStage::ALL, &mut || 0))
}

#[test]
fn a_sound_answer_is_ok_in_every_shape() {
    check(parts(Some(&[RULE, OTHER]), Some(SOUND)), StageOutcome::Ok);
}

#[test]
fn an_invented_answer_is_not_ok_in_any_shape() {
    check(parts(Some(&[RULE, OTHER]), Some(INVENTED)), StageOutcome::NotOk);
}

#[test]
fn a_refusal_is_not_checked_in_any_shape() {
    for refusal in [
        "I'm sorry, I can't help with that. Would you like to ask something else?",
        "I can't help with that.",
        "I am not able to answer this question.",
        "Unfortunately, we cannot tell you how long you have to return a kayak.",
        "I'm afraid the documents I was given say nothing about lantern fees, so I can't tell you.",
        "I'm afraid I can't help with that: nothing I was given covers it.",
        "Sorry, the context has nothing on this.",
    ] {
        check(parts(Some(&[RULE, OTHER]), Some(refusal)), StageOutcome::NotChecked);
    }
}

#[test]
fn what_stands_beside_a_refusal_is_still_held() {
    let both = format!("Sorry, the context has nothing on this. {INVENTED}");
    check(parts(Some(&[RULE, OTHER]), Some(&both)), StageOutcome::NotOk);
    let one = "The context says nothing about lanterns, but every keeper must pay a tax to the bakers.";
    check(parts(Some(&[RULE, OTHER]), Some(one)), StageOutcome::NotOk);
}

#[test]
fn an_answer_without_sources_is_not_checked() {
    check(parts(None, Some(SOUND)), StageOutcome::NotChecked);
}

#[test]
fn sources_without_an_answer_are_not_checked() {
    check(parts(Some(&[RULE, OTHER]), None), StageOutcome::NotChecked);
}

/// The outcome of a stage, and why it was not checked.
fn outcome(state: &Value, stage: PipelineStage) -> (StageOutcome, String) {
    let audit = audited(state, &AuditPolicy::default());
    let (outcome, reason) = audit.outcome_of(stage).unwrap();
    (outcome, reason.unwrap_or_default().to_owned())
}

#[test]
fn the_reason_says_what_is_missing() {
    let rows = [
        (json!({"query": "q", "sources": [RULE]}), "the state has no answer"),
        (json!({"query": "q", "answer": SOUND}), "the state has no sources"),
        (
            json!({"sources": ["https://law.example/1", "https://law.example/2"], "answer": SOUND}),
            "none of the 2 sources has a text",
        ),
        (
            json!({"sources": [{"url": "https://law.example/1", "title": "Law"}], "text": SOUND}),
            "the only source has no text",
        ),
        (
            json!({"sources": [RULE], "answer": "Hello."}),
            "the answer states nothing that a source could bear out",
        ),
        (
            json!({"sources": [RULE, "https://law.example/1"], "answer": "https://law.example/1"}),
            "the answer states nothing that a source could bear out",
        ),
    ];
    for (state, expected) in rows {
        let (outcome, reason) = outcome(&state, PipelineStage::Draft);
        assert_eq!((outcome, reason.as_str()), (StageOutcome::NotChecked, expected));
    }
}

#[test]
fn a_shape_that_is_not_understood_is_no_empty_search() {
    let result = |content: Value| {
        json!({"messages": [
            {"role": "user", "content": QUESTION},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "u", "name": "kb", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "u", "content": content}]},
            {"role": "assistant", "content": [{"type": "text", "text": SOUND}]}]})
    };
    let rows = [
        (
            result(json!([{"type": "card", "payload": {"body": RULE}}])),
            "the shape of what was found is not understood: `card` with words at $.messages[2].content[0].content[0].payload.body",
        ),
        (
            json!({"query": QUESTION, "sources": [{"title": "Law", "card": {"front": RULE}}], "answer": SOUND}),
            "the shape of what was found is not understood: $.sources[0].card.front",
        ),
    ];
    let policy = policy(r#"{"mode": "retry_once"}"#);
    for (state, expected) in rows {
        for stage in [PipelineStage::Search, PipelineStage::Draft] {
            let told = outcome(&state, stage);
            assert_eq!(told, (StageOutcome::NotChecked, expected.to_owned()));
        }
        let told = audited(&state, &policy);
        let all: Vec<String> = told.all().map(|(_, issue)| issue.code.clone()).collect();
        assert!(!all.iter().any(|code| code == "NO_RESULTS"), "{all:?}");
    }
    let empty = result(json!([{"type": "text", "text": ""}]));
    assert_eq!(outcome(&empty, PipelineStage::Search).0, StageOutcome::NotOk);
}

#[test]
fn no_retrieval_is_not_an_empty_one() {
    let message = |annotations: Value| {
        json!({"messages": [{"role": "user", "content": QUESTION}],
            "choices": [{"message": {"role": "assistant", "content": SOUND, "annotations": annotations}}]})
    };
    let reason = outcome(&message(json!([])), PipelineStage::Search);
    assert_eq!(reason, (StageOutcome::NotChecked, "the state has no sources".to_owned()));
    let empty = json!({"query": QUESTION, "sources": [], "answer": SOUND});
    assert_eq!(outcome(&empty, PipelineStage::Search).0, StageOutcome::NotOk);
}

#[test]
fn an_answer_beside_no_source_was_held_against_nothing() {
    let rows = [
        (json!([]), "the list of sources is empty"),
        (json!([""]), "the only source is empty"),
        (json!([{"text": " "}, {"text": ""}]), "all sources are empty"),
    ];
    for (sources, expected) in rows {
        let state = json!({"query": QUESTION, "sources": sources, "answer": SOUND});
        let told = outcome(&state, PipelineStage::Draft);
        assert_eq!(told, (StageOutcome::NotChecked, expected.to_owned()));
    }
}

#[test]
fn an_answer_in_another_language_than_its_sources_is_not_checked() {
    let state = json!({"query": "Combien de temps ai-je pour rendre un kayak ?", "sources": [RULE, OTHER],
        "answer": "L’acheteur peut rendre le kayak dans les 14 jours qui suivent la livraison de celui-ci."});
    let (outcome, reason) = outcome(&state, PipelineStage::Draft);
    assert_eq!(outcome, StageOutcome::NotChecked);
    assert_eq!(reason, "the answer is in French, the sources are in English");
}

#[test]
fn claims_that_the_policy_does_not_hold_are_not_checked() {
    let state = json!({"query": QUESTION, "sources": [RULE], "answer": SOUND});
    let audit = audited(&state, &policy(r#"{"off": ["UNSUPPORTED_CLAIM"]}"#));
    assert_eq!(audit.outcome, StageOutcome::NotChecked);
}

#[test]
fn a_stage_that_is_not_ok_stays_so_though_something_was_not_checked() {
    let state = json!({"query": QUESTION, "sources": [RULE], "answer": INVENTED});
    let audit = audited(&state, &AuditPolicy::default());
    assert!(!audit.not_checked.is_empty());
    assert_eq!(audit.outcome, StageOutcome::NotOk);
    assert_eq!(audit.outcome_of(PipelineStage::Draft), Some((StageOutcome::NotOk, None)));
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(RULE.to_owned()),
        Just(OTHER.to_owned()),
        Just(INVENTED.to_owned()),
        Just("Yes.".to_owned()),
        Just(String::new()),
        Just("https://law.example/1".to_owned()),
        Just("Você pode devolver o barco em sete dias, e o preço é devolvido.".to_owned()),
        ".{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn no_state_is_ok_unless_its_claims_were_held_against_sources(
        at in 0..SHAPES.len(),
        sources in proptest::option::of(proptest::collection::vec(any_text(), 0..4)),
        answer in proptest::option::of(any_text()),
    ) {
        let shape = SHAPES[at].1;
        let sources: Option<Vec<&str>> =
            sources.as_ref().map(|all| all.iter().map(String::as_str).collect());
        let of = |answer: Option<&str>, sources: Option<&[&str]>| {
            read(&shape(parts(sources, answer))).map(|audit| audit.outcome)
        };
        if of(answer.as_deref(), sources.as_deref()) == Some(StageOutcome::Ok) {
            // Whoever holds claims against sources stops an invented one, and has nothing to say without them.
            let answer = answer.unwrap_or_default();
            let worse = format!("{answer}\n\n{INVENTED}");
            let invented = sources.iter().flatten().any(|source| source.contains(INVENTED));
            let stopped = of(Some(&worse), sources.as_deref()) == Some(StageOutcome::NotOk);
            prop_assert!(stopped || invented, "{worse}");
            prop_assert_ne!(of(Some(&answer), None), Some(StageOutcome::Ok));
            prop_assert_ne!(of(None, sources.as_deref()), Some(StageOutcome::Ok));
        }
    }
}
