//! Instances that may have killed their process before: of several, the one that did shows when each
//! is alone.

use std::collections::VecDeque;

use crate::{instance::InstanceKey, state::RunState};

#[derive(Default)]
pub(super) struct SuspectQueue {
    /// The one at work.
    alone: Option<(InstanceKey, u32)>,
    /// Those that wait until it is through.
    shy: VecDeque<(InstanceKey, u32)>,
}

impl SuspectQueue {
    pub(super) fn is_busy(&self, state: &RunState) -> bool {
        self.alone.is_some_and(|(key, attempt)| state.wants(key, attempt))
    }

    pub(super) fn put_off(&mut self, key: InstanceKey, attempt: u32) {
        self.shy.push_back((key, attempt));
    }

    pub(super) fn begin(&mut self, key: InstanceKey, attempt: u32) {
        self.alone = Some((key, attempt));
    }

    /// The next one, if none is at work.
    pub(super) fn next(&mut self, state: &RunState) -> Option<(InstanceKey, u32)> {
        if self.is_busy(state) { None } else { self.shy.pop_front() }
    }
}
