//! Room that queries use one after the other.

use crate::index::TermAnalyser;

/// Everything that one query touches, kept from query to query to spare the allocations.
pub(super) struct QueryScratch {
    pub(super) analyser: TermAnalyser,
    pub(super) text: Vec<f32>,
    pub(super) pairs: Vec<f32>,
    pub(super) heads: Vec<f32>,
    pub(super) lead: Vec<f32>,
    pub(super) learned: Vec<f32>,
    pub(super) other: Vec<f32>,
    pub(super) slots: Vec<u32>,
}

impl QueryScratch {
    pub(super) fn new() -> Self {
        Self {
            analyser: TermAnalyser::new(),
            text: Vec::new(),
            pairs: Vec::new(),
            heads: Vec::new(),
            lead: Vec::new(),
            learned: Vec::new(),
            other: Vec::new(),
            slots: Vec::new(),
        }
    }

    /// Forgets the scores of the query before; those that are not filled again count nothing.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.pairs.clear();
        self.heads.clear();
        self.lead.clear();
        self.learned.clear();
        self.other.clear();
    }
}
