//! The attempts of a run that wait instead of computing, so that they can be ended.

use std::{collections::BTreeMap, sync::Mutex};

use tokio::task::AbortHandle;

use super::plain_lock::locked;
use crate::instance::InstanceKey;

#[derive(Default)]
pub(super) struct WaitingAttempts {
    handles: Mutex<BTreeMap<InstanceKey, AbortHandle>>,
}

impl WaitingAttempts {
    pub(super) fn add(&self, key: InstanceKey, handle: AbortHandle) {
        locked(&self.handles).insert(key, handle);
    }

    /// One that came to its end by itself.
    pub(super) fn remove(&self, key: InstanceKey) {
        locked(&self.handles).remove(&key);
    }

    pub(super) fn end(&self, key: InstanceKey) {
        self.end_if(|waiting| *waiting == key);
    }

    /// Ends those whose result nobody wants any more.
    pub(super) fn end_if(&self, is_unwanted: impl Fn(&InstanceKey) -> bool) {
        let mut handles = locked(&self.handles);
        for (_, handle) in handles.extract_if(.., |key, _| is_unwanted(key)) {
            handle.abort();
        }
    }
}
