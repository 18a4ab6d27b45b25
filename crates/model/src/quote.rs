//! Verbatim words with the place they were taken from.

use jurat_canon::Hash;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ByteSpan;

/// Words of a rendition: re-read them with the hash, the ranges and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quote {
    /// The rendition's hash.
    #[schemars(with = "String")]
    pub rendition: Hash,
    /// One or more stretches, in order, that do not overlap.
    pub ranges: Vec<ByteSpan>,
    /// The exact words, stretches joined by " … ".
    pub text: String,
}

impl Quote {
    /// What joins stretches that are not neighbours.
    pub const GAP: &'static str = " … ";

    /// Takes the words of `ranges` out of a text. Nothing where a range does not fit it, is empty
    /// or comes out of order.
    pub fn take(rendition: Hash, text: &str, ranges: &[ByteSpan]) -> Option<Self> {
        let in_order = ranges.windows(2).all(|pair| pair[0].end <= pair[1].start);
        if ranges.is_empty() || !in_order || ranges.iter().any(|span| span.is_empty()) {
            return None;
        }
        let words: Option<Vec<&str>> = ranges.iter().map(|span| span.of(text)).collect();
        Some(Self {
            rendition,
            ranges: ranges.to_vec(),
            text: words?.join(Self::GAP),
        })
    }

    /// Whether the text still says so.
    pub fn holds(&self, text: &str) -> bool {
        Self::take(self.rendition, text, &self.ranges)
            .is_some_and(|read| read.text == self.text)
    }

    /// Whether another's words are all among its own.
    pub fn covers(&self, other: &Self) -> bool {
        let within = |span: &ByteSpan| self.ranges.iter().any(|own| own.holds(*span));
        self.rendition == other.rendition && other.ranges.iter().all(within)
    }
}

#[cfg(test)]
mod tests {
    use jurat_canon::Hash;

    use super::Quote;
    use crate::ByteSpan;

    const TEXT: &str = "A holder must report; and must pay.";

    #[track_caller]
    fn check(ranges: &[ByteSpan], expected: Option<&str>) {
        let quote = Quote::take(Hash::of(TEXT.as_bytes()), TEXT, ranges);
        assert_eq!(quote.as_ref().map(|quote| quote.text.as_str()), expected);
        assert!(quote.is_none_or(|quote| quote.holds(TEXT)));
    }

    #[test]
    fn stretches_are_joined_visibly() {
        check(&[(0..13).into(), (26..34).into()], Some("A holder must … must pay"));
    }

    #[test]
    fn stretches_out_of_order_are_no_quote() {
        check(&[(26..34).into(), (0..13).into()], None);
    }

    #[test]
    fn a_range_beyond_the_text_is_no_quote() {
        check(&[(0..400).into()], None);
    }
}
