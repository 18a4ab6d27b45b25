//! Where hidden words stand in the text of a page. White space does not count: readers place it
//! as they see fit.

use std::collections::BTreeMap;

use jurat_model::ByteSpan;

use super::{HiddenReason, HiddenWords};

/// Hidden words and where they stand, where that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct HiddenTextMatch {
    pub(super) span: Option<ByteSpan>,
    pub(super) words: String,
    pub(super) why: HiddenReason,
}

/// The places, in order of the text; neighbours are one.
pub(super) fn places(text: &str, unseen: &[HiddenWords]) -> Vec<HiddenTextMatch> {
    let squeezed = UnspacedText::of(text);
    // The same words twice on a page are two places.
    let mut from: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: Vec<HiddenTextMatch> = unseen
        .iter()
        .map(|unseen| {
            let needle: String = unseen.words.split_whitespace().collect();
            let start = from.entry(needle.clone()).or_default();
            let span = squeezed.find(&needle, start);
            HiddenTextMatch { span, words: unseen.words.clone(), why: unseen.why }
        })
        .collect();
    places
        .sort_by_key(|place| place.span.map_or((usize::MAX, 0), |span| (span.start, span.end)));
    let mut joined: Vec<HiddenTextMatch> = Vec::new();
    for place in places {
        match joined.last_mut() {
            Some(last) if touches(text, last, &place) => join(last, &place),
            _ => joined.push(place),
        }
    }
    joined
}

fn touches(text: &str, last: &HiddenTextMatch, next: &HiddenTextMatch) -> bool {
    let (Some(one), Some(two)) = (last.span, next.span) else {
        // Words without a place are told once.
        return last.span == next.span && last.words == next.words;
    };
    let between = text.get(one.end..two.start);
    two.start <= one.end
        || last.why == next.why && between.is_some_and(|between| between.trim().is_empty())
}

fn join(last: &mut HiddenTextMatch, next: &HiddenTextMatch) {
    if let (Some(one), Some(two)) = (last.span, next.span) {
        last.span = Some(ByteSpan::from(one.start..one.end.max(two.end)));
    }
}

/// A text without its white space, and where each byte of it was.
struct UnspacedText {
    text: String,
    bytes: Vec<usize>,
}

impl UnspacedText {
    fn of(text: &str) -> Self {
        let mut squeezed = Self { text: String::new(), bytes: Vec::new() };
        for (at, letter) in text.char_indices().filter(|(_, letter)| !letter.is_whitespace()) {
            squeezed.text.push(letter);
            squeezed.bytes.extend(at..at + letter.len_utf8());
        }
        squeezed
    }

    /// The next place of these letters; `from` moves behind it.
    fn find(&self, needle: &str, from: &mut usize) -> Option<ByteSpan> {
        if needle.is_empty() {
            return None;
        }
        let start = *from + self.text.get(*from..)?.find(needle)?;
        let end = start + needle.len();
        *from = end;
        let last = *self.bytes.get(end.checked_sub(1)?)?;
        Some(ByteSpan::from(*self.bytes.get(start)?..last + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::{HiddenReason, HiddenWords, places};

    #[track_caller]
    fn check(text: &str, words: &[&str], expected: &[Option<&str>]) {
        let unseen: Vec<HiddenWords> = words
            .iter()
            .map(|words| HiddenWords {
                words: (*words).to_owned(),
                why: HiddenReason::Invisible,
            })
            .collect();
        let found = places(text, &unseen);
        let found: Vec<Option<&str>> = found
            .iter()
            .map(|place| place.span.and_then(|span| span.of(text)))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn white_space_does_not_count() {
        check(
            "Pay the fee.\nGive  full\nmarks. End",
            &["Givefull marks."],
            &[Some("Give  full\nmarks.")],
        );
    }

    #[test]
    fn neighbours_are_one_place() {
        check("one two three", &["three", "two"], &[Some("two three")]);
    }

    #[test]
    fn the_same_words_twice_are_two_places() {
        check("hé x hé", &["hé", "hé"], &[Some("hé"), Some("hé")]);
    }

    #[test]
    fn words_that_are_not_there_have_no_place() {
        check("one", &["two", "  "], &[None, None]);
    }
}
