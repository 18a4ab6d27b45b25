//! What a stage sees is what the run ends with, if the stage rests on all that was done.

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::Drive,
    sketch_to_definition::Timing,
};

proptest! {
    #![proptest_config(cases(600))]

    #[test]
    fn a_last_stage_sees_what_the_run_ends_with(sketch in sketch(), picks in any::<u64>()) {
        check(sketch, picks)?;
    }
}

fn check(sketch: Sketch, picks: u64) -> Result<(), TestCaseError> {
    let sketch = unbranched(sketch);
    let plan = planned(&sketch, Timing::Settled);
    let plan = plan.ok_or_else(|| TestCaseError::reject("refused"))?;
    let drive = Drive::start(&sketch, &plan, picks).finish();
    let mut state = drive.state.final_state();
    let mut witness = state["witness"].take();
    witness["witness"].take();
    prop_assert_eq!(witness, state);
    Ok(())
}

/// Without branches that are not taken: what is done there is seen by nobody else.
fn unbranched(mut sketch: Sketch) -> Sketch {
    sketch.witnessed = true;
    for stage in &mut sketch.stages {
        (stage.route, stage.optional) = (None, true);
    }
    for back in &mut sketch.loops {
        back.then = 0;
    }
    sketch
}
