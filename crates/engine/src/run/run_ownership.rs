//! Whether a run is ours, since when, and why it is no longer.

use std::time::Instant;

use super::error::EngineError;
use crate::{RunLease, StageError};

pub(super) struct RunOwnership {
    lease: Option<Box<dyn RunLease>>,
    since: Instant,
    /// Taken over while it waits for a person, and not said so yet: when the last event was.
    unannounced: Option<i64>,
    /// The run cannot go on here; what is not durable is lost, the store has the rest.
    fault: Option<EngineError>,
    closed: bool,
}

impl RunOwnership {
    pub(super) fn new(lease: Box<dyn RunLease>) -> Self {
        let (since, lease) = (Instant::now(), Some(lease));
        Self {
            lease,
            since,
            unannounced: None,
            fault: None,
            closed: false,
        }
    }

    pub(super) fn is_alive(&self) -> bool {
        self.fault.is_none() && !self.closed
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    pub(super) fn fault(&self) -> Option<&EngineError> {
        self.fault.as_ref()
    }

    pub(super) fn held_ms(&self) -> u64 {
        u64::try_from(self.since.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    /// Puts off saying that the run has a new owner.
    pub(super) fn put_off(&mut self, last_ms: Option<i64>) {
        self.unannounced = last_ms;
    }

    pub(super) fn take_put_off(&mut self) -> Option<i64> {
        self.unannounced.take()
    }

    /// Gives the run back because of a fault; the first one counts.
    pub(super) fn fail(&mut self, error: EngineError) {
        self.fault.get_or_insert(error);
        self.lease = None;
    }

    pub(super) fn close(&mut self) {
        self.closed = true;
        self.lease = None;
    }

    /// What a stage is told whose run is gone.
    pub(super) fn lost(&self) -> StageError {
        let why = self.fault().map(ToString::to_string);
        StageError::permanent(why.unwrap_or_else(|| "the run was let go".into()))
    }
}
