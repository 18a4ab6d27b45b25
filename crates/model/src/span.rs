//! A byte range of a text.

use std::ops::Range;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Bytes `start..end`, always on character borders of the text it belongs to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
pub struct ByteSpan {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl ByteSpan {
    /// As a range, to slice with.
    pub const fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether there is nothing in it.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether all of `other` lies within.
    pub const fn holds(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two share a byte.
    pub const fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The words, where the span fits the text.
    pub fn of(self, text: &str) -> Option<&str> {
        text.get(self.range())
    }
}

impl From<Range<usize>> for ByteSpan {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSpan;

    #[test]
    fn a_span_that_cuts_a_character_yields_nothing() {
        assert_eq!(ByteSpan::from(0..1).of("é"), None);
        assert_eq!(ByteSpan::from(0..2).of("é"), Some("é"));
    }

    #[test]
    fn touching_spans_do_not_meet() {
        assert!(!ByteSpan::from(0..3).meets(ByteSpan::from(3..5)));
        assert!(ByteSpan::from(0..4).meets(ByteSpan::from(3..5)));
    }
}
