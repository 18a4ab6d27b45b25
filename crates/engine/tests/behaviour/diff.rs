//! Two runs side by side: where they part, and why.

use jurat_engine::{
    DivergenceKind, DivergenceReason, EngineError, ForgetScope, RunDiff, RunDivergence, RunId,
    RunStore, WaitResult, diff,
};
use serde_json::{Value as Json, json};

use crate::{
    changing_world::{Twist, World, routed, winding},
    failing_store::Mortal,
    test_engine::Rig,
};

#[test]
fn two_runs_of_pure_stages_are_the_same_whatever_the_order() {
    let rig = Rig::with_workers(8);
    let definition = json!({
        "params": {"list": {"type": "array", "default": [1, 2, 3, 4, 5, 6]}},
        "stages": [
            {"id": "each", "run": "do", "for_each": "params.list", "writes": ["log"],
             "with": {"signs": "log"}},
            {"id": "last", "run": "do", "depends_on": ["each"], "writes": ["saw"],
             "with": {"copies": ["log", "saw"]}},
        ],
    });
    let (a, b) = (rig.run(definition.clone()).run, rig.run(definition).run);
    let found = diff(&rig.store, a, b).unwrap();
    assert!(found.same && found.partings.is_empty(), "{found:#?}");
}

#[test]
fn the_same_call_with_another_reply_is_named() {
    let found = twice(&asking(), None);
    check(
        &found,
        "ask@0#0",
        |why| matches!(why, DivergenceReason::OtherReply { calls } if calls.len() == 1),
    );
    let DivergenceKind::Patch { channels } = &found.partings[0].what else {
        panic!("{found:#?}")
    };
    assert_eq!((channels[0].name.as_str(), channels[0].path.as_str()), ("replies", "/0"));
    assert!(channels[0].a.starts_with("\"0 xxx") && channels[0].a.chars().count() < 200);
    assert!(channels[0].b.starts_with("\"1 xxx"));
}

#[test]
fn another_call_is_named() {
    let found = twice(&asking(), Some(Twist::Asks));
    check(
        &found,
        "ask@0#0",
        |why| matches!(why, DivergenceReason::OtherCall { a, b } if (a.len(), b.len()) == (1, 1)),
    );
}

#[test]
fn another_read_is_named() {
    let found = twice(&winding(), None);
    check(&found, "look@0#0", |why| *why == DivergenceReason::OtherRead);
}

#[test]
fn a_changed_function_and_the_other_way_it_leads_to_are_named_in_causal_order() {
    let found = twice(&routed(), Some(Twist::WritesMore));
    check(&found, "count@0#0", |why| *why == DivergenceReason::OtherFunction);
    let names: Vec<&str> = found.partings.iter().map(|one| one.at.as_str()).collect();
    assert_eq!(names, ["count@0#0", "count@0", "left@0", "left@0#0", "right@0", "right@0#0"]);
    let decision = DivergenceKind::Decision {
        a: "count goes on to left".into(),
        b: "count goes on to right".into(),
    };
    assert_eq!(found.partings[1].what, decision);
    assert_eq!(found.partings[3].what, DivergenceKind::OnlyA { did: "done".into() });
    assert_eq!(found.partings[5].what, DivergenceKind::OnlyB { did: "done".into() });
}

#[test]
fn a_failure_is_named() {
    let found = twice(&routed(), Some(Twist::Fails));
    let went = DivergenceKind::Went { a: "done".into(), b: "failed: twisted".into() };
    assert_eq!((&*found.partings[0].at, &found.partings[0].what), ("count@0#0", &went));
    let end = found.partings.last().unwrap();
    assert_eq!(end.at, "the run");
}

#[test]
fn other_parameters_are_named() {
    let rig = Rig::new();
    let definition = json!({
        "params": {"list": {"type": "array"}, "more": {"default": 1}},
        "stages": [{"id": "each", "run": "do", "for_each": "params.list"}],
    });
    let a = rig.run_with(definition.clone(), json!({"list": [1, 2]})).run;
    let b = rig.run_with(definition, json!({"list": [1]})).run;
    let found = diff(&rig.store, a, b).unwrap();
    let [param] = &found.params[..] else { panic!("{found:#?}") };
    assert_eq!((&*param.name, &*param.path, &*param.a), ("list", "/1", "2"));
    check(&found, "each@0", |why| *why == DivergenceReason::OtherStart);
}

#[test]
fn another_definition_is_named() {
    let rig = Rig::new();
    let stage = |n: u32| json!({"stages": [{"id": "a", "run": "do", "writes": ["n"], "with": {"writes": {"n": n}}}]});
    let found = diff(&rig.store, rig.run(stage(1)).run, rig.run(stage(2)).run).unwrap();
    assert!(!found.same_definition && !found.same);
    check(&found, "a@0#0", |why| *why == DivergenceReason::OtherDefinition);
}

#[test]
fn another_choice_of_time_is_named() {
    let rig = Rig::new();
    let slow = |a: u64, b: u64| {
        let stage = |id: &str, ms: u64| {
            json!({"id": id, "run": "wait", "writes": ["log"],
                   "with": {"signs": "log", "sleep_ms": ms}})
        };
        json!({"stages": [stage("a", a), stage("b", b),
            {"id": "join", "run": "do", "depends_on": ["a", "b"], "join": "any"}]})
    };
    let (a, b) = (rig.run(slow(0, 300)).run, rig.run(slow(300, 0)).run);
    let found = diff(&rig.store, a, b).unwrap();
    let joined = found.partings.iter().find(|one| one.at == "join@0").unwrap();
    let expected = DivergenceKind::Decision {
        a: "join starts on a@0#0".into(),
        b: "join starts on b@0#0".into(),
    };
    assert_eq!(joined.what, expected);
}

#[test]
fn a_fork_parts_from_its_parent_where_it_paid_again() {
    let (rig, world) = (Rig::new(), World::default());
    let (parent, _) = world.run(&rig, &winding());
    let workflow = world.workflow(&winding());
    let looked = |event: &jurat_engine::Event| {
        event.ops.iter().any(
            |op| matches!(op, jurat_engine::StateOperation::Start(s) if &*s.stage == "ask"),
        )
    };
    let at = rig.events(parent).iter().position(looked).unwrap() as u64 + 1;
    let fork = rig.engine.fork(parent, at, &workflow, (rig.id(), true)).unwrap();
    assert!(matches!(fork.wait(), WaitResult::Ended(_)));
    let found = diff(&rig.store, parent, fork.run()).unwrap();
    check(&found, "ask@0#0", |why| matches!(why, DivergenceReason::OtherReply { .. }));
    assert!(found.params.is_empty() && found.input.is_empty() && found.same_definition);
}

#[test]
fn a_run_is_the_same_as_itself_until_it_is_erased() {
    let (rig, world) = (Rig::new(), World::default());
    let (a, _) = world.run(&rig, &winding());
    let (b, _) = world.run(&rig, &winding());
    assert!(diff(&rig.store, a, a).unwrap().same);
    rig.store.forget(a, ForgetScope::Payloads).unwrap();
    let found = diff(&rig.store, a, b).unwrap();
    assert_eq!((found.partings.len(), found.same), (0, false), "{found:#?}");
    assert!(0 < found.not_comparable);
    let found = diff(&rig.store, b, a).unwrap();
    assert_eq!((found.partings.len(), found.same), (0, false), "{found:#?}");
}

#[test]
fn a_changed_journal_is_refused() {
    let (rig, world) = (Rig::new(), World::default());
    let (a, _) = world.run(&rig, &winding());
    let forgery = |event: &mut jurat_engine::SealedEvent| {
        if event.seq == 2 {
            event.payload = Some(b"{\"kind\": \"released\"}".as_slice().into());
        }
    };
    let forged = Mortal::of(&rig.store, Some(std::sync::Arc::new(forgery)));
    let refused = diff(&forged, a, a);
    assert!(matches!(refused, Err(EngineError::Journal { seq: 2, .. })), "{refused:?}");
    let unknown = diff(&rig.store, a, RunId::from_number(99));
    assert!(matches!(unknown, Err(EngineError::Store(_))), "{unknown:?}");
}

/// Where two runs begin to part, and that a reason for it is given.
#[track_caller]
fn check(found: &RunDiff, at: &str, why: impl Fn(&DivergenceReason) -> bool) {
    let first: &RunDivergence = &found.partings[0];
    assert_eq!(first.at, at, "{found:#?}");
    assert!(first.why.iter().any(why), "{first:#?}");
    assert!(!found.same);
}

/// Two runs of one definition; the second with a function that was changed.
fn twice(definition: &Json, twist: Option<Twist>) -> RunDiff {
    let (rig, world) = (Rig::new(), World::default());
    let (a, _) = world.run(&rig, definition);
    if let Some(twist) = twist {
        world.twist(twist);
    }
    let (b, _) = world.run(&rig, definition);
    diff(&rig.store, a, b).unwrap()
}

fn asking() -> Json {
    json!({"stages": [{"id": "ask", "run": "ask", "effect": "paid", "writes": ["replies"]}]})
}
