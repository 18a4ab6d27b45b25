//! Names of stage instances: `stage@epoch#index`.

use serde::{Deserialize, Serialize};

/// Place of a stage in its definition.
pub(crate) type StageIx = usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct InstanceKey {
    pub(crate) stage: StageIx,
    pub(crate) epoch: u32,
    pub(crate) index: u32,
}

/// Where a patch stands in every merge: causes come before effects, the rest is by name.
///
/// The causal depth is one more than the deepest input, so a descendant always sorts after its
/// ancestors, across loops too; completion order has no say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct MergePosition {
    pub(crate) depth: u32,
    pub(crate) stage: u32,
    pub(crate) epoch: u32,
    pub(crate) index: u32,
}

impl MergePosition {
    pub(crate) fn of(key: InstanceKey, depth: u32) -> Self {
        let stage = u32::try_from(key.stage).unwrap_or(u32::MAX);
        Self { depth, stage, epoch: key.epoch, index: key.index }
    }
}
