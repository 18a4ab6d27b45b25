//! Instances that may have killed their process before: of several, the one that did shows when each
//! is alone. Everything else waits until none of them is left.

use std::collections::VecDeque;

use crate::{
    instance::InstanceKey,
    state::{OpenInstance, RunState},
};

#[derive(Default)]
pub(super) struct SuspectQueue {
    /// The one at work.
    alone: Option<(InstanceKey, u32)>,
    /// Those that wait until it is through.
    waiting: VecDeque<(InstanceKey, u32)>,
}

impl SuspectQueue {
    /// Whether an instance may begin now: anything without suspects, else a suspect if none is at
    /// work.
    pub(super) fn lets_begin(&self, state: &RunState, key: InstanceKey) -> bool {
        !state.has_suspects() || (is_suspect(state, key) && !self.is_busy(state))
    }

    pub(super) fn put_off(&mut self, key: InstanceKey, attempt: u32) {
        self.waiting.push_back((key, attempt));
    }

    /// Notes that a suspect is about to begin.
    pub(super) fn begin(&mut self, state: &RunState, key: InstanceKey, attempt: u32) {
        if state.has_suspects() {
            self.alone = Some((key, attempt));
        }
    }

    /// The next one that may begin. Of the suspects the least suspected comes first: whoever is
    /// innocent is through before the other has a chance to end it once more.
    pub(super) fn next(&mut self, state: &RunState) -> Option<(InstanceKey, u32)> {
        if !state.has_suspects() {
            return self.waiting.pop_front();
        }
        if self.is_busy(state) {
            return None;
        }
        let suspected = |(place, (key, _)): (usize, &(InstanceKey, u32))| {
            let open = state.open.get(key).filter(|open| open.is_suspect())?;
            Some((open.alone, open.crashes, place))
        };
        let (.., place) = self.waiting.iter().enumerate().filter_map(suspected).min()?;
        self.waiting.remove(place)
    }

    fn is_busy(&self, state: &RunState) -> bool {
        let through = |(key, attempt): (InstanceKey, u32)| {
            state.open.get(&key).is_none_or(|open| open.attempt != attempt)
        };
        self.alone.is_some_and(|alone| !through(alone))
    }
}

fn is_suspect(state: &RunState, key: InstanceKey) -> bool {
    state.open.get(&key).is_some_and(OpenInstance::is_suspect)
}
