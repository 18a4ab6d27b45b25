//! Those who listen to a run, and what they are told.

use std::sync::{Mutex, mpsc};

use super::plain_lock::locked;
use crate::{RunProgress, SealedEvent};

/// An event that became durable.
#[derive(Debug, Clone)]
pub struct HeardEvent {
    pub event: SealedEvent,
    /// How far the run was when it was heard of.
    pub progress: RunProgress,
}

#[derive(Default)]
pub(super) struct EventListeners {
    senders: Mutex<Vec<mpsc::Sender<HeardEvent>>>,
}

impl EventListeners {
    pub(super) fn add(&self) -> mpsc::Receiver<HeardEvent> {
        let (sender, receiver) = mpsc::channel();
        locked(&self.senders).push(sender);
        receiver
    }

    pub(super) fn tell(
        &self,
        events: Vec<SealedEvent>,
        progress: impl FnOnce() -> RunProgress,
    ) {
        let mut senders = locked(&self.senders);
        if senders.is_empty() {
            return;
        }
        let progress = progress();
        for event in events {
            let heard = HeardEvent { event, progress };
            senders.retain(|sender| sender.send(heard.clone()).is_ok());
        }
    }
}
