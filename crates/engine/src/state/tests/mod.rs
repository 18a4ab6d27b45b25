//! The pure core against random definitions, random orders and interruptions at any event.

#![expect(clippy::unwrap_used, clippy::panic)]

mod completion_orders;
mod coverage;
mod definition_sketch;
mod endings;
mod last_stage_view;
mod random_scheduler;
mod replays;
mod resumed_failures;
mod sketch_to_definition;
mod snapshots;
mod stage_behaviour;
mod threads;

use std::sync::Arc;

use proptest::test_runner::{Config, RngSeed};

use self::{
    definition_sketch::Sketch,
    sketch_to_definition::{Timing, render},
};
use crate::{WorkflowPlan, load};

/// The same cases every time: a failure here is never a matter of luck. `PROPTEST_CASES` and
/// `PROPTEST_RNG_SEED` ask for more and for others.
fn cases(cases: u32) -> Config {
    let given = Config::default();
    let rng_seed = match given.rng_seed {
        RngSeed::Random => RngSeed::Fixed(0x006a_7572_6174),
        fixed @ RngSeed::Fixed(_) => fixed,
    };
    Config {
        cases: given.cases.max(cases),
        rng_seed,
        failure_persistence: None,
        max_shrink_iters: 4000,
        ..given
    }
}

/// The plan of a sketch; `None` if the definition is refused.
fn planned(sketch: &Sketch, timing: Timing) -> Option<Arc<WorkflowPlan>> {
    let text = render(sketch, timing).to_string();
    load(&text).ok().map(|checked| Arc::new(WorkflowPlan::new(checked)))
}
