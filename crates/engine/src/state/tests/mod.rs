//! The pure core against random definitions, random orders and interruptions at any event.

#![expect(clippy::unwrap_used, clippy::panic)]

mod coverage;
mod drive;
mod endings;
mod mended;
mod orders;
mod render;
mod replays;
mod sketch;
mod snapshots;
mod threads;
mod witness;
mod world;

use std::sync::Arc;

use proptest::test_runner::{Config, RngSeed};

use self::{
    render::{Timing, render},
    sketch::Sketch,
};
use crate::{Plan, load};

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
fn planned(sketch: &Sketch, timing: Timing) -> Option<Arc<Plan>> {
    let text = render(sketch, timing).to_string();
    load(&text).ok().map(|checked| Arc::new(Plan::new(checked)))
}
