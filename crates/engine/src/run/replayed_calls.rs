//! What the stages of a replay ask of the journal instead of paying.

use std::sync::Mutex;

use jurat_canon::Hash;

use super::plain_lock::locked;

/// Counts in a replay only; a run under way pays.
#[derive(Default)]
pub(super) struct ReplayedCalls {
    asked: Mutex<Option<AskedCalls>>,
}

#[derive(Default)]
struct AskedCalls {
    answered: u64,
    /// Calls that it does not know; they are never made.
    unknown: Vec<Hash>,
}

impl ReplayedCalls {
    /// From here on paid calls are answered from the journal or not at all.
    pub(super) fn begin(&self) {
        *locked(&self.asked) = Some(AskedCalls::default());
    }

    pub(super) fn note_answered(&self) {
        locked(&self.asked).iter_mut().for_each(|asked| asked.answered += 1);
    }

    /// Whether a call that the journal does not know is refused.
    pub(super) fn refuses(&self, call: Hash) -> bool {
        let mut asked = locked(&self.asked);
        asked.iter_mut().for_each(|asked| asked.unknown.push(call));
        asked.is_some()
    }

    pub(super) fn answered(&self) -> u64 {
        locked(&self.asked).as_ref().map_or(0, |asked| asked.answered)
    }

    /// The calls refused since it was last asked, each once.
    pub(super) fn take_refused(&self) -> Vec<Hash> {
        let mut asked = locked(&self.asked);
        let refused = asked.as_mut().map(|asked| std::mem::take(&mut asked.unknown));
        let mut refused = refused.unwrap_or_default();
        refused.sort_unstable();
        refused.dedup();
        refused
    }
}
