//! Where time decides nothing, every order of completion ends the same.

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::Drive,
    sketch_to_definition::Timing,
};
use crate::RunOutcome;

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn any_two_orders_end_the_same(
        sketch in sketch(),
        first in any::<u64>(),
        second in any::<u64>(),
    ) {
        check(&sketch, first, second)?;
    }
}

fn check(sketch: &Sketch, first: u64, second: u64) -> Result<(), TestCaseError> {
    let plan = planned(sketch, Timing::Settled);
    let plan = plan.ok_or_else(|| TestCaseError::reject("refused"))?;
    let first = Drive::start(sketch, &plan, first).finish().ending();
    let second = Drive::start(sketch, &plan, second).finish().ending();
    prop_assert_eq!(first.outcome, second.outcome);
    // A run that fails ends before everything that could be done is done.
    if first.outcome != RunOutcome::Failed {
        prop_assert_eq!(first, second);
    }
    Ok(())
}
