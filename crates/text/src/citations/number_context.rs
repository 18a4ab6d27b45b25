//! What a matcher is told of the number that it looks at.

use super::{
    CitationMatch, KnownCourts,
    authority_tables::{COURTS, CourtEntry},
};

/// A number in a text, and what is known around it.
pub(super) struct NumberContext<'a> {
    pub(super) text: &'a [u8],
    pub(super) at: usize,
    /// The place after the last.
    pub(super) end: usize,
    /// Where the citation before ends; nothing may reach back beyond it.
    pub(super) floor: usize,
    /// Titles of instruments, in order.
    pub(super) titles: &'a [CitationMatch],
    /// The first title that does not end before the number.
    pub(super) passed: usize,
    /// Courts that whoever asks knows beside those of the tables.
    pub(super) courts: &'a KnownCourts,
}

impl NumberContext<'_> {
    /// The court of a code.
    pub(super) fn court(&self, code: &str) -> Option<CourtEntry> {
        COURTS.get(code).or_else(|| self.courts.find(code)).cloned()
    }
}
