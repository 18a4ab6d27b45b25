//! Random definitions in outline: small numbers that shrink well and always mean something.

use proptest::{collection::vec, prelude::*};

/// A definition in outline.
#[derive(Debug, Clone)]
pub(super) struct Sketch {
    pub(super) stages: Vec<StageSketch>,
    pub(super) loops: Vec<LoopSketch>,
    /// Elements of the input list that fan-outs go over.
    pub(super) width: u8,
    /// Decides what stages write and which instances fail.
    pub(super) seed: u64,
    /// Whether a last stage rests on all others and writes down what it sees.
    pub(super) witnessed: bool,
}

/// A stage in outline. Numbers are taken modulo whatever there is to choose from.
#[derive(Debug, Clone)]
pub(super) struct StageSketch {
    pub(super) inputs: Vec<u8>,
    pub(super) kind: u8,
    pub(super) when: Option<u8>,
    pub(super) optional: bool,
    pub(super) route: Option<u8>,
    pub(super) fan: u8,
    pub(super) policy: u8,
    pub(super) join: u8,
    pub(super) writes: u16,
    pub(super) fails: bool,
}

/// A loop in outline.
#[derive(Debug, Clone)]
pub(super) struct LoopSketch {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) when: u8,
    pub(super) limit: u8,
    pub(super) then: u8,
    /// Stages of the region that are not repeated, as a mask.
    pub(super) spared: u8,
    pub(super) shared: bool,
}

prop_compose! {
    fn stage()(
        inputs in vec(any::<u8>(), 0..4),
        kind in 0_u8..12,
        when in prop::option::weighted(0.25, 0_u8..8),
        optional in prop::bool::weighted(0.4),
        route in prop::option::weighted(0.3, 0_u8..16),
        fan in 0_u8..6,
        policy in 0_u8..4,
        join in 0_u8..10,
        writes in any::<u16>(),
        fails in prop::bool::weighted(0.2),
    ) -> StageSketch {
        StageSketch { inputs, kind, when, optional, route, fan, policy, join, writes, fails }
    }
}

prop_compose! {
    fn loop_back()(
        from in any::<u8>(),
        to in any::<u8>(),
        when in 0_u8..8,
        limit in 0_u8..4,
        then in 0_u8..4,
        spared in any::<u8>(),
        shared in any::<bool>(),
    ) -> LoopSketch {
        LoopSketch { from, to, when, limit, then, spared, shared }
    }
}

prop_compose! {
    /// Three to twelve stages, up to two loops, up to four elements.
    pub(super) fn sketch()(
        stages in vec(stage(), 3..13),
        loops in vec(loop_back(), 0..3),
        width in 0_u8..5,
        seed in any::<u64>(),
    ) -> Sketch {
        Sketch { stages, loops, width, seed, witnessed: false }
    }
}
