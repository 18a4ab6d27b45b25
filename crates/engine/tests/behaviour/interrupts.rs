//! Questions to people: the run rests, the answer is an event, nothing before it runs again.

use std::time::Duration;

use jurat_engine::{InboxMessage, RunOutcome, RunStore, WaitResult};
use serde_json::{Value as Json, json};

use crate::test_engine::Rig;

#[test]
fn a_run_rests_at_a_question_and_goes_on_with_the_answer() {
    let rig = Rig::new();
    let handle = rig.start(&rig.workflow(asking()), json!({}));
    let Some(WaitResult::Waiting(questions)) = handle.wait_for(Duration::from_secs(20)) else {
        panic!("it did not rest");
    };
    let [question] = &questions[..] else { panic!("{questions:?}") };
    assert_eq!((question.at.as_str(), question.prompt.as_str()), ("ask@0#0", "Publish?"));
    assert_eq!(question.choices, ["\"yes\"", "\"no\""]);

    rig.send(handle.run(), &answer("ask", json!("perhaps")));
    rig.until(handle.run(), |event| event.cause.kind() == "ignored");
    rig.send(handle.run(), &answer("ask@0#0", json!("yes")));
    rig.until(handle.run(), |event| {
        event
            .ops
            .iter()
            .any(|op| matches!(op, jurat_engine::StateOperation::End { .. }))
    });
    let end = rig.ended(&handle);
    assert_eq!(
        (end.outcome, end.calls),
        (RunOutcome::Completed, vec!["before@0#0".into(), "after@0#0".into()])
    );
    assert_eq!(
        end.state["said"],
        json!({"answer": "yes", "author": "ann", "reason": "because"})
    );
    assert_eq!(rig.store.inbox(handle.run()).unwrap(), []);
}

#[test]
fn an_answer_that_is_not_a_choice_is_ignored_with_a_reason() {
    let (rig, run) = asked();
    rig.send(run, &answer("ask", json!("perhaps")));
    ignored(&rig, run, r#"the answer must be one of "yes", "no""#);
}

#[test]
fn an_answer_to_no_question_is_ignored_with_a_reason() {
    let (rig, run) = asked();
    rig.send(run, &answer("before", json!("yes")));
    ignored(&rig, run, "no question is open at `before`");
}

#[test]
fn a_run_that_was_let_go_at_a_question_takes_the_answer_later() {
    let (rig, run) = asked();
    rig.send(run, &answer("ask", json!("no")));
    let handle = rig.engine.resume(run, &rig.workflow(asking())).unwrap();
    let end = rig.ended(&handle);
    assert_eq!(
        (end.outcome, end.count("before"), end.count("after")),
        (RunOutcome::Completed, 1, 1)
    );
}

#[test]
fn looking_at_a_run_that_waits_adds_nothing_to_its_journal() {
    let (rig, run) = asked();
    let before = rig.events(run).len();
    drop(rig.engine.resume(run, &rig.workflow(asking())).unwrap());
    assert_eq!(rig.events(run).len(), before);
}

/// A run that was let go at its question.
fn asked() -> (Rig, jurat_engine::RunId) {
    let rig = Rig::new();
    let handle = rig.start(&rig.workflow(asking()), json!({}));
    let stopped = handle.wait_for(Duration::from_secs(20));
    assert!(matches!(stopped, Some(WaitResult::Waiting(_))), "{stopped:?}");
    let run = handle.run();
    handle.let_go();
    (rig, run)
}

fn ignored(rig: &Rig, run: jurat_engine::RunId, expected: &str) {
    let handle = rig.engine.resume(run, &rig.workflow(asking())).unwrap();
    rig.until(run, |event| match &event.cause {
        jurat_engine::EventCause::Ignored { why, .. } => why == expected,
        _ => false,
    });
    assert!(matches!(handle.wait_for(Duration::from_secs(20)), Some(WaitResult::Waiting(_))));
}

fn answer(to: &str, answer: Json) -> InboxMessage {
    let reason = Some("because".to_owned());
    InboxMessage::Answer {
        to: to.to_owned(),
        answer,
        author: "ann".to_owned(),
        reason,
    }
}

fn asking() -> Json {
    json!({"stages": [
        {"id": "before", "run": "do"},
        {"id": "ask", "depends_on": ["before"],
         "interrupt": {"prompt": "Publish?", "choices": ["yes", "no"], "to": "said"}},
        {"id": "after", "run": "do", "depends_on": ["ask"]},
    ]})
}
