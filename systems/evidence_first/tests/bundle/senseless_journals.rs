//! Journals that are sealed rightly and make no sense: they must not stop us, nor pass.

use std::sync::Arc;

use jurat_canon::Hash;
use jurat_engine::{ChainHead, Event, EventCause, SealedEvent, StateOperation};
use jurat_proof::{BundleJournalHead, BundleStatus};
use serde_json::{Value as Json, json};

use crate::{
    county::RUN,
    county_bundles::{BUNDLE, verdict},
    forge::{Members, events},
};

/// A bundle of these events, hashed anew from end to end, as no writer of ours would make it.
fn bundle(events: &[Event]) -> Vec<u8> {
    let mut chain = ChainHead::START;
    let mut lines = String::new();
    for event in events {
        let payload = serde_json::to_string(event).unwrap();
        let names = (event.cause.kind().into(), event.cause.subject().into());
        let sealed = chain.seal(RUN, names, 5, payload.as_bytes().into());
        lines.push_str(&line(&sealed, &payload));
    }
    let mut members = Members::of(&BUNDLE);
    members.0.insert("journal.jsonl".to_owned(), lines.into_bytes());
    let mut manifest = members.manifest();
    manifest.head = BundleJournalHead { seq: chain.seq, hash: chain.head };
    members.set_manifest(manifest);
    members.rehash().pack()
}

fn line(event: &SealedEvent, payload: &str) -> String {
    let SealedEvent { seq, kind, subject, at_ms, payload_hash, hash, .. } = event;
    format!(
        "{{\"seq\":{seq},\"kind\":\"{kind}\",\"subject\":\"{subject}\",\"at_ms\":{at_ms},\
         \"payload_hash\":\"{payload_hash}\",\"hash\":\"{hash}\",\"payload\":{payload}}}\n"
    )
}

#[track_caller]
fn check(edit: impl FnOnce(&mut Vec<Event>)) {
    let mut all = events();
    edit(&mut all);
    let found = verdict(&bundle(&all), None, None);
    assert_ne!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
}

fn op(json: Json) -> StateOperation {
    serde_json::from_value(json).unwrap()
}

#[test]
fn the_control_holds() {
    let found = verdict(&bundle(&events()), None, None);
    assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
}

#[test]
fn more_instances_than_memory_are_not_started() {
    let wide = json!({"start": {"stage": "retrieval", "epoch": 0, "width": u32::MAX}});
    check(|all| all[0].ops.push(op(wide)));
}

#[test]
fn a_stage_started_twice_and_done_thrice_is_no_proof() {
    let two = json!({"start": {"stage": "finalize", "epoch": 0, "width": 2}});
    let one = json!({"start": {"stage": "finalize", "epoch": 0, "width": 1}});
    check(|all| {
        let last = all.len() - 1;
        all[last].ops.clear();
        let mut done = all[last].clone();
        all[0].ops.extend([op(two), op(one)]);
        if let EventCause::Completed(done) = &mut done.cause {
            done.at = "finalize@0#1".to_owned();
        }
        all.push(done);
    });
}

#[test]
fn loops_and_snapshots_that_are_not_there_are_no_proof() {
    check(|all| all[0].ops.push(op(json!({"loop": {"loop_back": 99, "count": 3}}))));
    let nowhere = EventCause::Snapshot { state: Hash::of(b"nowhere") };
    check(|all| all.push(Event { cause: nowhere, ops: Vec::new() }));
    let definition = Members::of(&BUNDLE).manifest().definition;
    let strange = EventCause::Snapshot { state: definition };
    check(|all| all.push(Event { cause: strange, ops: Vec::new() }));
}

#[test]
fn what_was_not_decided_is_found_where_it_stands() {
    let mut all = events();
    let skip = json!({"skip": {"stage": "quality_review", "epoch": 0, "why": "when"}});
    all[0].ops.push(op(skip));
    let found = verdict(&bundle(&all), None, None);
    let place = found
        .open()
        .find(|it| it.check == "decisions")
        .map(|it| it.place.clone());
    assert_eq!(place.as_deref(), Some("event 1"), "{:#?}", found.lines());
}

#[test]
fn a_run_that_did_not_end_is_no_proof() {
    check(|all| {
        for event in all.iter_mut() {
            event.ops.retain(|op| !matches!(op, StateOperation::End { .. }));
        }
    });
    check(|all| drop(all.pop()));
    check(Vec::clear);
    check(|all| all.truncate(1));
}

#[test]
fn a_run_of_another_workflow_is_no_proof() {
    check(|all| {
        let EventCause::RunStarted(started) = &mut all[0].cause else { return };
        started.workflow = "another".to_owned();
    });
    check(|all| {
        let EventCause::RunStarted(started) = &mut all[0].cause else { return };
        started.definition = Hash::of(b"another");
    });
    check(|all| all.swap(0, 1));
    let stage: Arc<str> = "nobody".into();
    check(|all| {
        all[0] = Event {
            cause: EventCause::JoinDue { stage, epoch: 7 },
            ops: Vec::new(),
        }
    });
}
