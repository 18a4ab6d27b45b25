//! Every channel that follows from others, changed alone: no other part of the run knows of it, and each is found.

use jurat_engine::{EventCause, MemoryStore, RunOutcome, StateOperation};
use jurat_proof::{BundleLayer, BundleStatus, FindingOutcome};
use serde_json::{Value as Json, json};

use crate::{
    asked_run::{NORMS, PROVISIONS, UNANSWERED, state, verdict},
    forger::{resealed, rewritten},
};

/// The forgery is found in this place by this check, by a stranger with nothing but the file.
#[track_caller]
pub(crate) fn found(forged: &MemoryStore, check: &str, place: &str) {
    let found = verdict(forged);
    assert_eq!(found.meaning, BundleStatus::Fails, "{:#?}", found.lines());
    let mut failed = found.open().filter(|it| it.outcome == FindingOutcome::Failed);
    let here = failed.any(|it| it.check == check && it.place == place);
    assert!(here, "{check} at {place}: {:#?}", found.lines());
    let failed = found.open().filter(|it| it.outcome == FindingOutcome::Failed);
    let layers: Vec<BundleLayer> = failed.map(|it| it.layer).collect();
    let own = layers.iter().all(|layer| *layer == BundleLayer::Content);
    assert!(own, "{:#?}", found.lines());
}

/// A channel that was changed alone does not follow from the rest, of an answer by provisions and of one by norms.
#[track_caller]
fn does_not_follow(channel: &str, edit: &dyn Fn(&mut Json)) {
    for honest in [&*PROVISIONS, &*NORMS] {
        found(&rewritten(honest, channel, edit), "derived", channel);
    }
}

#[test]
fn the_same_values_sealed_anew_hold() {
    for honest in [&*PROVISIONS, &*NORMS, &*UNANSWERED] {
        let again = verdict(&resealed(honest, &|_| ()));
        assert_eq!(again.meaning, BundleStatus::Holds, "{:#?}", again.lines());
        assert_eq!(again.notices, [""; 0], "{:#?}", again.lines());
        let held = again.findings.iter().filter(|it| it.outcome == FindingOutcome::Held);
        let held: Vec<&str> = held.map(|it| it.check).collect();
        for check in ["derived", "asked", "outcome"] {
            assert!(held.contains(&check), "{check} in {held:?}");
        }
    }
}

#[test]
fn the_audit_trail_and_what_is_missing_follow_from_the_run() {
    does_not_follow("evidence_audit_trail", &|it| it["total_chunks_retrieved"] = json!(900));
    does_not_follow("evidence_audit_trail", &|it| it["verification_pass_rate"] = json!(0.99));
    does_not_follow("evidence_audit_trail", &|it| it["reviewed_by"] = json!("a judge"));
    does_not_follow("missing_evidence", &|it| *it = json!(["The text of section 9"]));
    let silent = rewritten(&UNANSWERED, "missing_evidence", &|it| *it = json!([]));
    found(&silent, "derived", "missing_evidence");
    does_not_follow("grounding_confidence", &|it| *it = json!("insufficient"));
}

#[test]
fn the_accounts_of_extraction_and_gate_follow_from_the_run() {
    does_not_follow("extraction_metadata", &|it| it["chunks"] = json!(1));
    does_not_follow("extraction_metadata", &|it| it["permissions_left_out"] = json!(77));
    does_not_follow("verification_metadata", &|it| it["rejected"] = json!(0));
    does_not_follow("verification_metadata", &|it| it["pass_rate"] = json!(1.5));
}

#[test]
fn what_was_dropped_flagged_or_only_held_a_place_follows_from_the_passages() {
    let dropped = json!([{ "chunk_id": "S1", "words": "no", "code": "not_found", "why": "" }]);
    does_not_follow("dropped_quotes", &|it| *it = dropped.clone());
    let flagged = json!([{ "chunk_id": "S1", "words": "no", "why": "orders_reader" }]);
    does_not_follow("flagged_passages", &|it| *it = flagged.clone());
    let place = json!([{
        "chunk_id": "S1", "document_id": "Code", "section_heading": "Moons", "words": "[to come]",
    }]);
    does_not_follow("placeholders", &|it| *it = place.clone());
}

#[test]
fn an_extract_that_was_left_out_is_found() {
    for honest in [&*PROVISIONS, &*NORMS] {
        let forged = rewritten(honest, "extracted_requirements", &|it| {
            let all = it.as_array_mut().unwrap();
            all.pop();
        });
        found(&forged, "derived", "extracted_requirements");
    }
}

#[test]
fn summaries_and_references_follow_from_the_answer() {
    for channel in ["final_answer", "final_summary", "statute_summary", "policy_summary"] {
        does_not_follow(channel, &|it| *it = json!("Records may be burnt."));
    }
    does_not_follow("requirement_references", &|it| *it = json!([]));
    does_not_follow("requirement_references", &|it| it[0]["statement"] = json!("Burn it."));
}

#[test]
fn an_answer_that_no_model_wrote_is_the_one_that_is_written_again() {
    for honest in [&*PROVISIONS, &*NORMS] {
        let forged =
            rewritten(honest, "answer", &|it| it["composition_confidence"] = json!("low"));
        found(&forged, "derived", "answer");
        let shorter = rewritten(honest, "answer", &|it| {
            let statements = it["statements"].as_array_mut().unwrap();
            statements.truncate(1);
            it["value"] = json!("nine days");
        });
        found(&shorter, "derived", "answer");
    }
}

#[test]
fn what_audits_found_in_a_stage_is_found_again() {
    for honest in [&*PROVISIONS, &*NORMS] {
        let forged = rewritten(honest, "stage_audits", &|it| {
            it["compose_answer"]["issues"] = json!([{
                "code": "NICE", "severity": "info", "msg": "A fine answer.", "evidence": [],
                "suggested_fix": "",
            }]);
        });
        found(&forged, "stage audit", "compose_answer");
        let gone = rewritten(honest, "stage_audits", &|it| *it = json!({}));
        found(&gone, "stage audit", "compose_answer");
        let more = rewritten(honest, "stage_audits", &|it| {
            it["retrieval"] = json!({ "ok": true, "issues": [] });
        });
        found(&more, "stage audit", "retrieval");
    }
}

#[test]
fn a_run_says_what_it_was_asked() {
    let asked = |name: &'static str, value: &'static str| {
        resealed(&PROVISIONS, &move |event| {
            if let EventCause::RunStarted(started) = &mut event.cause {
                started.params.insert(name.to_owned(), json!(value));
            }
        })
    };
    found(&asked("question", "May client records be burnt?"), "asked", "question");
    found(&asked("as_of", "1999-01-01"), "asked", "as_of");
    found(&asked("corpus", "another"), "asked", "corpus_state");
}

#[test]
fn models_had_a_part_only_where_the_run_names_them() {
    let row = json!([{
        "stage": "compose_answer", "role": "compose", "provider": "openai", "model": "oracle",
        "done_by": "model", "calls": 1, "characters_in": 1, "characters_out": 1,
        "tokens_in": 1, "tokens_out": 1, "estimated": false, "parse_failures": 0,
        "cost_micros": 0,
    }]);
    let forged = rewritten(&NORMS, "model_use", &|it| *it = row.clone());
    found(&forged, "model", "compose");
    let id = state(&NORMS)["rejected_requirements"][0]["requirement_id"].clone();
    assert!(id.is_string(), "nothing was rejected that a model could speak of");
    let doubts = json!([{ "requirement_id": id, "addresses": false, "why": "I say so." }]);
    let forged = rewritten(&NORMS, "judgements", &|it| *it = doubts.clone());
    found(&forged, "model", "judgements");
}

#[test]
fn a_run_that_gives_no_answer_cannot_be_made_to_end_as_one_that_does() {
    let forged = resealed(&UNANSWERED, &|event| {
        if let EventCause::Completed(done) = &mut event.cause {
            done.outcome = None;
        }
        for op in &mut event.ops {
            if let StateOperation::End { outcome } = op {
                *outcome = RunOutcome::Completed;
            }
        }
    });
    found(&forged, "outcome", "report.result");
}
