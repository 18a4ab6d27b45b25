//! A run that failed, resumed once the cause is mended, ends as if it had never failed.

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::Drive,
    replays::{replayed, text},
    sketch_to_definition::Timing,
};
use crate::RunOutcome;

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_mended_run_ends_as_if_it_had_never_failed(
        sketch in sketch(),
        picks in any::<u64>(),
    ) {
        check(sketch, picks)?;
    }

    #[test]
    fn a_failed_run_that_is_not_mended_ends_again(
        sketch in sketch(),
        picks in any::<u64>(),
    ) {
        check_again(&sketch, picks)?;
    }
}

fn check(mut sketch: Sketch, picks: u64) -> Result<(), TestCaseError> {
    for stage in &mut sketch.stages {
        // Only what fails the run is tried again, and only then as a whole.
        (stage.fails, stage.policy) = (stage.fails && !stage.optional, 2);
    }
    let plan = planned(&sketch, Timing::Settled);
    let plan = plan.ok_or_else(|| TestCaseError::reject("refused"))?;
    let failed = Drive::start(&sketch, &plan, picks).finish().state;
    for stage in &mut sketch.stages {
        stage.fails = false;
    }
    let clean = Drive::start(&sketch, &plan, picks).finish();
    if failed.ended != Some(RunOutcome::Failed) || clean.state.failing.is_some() {
        return Ok(());
    }
    let mended = Drive::retry(failed, &sketch, picks).finish();
    prop_assert_eq!(mended.state.ended, clean.state.ended);
    prop_assert_eq!(mended.state.final_state(), clean.state.final_state());
    Ok(())
}

fn check_again(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = planned(sketch, Timing::Open);
    let plan = plan.ok_or_else(|| TestCaseError::reject("refused"))?;
    let Drive { state, mut events, .. } = Drive::start(sketch, &plan, picks).finish();
    if state.ended != Some(RunOutcome::Failed) {
        return Ok(());
    }
    let again = Drive::retry(state, sketch, picks ^ 1).finish();
    let stuck = again
        .state
        .failing
        .iter()
        .any(|why| why.starts_with("no stage can go"));
    prop_assert!(!stuck, "the engine gave up");
    events.extend(again.events);
    prop_assert_eq!(text(&replayed(&plan, &events)), text(&again.state));
    Ok(())
}
