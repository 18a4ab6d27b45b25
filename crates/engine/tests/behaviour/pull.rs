//! Pull mode: the shapes that callers rely on, to the letter.

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{
    FailureClass, FixedClock, InboxMessage, MemoryStore, PullEngine, PullError,
    ReportedFailure, RunId, RunStore, StageClaim, Workflow, WorkflowPlan, chain_faults, load,
    load_run,
};
use serde_json::{Value as Json, json};

use crate::test_engine::complete;

const RUN: RunId = RunId::from_number(1);

#[test]
fn next_names_the_stage_its_agent_and_the_progress() {
    let desk = Desk::at("detective");
    let next = desk.next();
    let expected = json!({
        "stage": "detective",
        "agent": "detective",
        "description": "Research case law",
        "progress": {"completed": 2, "total": 7, "percentage": 28},
    });
    assert_eq!(only(&next, &expected), expected);
}

#[test]
fn complete_names_the_next_stage_and_the_progress() {
    let desk = Desk::at("detective");
    let expected = json!({
        "completed": "detective",
        "next_stage": "strategist",
        "progress": {"completed": 3, "total": 7, "percentage": 42},
    });
    assert_eq!(desk.complete("detective", &json!({"log": ["x"]})), Ok(expected));
}

#[test]
fn status_says_where_a_run_stands() {
    let desk = Desk::at("detective");
    let status = desk.status();
    let expected = json!({
        "current_stage": "detective",
        "completed_stages": ["intake", "prepare"],
        "total_stages": 7,
        "progress": {"completed": 2, "total": 7, "percentage": 28},
        "is_complete": false,
        "checkpoint_path": "memory",
    });
    assert_eq!(only(&status, &expected), expected);
}

#[test]
fn a_run_that_is_over_says_complete() {
    let desk = Desk::at("");
    let expected = json!({
        "status": "complete",
        "progress": {"completed": 7, "total": 7, "percentage": 100},
    });
    assert_eq!(only(&desk.next(), &expected), expected);
    assert_eq!(desk.status()["is_complete"], true);
    assert_eq!(desk.status()["current_stage"], Json::Null);
}

#[test]
fn the_last_complete_has_no_next_stage() {
    let desk = Desk::at("reporter");
    let done = desk.complete("reporter", &json!({})).unwrap();
    assert_eq!(done["next_stage"], Json::Null);
    assert_eq!(done["progress"], json!({"completed": 7, "total": 7, "percentage": 100}));
}

#[test]
fn the_same_report_twice_changes_nothing() {
    let desk = Desk::at("detective");
    let output = json!({"log": ["x"]});
    desk.complete("detective", &output).unwrap();
    let events = desk.events();
    let again = desk.complete("detective", &output).unwrap();
    assert_eq!((&again["completed"], &again["repeated"]), (&json!("detective"), &json!(true)));
    assert_eq!(again["next_stage"], "strategist");
    assert_eq!(desk.events(), events);
}

#[test]
fn another_report_of_a_finished_stage_is_refused_and_says_what_is_due() {
    let desk = Desk::at("detective");
    desk.complete("detective", &json!({"log": ["x"]})).unwrap();
    let refused = desk.complete("detective", &json!({"log": ["y"]}));
    assert_eq!(refused, Err("stage `detective` is not due; `strategist@0#0` is".into()));
}

#[test]
fn a_stage_that_is_not_due_is_refused_and_says_what_is() {
    let desk = Desk::at("detective");
    let refused = desk.complete("judge", &json!({}));
    assert_eq!(refused, Err("stage `judge` is not due; `detective@0#0` is".into()));
}

#[test]
fn an_output_that_does_not_fit_is_refused_and_says_what_would() {
    let desk = Desk::at("detective");
    let refused = desk.complete("detective", &json!({"n": 1})).unwrap_err();
    assert_eq!(
        refused,
        "the output of stage `detective` is refused: its patch of channel `n` is refused: the \
         stage does not list it in `writes` (it may set log)"
    );
    assert_eq!(desk.next()["stage"], "detective");
}

#[test]
fn a_loop_never_lowers_what_is_completed() {
    let desk = Desk::at("verifier");
    let before = desk.next()["progress"].clone();
    let done = desk.complete("verifier", &json!({"n": 1})).unwrap();
    assert_eq!(done["next_stage"], "detective@1#0");
    assert_eq!(before["completed"], 4);
    assert_eq!(done["progress"], json!({"completed": 5, "total": 7, "percentage": 71}));
    let next = desk.next();
    assert_eq!(next["instance"], "detective@1#0");
    assert_eq!((&next["stage"], &next["stage_id"]), (&next["instance"], &json!("detective")));
}

#[test]
fn a_stage_that_is_to_be_done_again_is_not_completed() {
    let desk = Desk::at("verifier");
    desk.complete("verifier", &json!({"n": 1})).unwrap();
    assert_eq!(desk.status()["completed_stages"], json!(["intake", "prepare"]));
    desk.complete("detective@1#0", &json!({})).unwrap();
    let completed = json!(["intake", "prepare", "detective"]);
    assert_eq!(desk.status()["completed_stages"], completed);
    assert_eq!(desk.status()["progress"]["completed"], 5);
    desk.until("");
    assert_eq!(desk.status()["completed_stages"].as_array().unwrap().len(), 7);
}

#[test]
fn a_fan_out_that_was_cancelled_is_not_completed_and_stays_in_the_total() {
    let desk = Desk::new(json!({"stages": [
        {"id": "a"},
        {"id": "each", "depends_on": ["a"], "for_each": "[1, 2, 3]"},
        {"id": "last", "depends_on": ["each"]},
    ]}));
    desk.complete("a", &json!({})).unwrap();
    desk.complete("each@0#1", &json!({})).unwrap();
    let message = InboxMessage::Cancel { author: "ann".into(), reason: None };
    desk.store.send(RUN, &message).unwrap();
    let status = desk.status();
    assert_eq!(status["outcome"], "cancelled");
    assert_eq!(
        (&status["completed_stages"], &status["total_stages"]),
        (&json!(["a"]), &json!(3))
    );
    assert_eq!(desk.next()["progress"], json!({"completed": 1, "total": 3, "percentage": 33}));
}

#[test]
fn a_fan_out_that_lost_an_element_is_cancelled_too_where_others_were_not_through() {
    let definition = json!({"stages": [
        {"id": "each", "for_each": "[1, 2, 3]", "on_failure": "wait_all"},
    ]});
    let desk = Desk::new(definition.clone());
    desk.complete("each@0#0", &json!({})).unwrap();
    desk.fail("each@0#1", None, FailureClass::Permanent).unwrap();
    let message = InboxMessage::Cancel { author: "ann".into(), reason: None };
    desk.store.send(RUN, &message).unwrap();
    assert_eq!(desk.status()["outcome"], "cancelled");
    let plan = WorkflowPlan::new(load(&complete(definition).to_string()).unwrap());
    let stages = load_run(&desk.store, RUN, &Arc::new(plan), None).unwrap().stages();
    let [each] = &stages[..] else { panic!("{stages:?}") };
    let counts = (each.done, each.failed, each.cancelled);
    assert_eq!((each.phase, counts), ("cancelled", (1, 1, 1)));
}

#[test]
fn skipped_stages_leave_the_total() {
    let mut definition = audit();
    definition["stages"][4]["when"] = json!("state.n == 5");
    definition["stages"][4]["required"] = json!(false);
    let desk = Desk::new(definition);
    desk.until("strategist");
    let done = desk.complete("strategist", &json!({})).unwrap();
    assert_eq!(done["next_stage"], "judge");
    assert_eq!(done["progress"], json!({"completed": 4, "total": 6, "percentage": 66}));
}

#[test]
fn what_else_is_due_is_listed_in_order() {
    let desk = Desk::new(json!({"stages": [
        {"id": "b"}, {"id": "a"}, {"id": "c", "depends_on": ["a"]},
    ]}));
    let next = desk.next();
    assert_eq!((&next["stage"], &next["also_due"]), (&json!("b"), &json!(["a@0#0"])));
}

#[test]
fn a_question_is_answered_by_its_report_and_only_once() {
    let desk = Desk::new(json!({"stages": [
        {"id": "ask", "interrupt": {"prompt": "Go?", "choices": ["yes"], "to": "said"}},
        {"id": "next", "depends_on": ["ask"]},
    ]}));
    assert_eq!(desk.next()["description"], "Go?");
    let output = json!({"answer": "yes", "author": "ann"});
    assert!(
        desk.complete("ask", &json!({"answer": "no", "author": "ann"}))
            .is_err()
    );
    assert_eq!(desk.complete("ask", &output).unwrap()["next_stage"], "next");
    assert_eq!(desk.complete("ask", &output).unwrap()["repeated"], true);
}

#[test]
fn next_gives_all_that_a_worker_needs() {
    let desk = Desk::new(json!({
        "params": {"size": {"type": "int", "default": 3}},
        "stages": [
            {"id": "a", "writes": ["list"]},
            {"id": "b", "depends_on": ["a"], "for_each": "state.list", "with": {"k": 1}},
        ],
    }));
    desk.complete("a", &json!({"list": ["x", "y"]})).unwrap();
    let next = desk.next();
    let expected = json!({
        "stage": "b@0#0", "stage_id": "b", "instance": "b@0#0", "attempt": 1,
        "params": {"size": 3}, "with": {"k": 1}, "item": "x", "also_due": ["b@0#1"],
    });
    assert_eq!(only(&next, &expected), expected);
    assert_eq!((&next["view"]["list"], &next["view"]["n"]), (&json!(["x", "y"]), &json!(0)));
    assert_eq!(next["token"].as_str().unwrap().len(), 64);
}

#[test]
fn a_view_is_that_of_the_instance_and_not_the_state_so_far() {
    let desk = Desk::new(json!({"stages": [
        {"id": "a", "writes": ["log"]}, {"id": "b"}, {"id": "c", "depends_on": ["b"]},
    ]}));
    desk.complete("a", &json!({"log": ["from a"]})).unwrap();
    desk.complete("b", &json!({})).unwrap();
    assert_eq!(
        (&desk.next()["stage"], &desk.next()["view"]["log"]),
        (&json!("c"), &json!(null))
    );
}

#[test]
fn equal_outputs_of_a_fan_out_are_never_taken_for_a_repetition() {
    let desk = Desk::new(json!({"stages": [
        {"id": "each", "for_each": "[1, 2, 3]", "writes": ["log"]},
        {"id": "last", "depends_on": ["each"]},
    ]}));
    let output = json!({"log": ["same"]});
    for index in 0..3 {
        let next = desk.next();
        assert_eq!(next["stage"], format!("each@0#{index}"));
        let done = desk.complete(next["stage"].as_str().unwrap(), &output).unwrap();
        assert_eq!(done.get("repeated"), None);
    }
    assert_eq!(
        (&desk.next()["stage"], &desk.next()["view"]["log"]),
        (&json!("last"), &json!(["same", "same", "same"]))
    );
    assert_eq!(desk.complete("each@0#1", &output).unwrap()["repeated"], true);
}

#[test]
fn a_stage_name_that_could_mean_several_is_refused_with_what_is_due() {
    let desk = Desk::new(json!({"stages": [{"id": "each", "for_each": "[1, 2]"}]}));
    let refused = desk.refused("each", None, &json!({}));
    assert_eq!(refused.code(), Some("ambiguous_stage"));
    assert_eq!(refused.due(), ["each@0#0", "each@0#1"]);
}

#[test]
fn a_late_bare_report_never_lands_on_a_new_epoch() {
    let desk = Desk::new(self_loop());
    let output = json!({"n": 1});
    desk.complete("it", &output).unwrap();
    assert_eq!(desk.next()["stage"], "it@1#0");
    let events = desk.events();
    // The same words once more are the first report again; others are of nobody.
    assert_eq!(desk.complete("it", &output).unwrap()["repeated"], true);
    assert_eq!(desk.refused("it", None, &json!({"n": 2})).code(), Some("ambiguous_stage"));
    assert_eq!((desk.events(), &desk.next()["stage"]), (events, &json!("it@1#0")));
    desk.complete("it@1#0", &output).unwrap();
    assert_eq!(desk.next()["stage"], "it@2#0");
    assert_eq!(desk.complete("it@1#0", &output).unwrap()["repeated"], true);
    assert_eq!(desk.refused("it@1#0", None, &json!({"n": 2})).code(), Some("already_reported"));
}

#[test]
fn a_token_is_good_for_its_own_attempt_only() {
    let desk = Desk::new(self_loop());
    let (token, output) = (desk.token(), json!({"n": 1}));
    desk.complete_with("it", &token, &output).unwrap();
    let again = desk.complete_with("it", &token, &output).unwrap();
    assert_eq!((&again["completed"], &again["repeated"]), (&json!("it"), &json!(true)));
    let stale = desk.refused("it@1#0", Some(&token), &output);
    assert_eq!((stale.code(), stale.due()), (Some("stale_token"), &["it@1#0".to_owned()][..]));
    // With its token an instance may be named by its stage.
    let token = desk.token();
    assert_eq!(desk.complete_with("it", &token, &output).unwrap()["completed"], "it@1#0");
}

#[test]
fn a_failure_that_may_pass_makes_the_stage_due_again_with_a_new_token() {
    let desk = Desk::new(json!({"stages": [
        {"id": "it", "retry_limit": 1, "writes": ["n"]}, {"id": "next", "depends_on": ["it"]},
    ]}));
    let first = desk.token();
    let failed = desk.fail("it", Some(&first), FailureClass::Transient).unwrap();
    assert_eq!((&failed["failed"], &failed["retried"]), (&json!("it"), &json!(true)));
    assert!(failed["retry_in_ms"].is_u64() && failed["outcome"].is_null(), "{failed}");
    let next = desk.next();
    assert_eq!((&next["stage"], &next["attempt"]), (&json!("it"), &json!(2)));
    let late = desk.refused("it", Some(&first), &json!({"n": 1}));
    assert_eq!(late.code(), Some("stale_token"));
    let again = desk.fail("it", Some(&first), FailureClass::Transient).unwrap();
    assert_eq!(again["repeated"], true);
    let bare = desk.fail("it", None, FailureClass::Transient).unwrap_err();
    assert_eq!((bare.code(), &desk.next()["attempt"]), (Some("token_needed"), &json!(2)));
    let over = desk.fail("it", Some(&desk.token()), FailureClass::Transient).unwrap();
    assert_eq!((&over["retried"], &over["outcome"]), (&json!(false), &json!("failed")));
    assert_eq!(desk.status()["reasons"], json!(["stage `it@0#0` failed: no luck"]));
}

#[test]
fn a_failure_that_will_not_pass_is_not_tried_again() {
    let desk = Desk::new(json!({"stages": [{"id": "it", "retry_limit": 5}]}));
    let over = desk.fail("it", None, FailureClass::Permanent).unwrap();
    assert_eq!((&over["retried"], &over["outcome"]), (&json!(false), &json!("failed")));
}

#[test]
fn an_optional_failure_is_no_completed_stage() {
    let desk = Desk::new(json!({"stages": [
        {"id": "it", "required": false}, {"id": "next", "depends_on": ["it"]},
    ]}));
    let failed = desk.fail("it", None, FailureClass::Permanent).unwrap();
    assert_eq!(failed["next_stage"], "next");
    assert_eq!(
        (&desk.status()["completed_stages"], &desk.status()["outcome"]),
        (&json!([]), &json!(null))
    );
    desk.complete("next", &json!({})).unwrap();
    let over = desk.next();
    assert_eq!((&over["status"], &over["outcome"]), (&json!("complete"), &json!("incomplete")));
    assert_eq!(over["progress"], json!({"completed": 1, "total": 2, "percentage": 50}));
    assert_eq!(over["reasons"], json!(["stage `it@0#0` failed: no luck"]));
}

#[test]
fn a_run_that_failed_can_be_resumed() {
    let desk = Desk::new(json!({"stages": [
        {"id": "a"}, {"id": "b"}, {"id": "c", "depends_on": ["a", "b"]},
    ]}));
    desk.complete("b", &json!({})).unwrap();
    let first = desk.token();
    desk.fail("a", None, FailureClass::Permanent).unwrap();
    assert_eq!(desk.next()["status"], "failed");
    let next = serde_json::to_value(desk.pull().resume(RUN).unwrap()).unwrap();
    assert_eq!((&next["stage"], &next["also_due"]), (&json!("a"), &json!([])));
    assert_eq!(desk.refused("a", Some(&first), &json!({})).code(), Some("stale_token"));
    assert_eq!(desk.complete("a", &json!({})).unwrap()["next_stage"], "c");
}

#[test]
fn an_output_with_which_the_run_could_not_go_on_is_refused_and_may_be_mended() {
    for (more, wrong) in [
        (json!({"route": [{"when": "state.n == 1", "to": "next"}]}), json!({"n": 2})),
        (
            json!({"route": [{"when": "state.saw.x == 1", "to": "next"}, {"to": []}]}),
            json!({"n": 1, "saw": {}}),
        ),
    ] {
        let first = json!({"id": "it", "writes": ["n", "saw"], "route": more["route"]});
        let desk = Desk::new(json!({"stages": [first, {"id": "next", "depends_on": ["it"]}]}));
        let events = desk.events();
        let refused = desk.refused("it", None, &wrong);
        assert_eq!(refused.code(), Some("bad_output"), "{refused}");
        assert!(refused.to_string().contains("with it stage `it` would fail"), "{refused}");
        assert_eq!((desk.events(), &desk.next()["stage"]), (events, &json!("it")));
        let done = desk.complete("it", &json!({"n": 1, "saw": {"x": 1}})).unwrap();
        assert_eq!(done["next_stage"], "next");
    }
}

#[test]
fn a_later_condition_counts_too() {
    for key in ["when", "for_each"] {
        let mut next = json!({"id": "next", "depends_on": ["it"]});
        next[key] = json!(if key == "when" { "state.saw.x > 1" } else { "state.saw.x" });
        let desk = Desk::new(json!({"stages": [{"id": "it", "writes": ["saw"]}, next]}));
        let refused = desk.refused("it", None, &json!({"saw": {"y": 1}}));
        assert!(refused.to_string().contains("with it stage `next` would fail"), "{refused}");
        assert_eq!(desk.next()["stage"], "it");
    }
}

#[test]
fn a_channel_that_would_be_too_long_is_refused() {
    let desk = Desk::new(json!({
        "channels": {"few": {"type": "array", "reducer": "append", "max_items": 2}},
        "stages": [{"id": "a", "writes": ["few"]}, {"id": "b", "depends_on": ["a"], "writes": ["few"]}],
    }));
    assert!(desk.complete("a", &json!({"few": [1, 2, 3]})).is_err());
    desk.complete("a", &json!({"few": [1]})).unwrap();
    let refused = desk.complete("b", &json!({"few": [2, 3]})).unwrap_err();
    assert!(refused.contains("would hold 3 elements; `max_items` is 2"), "{refused}");
    desk.complete("b", &json!({"few": [2]})).unwrap();
}

#[test]
fn a_loop_waits_for_its_stages_over_several_calls() {
    let desk = Desk::new(json!({
        "stages": [
            {"id": "a"}, {"id": "left", "depends_on": ["a"]}, {"id": "right", "depends_on": ["a"]},
            {"id": "from", "depends_on": ["left", "right"], "join": "any"},
            {"id": "other", "depends_on": ["right"]},
        ],
        "loop_back": [{"from": "from", "to": "a", "when": "epoch == 0", "limit": 1}],
    }));
    for stage in ["a", "left", "from"] {
        desk.complete(stage, &json!({})).unwrap();
    }
    // It loops when the other branch is at rest, though another process told it so.
    assert_eq!(desk.next()["stage"], "right");
    let done = desk.complete("right", &json!({})).unwrap();
    assert_eq!(
        (&done["next_stage"], &desk.next()["stage"]),
        (&json!("a@1#0"), &json!("a@1#0"))
    );
}

#[test]
fn an_answer_from_elsewhere_moves_the_run_on() {
    let desk = Desk::new(json!({"stages": [
        {"id": "ask", "interrupt": {"prompt": "Go?", "to": "said"}},
        {"id": "next", "depends_on": ["ask"]},
    ]}));
    let (to, answer, author) = ("ask".to_owned(), json!("yes"), "ann".to_owned());
    let message = InboxMessage::Answer { to, answer, author, reason: None };
    desk.store.send(RUN, &message).unwrap();
    assert_eq!(desk.next()["stage"], "next");
    assert_eq!(desk.store.inbox(RUN).unwrap(), []);
}

#[test]
fn a_fork_keeps_the_mode_and_goes_on_from_there() {
    let desk = Desk::at("strategist");
    let (fork, at) = (RunId::from_number(2), desk.events() as u64 - 1);
    let next = desk.pull().fork(RUN, at, (fork, false)).unwrap();
    assert_eq!(serde_json::to_value(&next).unwrap()["stage"], "detective");
    let claim = StageClaim { stage: "detective", token: None };
    let done = desk
        .pull()
        .complete(fork, &claim, &json!({"log": ["other"]}))
        .unwrap();
    assert_eq!(done.next_stage.as_deref(), Some("strategist"));
    let stale = StageClaim { token: Some(&desk.token()), ..claim };
    assert!(desk.pull().complete(fork, &stale, &json!({})).is_err());
}

#[test]
fn a_call_waits_for_another_that_is_at_work() {
    let desk = Desk::at("detective");
    let lease = desk.store.claim(RUN, false).unwrap();
    let done = std::thread::scope(|scope| {
        let waits = scope.spawn(|| desk.complete("detective", &json!({})));
        std::thread::sleep(std::time::Duration::from_millis(100));
        drop(lease);
        waits.join().unwrap()
    });
    assert_eq!(done.unwrap()["next_stage"], "strategist");
}

fn self_loop() -> Json {
    json!({
        "stages": [{"id": "it", "writes": ["n"]}],
        "loop_back": [{"from": "it", "to": "it", "when": "state.n == 1", "limit": 5}],
    })
}

/// A run in pull mode on a store of its own.
struct Desk {
    store: MemoryStore,
    workflow: Workflow,
}

impl Desk {
    fn new(definition: Json) -> Self {
        let checked = load(&complete(definition).to_string());
        let checked = checked.unwrap_or_else(|found| panic!("refused: {found}"));
        let desk = Self {
            store: MemoryStore::default(),
            workflow: Workflow::pulled(checked),
        };
        desk.pull().start(RUN, BTreeMap::new(), BTreeMap::new()).unwrap();
        desk
    }

    /// An audit in which `stage` is due; one that is over for an empty name.
    fn at(stage: &str) -> Self {
        let desk = Self::new(audit());
        desk.until(stage);
        desk
    }

    fn until(&self, stage: &str) {
        while let Some(due) = self.next()["stage"].as_str().filter(|due| *due != stage) {
            self.complete(due, &json!({})).unwrap();
        }
    }

    fn pull(&self) -> PullEngine<'_> {
        PullEngine {
            store: &self.store,
            clock: &FixedClock(0),
            workflow: &self.workflow,
        }
    }

    fn next(&self) -> Json {
        serde_json::to_value(self.pull().next(RUN).unwrap()).unwrap()
    }

    fn status(&self) -> Json {
        serde_json::to_value(self.pull().status(RUN).unwrap()).unwrap()
    }

    fn complete(&self, stage: &str, output: &Json) -> Result<Json, String> {
        self.report(stage, None, output).map_err(|error| error.to_string())
    }

    fn complete_with(&self, stage: &str, token: &str, output: &Json) -> Result<Json, String> {
        self.report(stage, Some(token), output)
            .map_err(|error| error.to_string())
    }

    fn report(
        &self,
        stage: &str,
        token: Option<&str>,
        output: &Json,
    ) -> Result<Json, PullError> {
        let done = self.pull().complete(RUN, &StageClaim { stage, token }, output)?;
        Ok(serde_json::to_value(done).unwrap())
    }

    #[track_caller]
    fn refused(&self, stage: &str, token: Option<&str>, output: &Json) -> PullError {
        self.report(stage, token, output).unwrap_err()
    }

    fn fail(
        &self,
        stage: &str,
        token: Option<&str>,
        class: FailureClass,
    ) -> Result<Json, PullError> {
        let failure = ReportedFailure { message: "no luck", class };
        let failed = self.pull().fail(RUN, &StageClaim { stage, token }, failure)?;
        Ok(serde_json::to_value(failed).unwrap())
    }

    fn token(&self) -> String {
        self.next()["token"].as_str().unwrap().to_owned()
    }

    fn events(&self) -> usize {
        assert_eq!(chain_faults(&self.store, RUN).unwrap().0, []);
        self.store.events(RUN, 1, usize::MAX).unwrap().len()
    }
}

/// The part of `given` that has the keys of `expected`.
fn only(given: &Json, expected: &Json) -> Json {
    let keys = expected.as_object().unwrap().keys();
    Json::Object(keys.map(|key| (key.clone(), given[key].clone())).collect())
}

fn audit() -> Json {
    let names =
        ["intake", "prepare", "detective", "strategist", "verifier", "judge", "reporter"];
    let mut stages: Vec<Json> = Vec::new();
    for name in names {
        let after: Vec<Json> =
            stages.last().map(|stage| stage["id"].clone()).into_iter().collect();
        stages.push(json!({"id": name, "agent": name, "depends_on": after, "writes": ["log"]}));
    }
    stages[2]["description"] = json!("Research case law");
    stages[4]["writes"] = json!(["n"]);
    json!({
        "stages": stages,
        "loop_back": [{"from": "verifier", "to": "detective", "when": "state.n == 1",
                       "repeats": ["detective", "strategist", "verifier"], "limit": 1}],
    })
}
