//! Reads a journal as it grows, event after event.

use std::sync::Arc;

use jurat_engine::{Event, RunId, RunStore, SealedEvent, StoreError};

const PAGE: usize = 256;

/// A reader of one journal.
pub struct JournalFollower {
    pub store: Arc<dyn RunStore>,
    pub run: RunId,
    /// The event that comes next.
    pub from: u64,
}

impl JournalFollower {
    /// What has come since the last time; perhaps not all of it.
    pub fn poll(&mut self) -> Result<Vec<SealedEvent>, StoreError> {
        let page = self.store.events(self.run, self.from, PAGE)?;
        if let Some(last) = page.last() {
            self.from = last.seq + 1;
        }
        Ok(page)
    }
}

/// What an event says, unless its payload was erased.
pub fn read_event(sealed: &SealedEvent) -> Option<Event> {
    sealed
        .payload
        .as_ref()
        .and_then(|bytes| serde_json::from_slice(bytes).ok())
}
