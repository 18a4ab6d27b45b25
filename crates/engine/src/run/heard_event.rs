//! What those who listen to a run are told.

use crate::{RunProgress, SealedEvent};

/// An event that became durable.
#[derive(Debug, Clone)]
pub struct HeardEvent {
    pub event: SealedEvent,
    /// How far the run was when it was heard of.
    pub progress: RunProgress,
}
