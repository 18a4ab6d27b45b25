//! A snapshot is the state: written again it has the same bytes, taken further it ends alike.

use std::sync::Arc;

use proptest::prelude::*;

use super::{
    cases,
    definition_sketch::{Sketch, sketch},
    planned,
    random_scheduler::{Drive, Picks},
    replays::check_alike,
    sketch_to_definition::Timing,
};
use crate::{SnapshotError, state::RunState};

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_snapshot_taken_anywhere_is_the_state(sketch in sketch(), picks in any::<u64>()) {
        check(&sketch, picks)?;
    }
}

fn check(sketch: &Sketch, picks: u64) -> Result<(), TestCaseError> {
    let plan = planned(sketch, Timing::Open);
    let plan = plan.ok_or_else(|| TestCaseError::reject("refused"))?;
    let steps = Picks(picks).below(30);
    let drive = Drive::start(sketch, &plan, picks).advance(steps);
    let (bytes, _) = drive.state.save().unwrap();
    let load =
        || RunState::load(Arc::clone(&plan), &bytes, &mut |_| Ok::<(), SnapshotError>(()));
    let mut back = load().unwrap();
    prop_assert_eq!(&back.save().unwrap().0, &bytes);
    back.wake();
    let past = drive.events.len();
    let drive = drive.finish();
    check_alike(back, &drive.events[past..])
}
