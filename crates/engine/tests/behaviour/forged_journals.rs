//! Journals that were never written by an engine, with a chain that holds.

use std::sync::Arc;

use jurat_engine::{
    ChainHead, EngineError, ReplayDifferenceKind, ReplayReport, RunAppend, RunDiff, RunId,
    RunStore, SealedEvent, diff, replay,
};
use serde_json::{Value as Json, json};

use crate::{
    changing_world::{World, winding},
    test_engine::Rig,
};

#[test]
fn a_result_of_what_never_began_is_a_difference() {
    let ghost = json!({"kind": "completed", "at": "muse@7#0", "attempt": 1});
    let (again, beside) = forge(|event| insert_after(event, "completed", &ghost));
    assert!(!again.unwrap().same);
    assert!(!beside.unwrap().same);
}

#[test]
fn a_result_of_no_stage_is_a_difference() {
    let ghost = json!({"kind": "completed", "at": "ghost", "attempt": 1});
    let (again, beside) = forge(|event| insert_after(event, "completed", &ghost));
    assert!(!again.unwrap().same);
    assert!(beside.unwrap().partings.is_empty(), "what is no stage is no point of a run");
}

#[test]
fn a_decision_that_does_not_follow_is_a_difference() {
    let (again, beside) = forge(|event| {
        let ops = event["ops"].as_array().cloned().unwrap_or_default();
        let is_loop = |op: &Json| op.get("loop").is_some();
        if ops.iter().any(is_loop) {
            event["ops"] = ops.into_iter().filter(|op| !is_loop(op)).collect();
        }
        vec![event.take()]
    });
    assert!(again.map_or(true, |again| !again.same));
    assert!(beside.map_or(true, |beside| !beside.same));
}

#[test]
fn a_width_beyond_all_bounds_is_refused() {
    let (again, beside) =
        began_with(&json!([{"start": {"stage": "muse", "epoch": 0, "width": u32::MAX}}]));
    assert!(matches!(again, Err(EngineError::Journal { seq: 1, .. })), "{again:?}");
    assert!(matches!(beside, Err(EngineError::Journal { seq: 1, .. })), "{beside:?}");
}

#[test]
fn a_loop_that_the_definition_does_not_have_is_a_difference() {
    let (again, beside) = began_with(&json!([{"loop": {"loop_back": 999, "count": 1}}]));
    let again = again.unwrap();
    assert!(
        matches!(again.differences[0].what, ReplayDifferenceKind::Decision { .. }),
        "{again:#?}"
    );
    assert!(!again.same && !beside.unwrap().same);
}

/// A run that is said to have begun with other ops.
fn began_with(ops: &Json) -> (Result<ReplayReport, EngineError>, Result<RunDiff, EngineError>) {
    forge(|event| {
        if event["kind"] == "run_started" {
            event["ops"] = ops.clone();
        }
        vec![event.take()]
    })
}

fn insert_after(event: &mut Json, kind: &str, more: &Json) -> Vec<Json> {
    let after = event["kind"] == kind;
    let event = event.take();
    if after { vec![event, more.clone()] } else { vec![event] }
}

/// A run told otherwise: its replay, and the run beside the one it was made from.
fn forge(
    tell: impl Fn(&mut Json) -> Vec<Json>,
) -> (Result<ReplayReport, EngineError>, Result<RunDiff, EngineError>) {
    let (rig, world) = (Rig::new(), World::default());
    let (honest, _) = world.run(&rig, &winding());
    let run = RunId::from_number(4711);
    let events = rig.store.events(honest, 1, usize::MAX).unwrap();
    let mut chain = ChainHead::START;
    let mut forged: Vec<SealedEvent> = Vec::new();
    for event in &events {
        let mut payload: Json =
            serde_json::from_slice(event.payload.as_ref().unwrap()).unwrap();
        for payload in tell(&mut payload) {
            let kind: Arc<str> = payload["kind"].as_str().unwrap().into();
            let subject: Arc<str> = payload["at"].as_str().unwrap_or_default().into();
            let bytes: Arc<[u8]> = payload.to_string().into_bytes().into();
            forged.push(chain.seal(run, (kind, subject), event.at_ms, bytes));
        }
    }
    let row = rig.store.run(honest).unwrap().unwrap();
    let lease = rig.store.claim(run, true).unwrap();
    let append = RunAppend {
        run,
        fence: lease.fence(),
        new_run: Some(row.new_run),
        events: forged,
        blobs: Vec::new(),
        refs: Vec::new(),
        snapshot: None,
        summary: row.summary,
        taken: Vec::new(),
    };
    rig.store.commit(&[append]).unwrap()[0].as_ref().unwrap();
    let again = replay(&rig.store, run, &world.workflow(&winding()));
    (again, diff(&rig.store, honest, run))
}
