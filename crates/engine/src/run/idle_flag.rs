//! Whether a run rests: a flag that whoever waits for the run watches instead of its busy lock.

use std::{
    sync::{Condvar, Mutex, PoisonError},
    time::Duration,
};

use super::plain_lock::locked;

#[derive(Default)]
pub(super) struct RunIdleFlag {
    rests: Mutex<bool>,
    wake: Condvar,
}

impl RunIdleFlag {
    pub(super) fn set(&self, rests: bool) {
        let before = std::mem::replace(&mut *locked(&self.rests), rests);
        if rests && !before {
            self.wake.notify_all();
        }
    }

    /// Waits until the run rests, for `limit` at most; says whether it does.
    pub(super) fn wait(&self, limit: Duration) -> bool {
        let waited = self
            .wake
            .wait_timeout_while(locked(&self.rests), limit, |rests| !*rests);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
