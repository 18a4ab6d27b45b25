//! A journal replayed gives the state it was written from, whole or cut off anywhere.

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::{Drive, Picks},
    sketch_to_definition::Timing,
};
use crate::{Event, RunOutcome, WorkflowPlan, state::RunState};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_replay_gives_the_same_bytes(sketch in sketch(), picks in any::<u64>()) {
        check_whole(&sketch, picks)?;
    }

    #[test]
    fn the_same_causes_after_any_cut_are_decided_alike(
        sketch in sketch(),
        picks in any::<u64>(),
    ) {
        check_cut(&sketch, picks)?;
    }

    #[test]
    fn a_run_cut_off_anywhere_ends_as_if_undisturbed(
        sketch in sketch(),
        picks in any::<u64>(),
    ) {
        check_resumed(&sketch, picks)?;
    }

    #[test]
    fn events_survive_being_written(sketch in sketch(), picks in any::<u64>()) {
        check_wire(&sketch, picks)?;
    }
}

fn check_whole(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = plan(sketch, Timing::Open)?;
    let drive = Drive::start(sketch, &plan, picks).finish();
    let again = replayed(&plan, &drive.events);
    prop_assert_eq!(text(&again), text(&drive.state));
    prop_assert_eq!(again.final_state(), drive.state.final_state());
    prop_assert_eq!(again.summary(), drive.state.summary());
    Ok(())
}

fn check_cut(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = plan(sketch, Timing::Open)?;
    let drive = Drive::start(sketch, &plan, picks).finish();
    let cut = 1 + Picks(picks).below(drive.events.len());
    let (before, after) = drive.events.split_at(cut);
    let mut again = replayed(&plan, before);
    again.wake();
    check_alike(again, after)
}

fn check_resumed(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = plan(sketch, Timing::Settled)?;
    let drive = Drive::start(sketch, &plan, picks).finish();
    let cut = 1 + Picks(picks).below(drive.events.len());
    let again = replayed(&plan, &drive.events[..cut]);
    let again = Drive::over(again, sketch, picks ^ 1).finish();
    prop_assert_eq!(again.state.ended, drive.state.ended);
    if drive.state.ended != Some(RunOutcome::Failed) {
        prop_assert_eq!(again.state.final_state(), drive.state.final_state());
    }
    Ok(())
}

fn check_wire(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = plan(sketch, Timing::Open)?;
    for event in Drive::start(sketch, &plan, picks).finish().events {
        let text = serde_json::to_string(&event).unwrap();
        prop_assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), &event);
    }
    Ok(())
}

/// Feeds what happened to a state that was read back: it must decide what was decided.
pub(super) fn check_alike(mut state: RunState, events: &[Event]) -> Result<(), TestCaseError> {
    for event in events {
        let again = state.decide(event.cause.clone()).event;
        // A failing run gives up what waits for a retry; one that was read back tries it again.
        if state.failing.is_some() {
            break;
        }
        prop_assert_eq!(&again, event);
    }
    Ok(())
}

fn plan(sketch: &Sketch, timing: Timing) -> Result<Arc<WorkflowPlan>, TestCaseError> {
    planned(sketch, timing).ok_or_else(|| TestCaseError::reject("refused"))
}

pub(super) fn replayed(plan: &Arc<WorkflowPlan>, events: &[Event]) -> RunState {
    let mut state = RunState::new(Arc::clone(plan));
    for event in events {
        state.replay(event);
    }
    state
}

pub(super) fn text(state: &RunState) -> String {
    String::from_utf8(state.save().unwrap().0).unwrap()
}
