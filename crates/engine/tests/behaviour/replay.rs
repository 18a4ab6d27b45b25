//! Replays: a finished run executed again from its journal, with no call and no read.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use jurat_engine::{
    EngineError, EventCause, ForgetScope, InboxMessage, ReplayDifference, ReplayDifferenceKind,
    ReplayStatus, RunRequest, RunStore, WaitResult, replay,
};
use proptest::prelude::{ProptestConfig, Strategy, proptest};
use serde_json::{Value as Json, json};

use crate::{
    changing_world::{Twist, World, routed, winding},
    failing_store::Mortal,
    test_engine::{Rig, engine},
};

#[test]
fn a_finished_run_replays_the_same_with_no_call_and_no_read() {
    for workers in [1, 2, 8] {
        let (rig, world) = (Rig::with_workers(workers), World::default());
        let (run, state) = world.run(&rig, &winding());
        let (done, before) = (world.counts(), rig.events(run));
        assert_eq!(done, (4, 8, 1), "reads, paid calls, deliveries");
        let again = world.replay(&rig, run);
        assert!(again.same, "{again:#?}");
        assert_eq!((again.paid_calls_answered, again.stood_in), (8, 5), "{workers} workers");
        assert_eq!((again.state, again.state_hash), (state, again.recorded_hash));
        assert_eq!(world.counts(), done, "nothing was done outside");
        assert_eq!(rig.events(run), before, "nothing was written");
    }
}

#[test]
fn a_stage_that_was_changed_is_named_with_its_channel() {
    check(
        "tally",
        Twist::Writes,
        |found| matches!(&found.what, ReplayDifferenceKind::Patch { channels } if *channels == ["log"]),
    );
}

#[test]
fn a_paid_stage_that_asks_something_else_is_named_and_its_call_is_not_made() {
    check(
        "ask",
        Twist::Asks,
        |found| matches!(&found.what, ReplayDifferenceKind::Call { calls } if calls.len() == 1),
    );
}

#[test]
fn a_stage_that_fails_now_is_named_with_its_reason() {
    check("tally", Twist::Fails, |found| match &found.what {
        ReplayDifferenceKind::FailsNow { message } => message == "twisted",
        // Its patch is not there, so neither is what the loop asks for.
        ReplayDifferenceKind::Decision { .. } => true,
        _ => false,
    });
}

#[test]
fn a_change_that_sends_the_run_another_way_says_so() {
    let (rig, world) = (Rig::new(), World::default());
    let (run, _) = world.run(&rig, &routed());
    world.twist(Twist::WritesMore);
    let again = world.replay(&rig, run);
    let expected = ReplayDifferenceKind::Decision {
        recorded: "count goes on to left, left starts, right is skipped: no branch leads to it"
            .into(),
        now: "count goes on to right, left is skipped: no branch leads to it, right starts"
            .into(),
    };
    let found: Vec<&ReplayDifferenceKind> =
        again.differences.iter().map(|found| &found.what).collect();
    assert!(found.contains(&&expected), "{found:#?}");
    assert!(!again.same && again.state != json!(null));
}

#[test]
fn a_run_killed_in_a_paid_call_and_resumed_replays_the_same() {
    let (rig, world) = (Rig::new(), World::default());
    let store = Mortal::of(&rig.store, None);
    let workflow = world.workflow(&winding());
    let (params, input) = Default::default();
    let run = rig.id();
    world.slow.store(150, Ordering::SeqCst);
    let owner = engine(Arc::new(store.clone()), 2);
    let handle = owner.start(&workflow, RunRequest { run, params, input }).unwrap();
    while world.paid.load(Ordering::SeqCst) < 4 {
        std::thread::sleep(Duration::from_millis(1));
    }
    store.die();
    let stopped = handle.wait_for(Duration::from_secs(20));
    assert!(matches!(stopped, Some(WaitResult::Fault(_))), "{stopped:?}");
    drop((handle, owner));
    store.rise();
    world.slow.store(0, Ordering::SeqCst);
    let owner = engine(Arc::new(store), 2);
    let handle = owner.resume(run, &workflow).unwrap();
    assert!(matches!(handle.wait(), WaitResult::Ended(_)));
    let (state, done) = (handle.state(), world.counts());
    let paid = |event: jurat_engine::Event| match event.cause {
        EventCause::PaidResult { call, .. } => Some(call),
        _ => None,
    };
    let paid: Vec<_> = rig.events(run).into_iter().filter_map(paid).collect();
    assert_eq!((paid.len(), paid.iter().collect::<BTreeSet<_>>().len()), (8, 8), "once each");
    assert!(done.1 <= 10, "only the calls in flight were made again: {done:?}");
    let again = world.replay(&rig, run);
    assert!(again.same, "{again:#?}");
    assert_eq!((again.state, world.counts()), (state, done));
    assert!(again.decisions_read_from.is_some(), "a resume rests on more than causes");
}

#[test]
fn a_person_is_not_asked_again() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "ask", "interrupt": {"prompt": "Publish?", "to": "said"}},
        {"id": "after", "run": "do", "depends_on": ["ask"], "writes": ["saw"],
         "with": {"copies": ["said", "saw"]}},
    ]}));
    let handle = rig.start(&workflow, json!({}));
    assert!(matches!(handle.wait(), WaitResult::Waiting(_)));
    let unfinished = replay(&rig.store, handle.run(), &workflow);
    assert!(matches!(unfinished, Err(EngineError::Unfinished(_))), "{unfinished:?}");
    let (to, answer, author) = ("ask".into(), json!("yes"), "ann".into());
    rig.send(handle.run(), &InboxMessage::Answer { to, answer, author, reason: None });
    rig.until(handle.run(), |event| event.cause.kind() == "completed");
    let end = rig.ended(&handle);
    let again = replay(&rig.store, end.run, &workflow).unwrap();
    assert_eq!((again.same, again.stood_in, again.state), (true, 1, end.state));
}

#[test]
fn a_cancelled_run_replays_what_was_done() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "a", "run": "do", "writes": ["log"], "with": {"signs": "log"}},
        {"id": "b", "run": "wait", "depends_on": ["a"], "with": {"sleep_ms": 60_000}},
    ]}));
    let handle = rig.start(&workflow, json!({}));
    rig.until(handle.run(), |event| event.cause.kind() == "completed");
    rig.send(handle.run(), &InboxMessage::Cancel { author: "ann".into(), reason: None });
    let end = rig.ended(&handle);
    let again = replay(&rig.store, end.run, &workflow).unwrap();
    assert_eq!((again.same, again.instances.len()), (true, 1));
}

#[test]
fn a_failure_that_does_not_come_again_is_a_difference() {
    let rig = Rig::new();
    let workflow = rig.workflow(json!({"stages": [
        {"id": "a", "run": "do", "required": false, "with": {"fails": "permanent", "mends": true}},
    ]}));
    let end = rig.ended(&rig.start(&workflow, json!({})));
    assert!(replay(&rig.store, end.run, &workflow).unwrap().same);
    rig.done.mend();
    let again = replay(&rig.store, end.run, &workflow).unwrap();
    let [found] = &again.differences[..] else { panic!("{again:#?}") };
    assert_eq!(found.what, ReplayDifferenceKind::DoneNow { recorded: "never".into() });
}

#[test]
fn a_fork_replays_with_what_its_parent_paid() {
    let (rig, world) = (Rig::new(), World::default());
    let workflow = world.workflow(&winding());
    let (parent, state) = world.run(&rig, &winding());
    let paid = |event: &jurat_engine::Event| event.cause.kind() == "paid_result";
    let at = rig.events(parent).iter().position(paid).unwrap() as u64 + 1;
    let fork = rig.engine.fork(parent, at, &workflow, (rig.id(), false)).unwrap();
    assert!(matches!(fork.wait(), WaitResult::Ended(_)));
    let done = world.counts();
    let again = world.replay(&rig, fork.run());
    assert!(again.same && world.counts() == done, "{again:#?}");
    assert_eq!((again.paid_calls_answered, again.state == state), (8, false));
}

#[test]
fn what_was_erased_or_changed_cannot_be_replayed() {
    let (rig, world) = (Rig::new(), World::default());
    let (run, _) = world.run(&rig, &winding());
    let workflow = world.workflow(&winding());
    let forgery = |event: &mut jurat_engine::SealedEvent| {
        if event.seq == 3 {
            event.at_ms += 1;
        }
    };
    let forged = Mortal::of(&rig.store, Some(Arc::new(forgery)));
    let damaged = replay(&forged, run, &workflow);
    assert!(matches!(damaged, Err(EngineError::Journal { seq: 3, .. })), "{damaged:?}");
    let other = replay(
        &rig.store,
        run,
        &world.workflow(&json!({"stages": [{"id": "a", "run": "tally"}]})),
    );
    assert!(matches!(other, Err(EngineError::OtherDefinition { .. })), "{other:?}");
    rig.store.forget(run, ForgetScope::Payloads).unwrap();
    let erased = replay(&rig.store, run, &workflow);
    assert!(matches!(erased, Err(EngineError::Pruned(_))), "{erased:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn whatever_its_stages_do_a_run_replays_the_same(kinds in kinds(), workers in 1_usize..4) {
        let (rig, world) = (Rig::with_workers(workers), World::default());
        let stage = |(n, kind): (usize, &&str)| {
            let effect = match *kind { "tally" => "pure", "ask" | "muse" => "paid", k => k };
            json!({"id": format!("s{n}"), "run": kind, "effect": effect,
                   "depends_on": if n < 2 { vec![] } else { vec![format!("s{}", n - 2)] },
                   "writes": ["log", "replies"]})
        };
        let stages: Vec<Json> = kinds.iter().enumerate().map(stage).collect();
        let (run, state) = world.run(&rig, &json!({"stages": stages}));
        let done = world.counts();
        let again = world.replay(&rig, run);
        assert!(again.same, "{again:#?}");
        assert_eq!((again.state, world.counts()), (state, done));
        let outside = kinds.iter().filter(|kind| ["read", "external"].contains(kind)).count();
        assert_eq!(again.stood_in, outside);
    }
}

fn kinds() -> impl Strategy<Value = Vec<&'static str>> {
    let kind = proptest::sample::select(vec!["tally", "ask", "muse", "read", "external"]);
    proptest::collection::vec(kind, 1..7)
}

/// Runs, twists one stage function, replays, and looks at what is found.
#[track_caller]
fn check(stage: &str, twist: Twist, expected: impl Fn(&ReplayDifference) -> bool) {
    let (rig, world) = (Rig::new(), World::default());
    let (run, state) = world.run(&rig, &winding());
    let done = world.counts();
    world.twist(twist);
    let again = world.replay(&rig, run);
    assert!(!again.same && !again.differences.is_empty(), "{again:#?}");
    for found in &again.differences {
        assert_eq!(found.at.split('@').next(), Some(stage), "{again:#?}");
        assert!(expected(found), "{found:#?}");
    }
    for attempt in &again.instances {
        let differs = attempt.at.split('@').next() == Some(stage);
        assert_eq!(attempt.again == ReplayStatus::Differs, differs, "{attempt:?}");
    }
    assert_ne!(again.state, state);
    assert_eq!(world.counts(), done, "nothing was done outside");
}
