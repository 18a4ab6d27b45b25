//! Every run ends, and counts forward while it runs (`Drive::decide` asserts the latter).

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::Drive,
    sketch_to_definition::Timing,
};
use crate::{RunStatus, StateOperation, state::StagePhase};

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn every_run_ends_in_any_order(sketch in sketch(), picks in any::<u64>()) {
        check(&sketch, Timing::Open, picks)?;
        check(&sketch, Timing::Settled, picks)?;
    }
}

fn check(sketch: &Sketch, timing: Timing, picks: u64) -> Result<(), TestCaseError> {
    let plan = planned(sketch, timing).ok_or_else(|| TestCaseError::reject("refused"))?;
    let drive = Drive::start(sketch, &plan, picks).finish();
    let state = &drive.state;
    prop_assert_eq!(state.status(), RunStatus::Ended);
    let stuck = state.failing.iter().any(|why| why.starts_with("no stage can go"));
    prop_assert!(
        !stuck,
        "the engine gave up: {:?}",
        state.stages.iter().map(|s| s.phase).collect::<Vec<_>>()
    );
    if state.failing.is_none() && state.ended == Some(state.outcome) && !stopped(&drive) {
        let settled = state
            .stages
            .iter()
            .all(|stage| matches!(stage.phase, StagePhase::Settled(_)));
        prop_assert!(settled, "it ended with stages left");
    }
    Ok(())
}

/// Whether a budget or a loop ended it early.
fn stopped(drive: &Drive<'_>) -> bool {
    let last = drive.events.last().unwrap();
    last.ops.iter().any(|op| {
        matches!(op, StateOperation::Exhausted { .. } | StateOperation::Cancel { .. })
    })
}
