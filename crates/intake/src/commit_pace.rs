//! When what was read is made durable: a kill costs two seconds of work at most, and the file at hand.

use std::time::{Duration, Instant};

/// Documents after which it is time.
const DOCUMENTS: u64 = 2_000;
/// Bytes of files after which it is.
const BYTES: u64 = 32 << 20;
/// The longest that documents of one file wait.
const WITHIN_A_FILE: Duration = Duration::from_secs(2);
/// The longest that whole files wait before the next is begun: that one may take minutes.
const BETWEEN_FILES: Duration = Duration::from_millis(500);

/// What has come since the last commit.
pub(crate) struct CommitPace {
    since: Instant,
    documents: u64,
    bytes: u64,
}

impl CommitPace {
    pub(crate) fn new() -> Self {
        Self { since: Instant::now(), documents: 0, bytes: 0 }
    }

    pub(crate) const fn add_document(&mut self) {
        self.documents += 1;
    }

    pub(crate) const fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    pub(crate) fn is_due_within_a_file(&self) -> bool {
        DOCUMENTS <= self.documents || WITHIN_A_FILE <= self.since.elapsed()
    }

    pub(crate) fn is_due_between_files(&self) -> bool {
        let much = DOCUMENTS <= self.documents || BYTES <= self.bytes;
        much || BETWEEN_FILES <= self.since.elapsed()
    }
}
