//! Views of a folded text to search in: its letters and digits alone, and its words.

use std::{collections::BTreeMap, ops::Range};

/// Letters and digits without what stands between, so that a search is blind to spacing and
/// punctuation; the place is compared in full afterwards.
#[derive(Debug)]
pub(crate) struct AlphanumericView {
    pub(crate) text: String,
    /// Where each run of letters and digits begins, here and in the folded view.
    runs: Vec<(usize, usize)>,
}

impl AlphanumericView {
    pub(crate) fn of(folded: &str) -> Self {
        let mut keys = Self {
            text: String::with_capacity(folded.len()),
            runs: Vec::new(),
        };
        for word in words(folded) {
            keys.runs.push((keys.text.len(), word.start));
            keys.text.push_str(&folded[word]);
        }
        keys
    }

    /// The place in the folded view of a range here.
    pub(crate) fn folded_range(&self, range: &Range<usize>) -> Range<usize> {
        self.folded(range.start)..self.folded(range.end.saturating_sub(1)) + 1
    }

    fn folded(&self, key: usize) -> usize {
        let after = self.runs.partition_point(|(here, _)| *here <= key);
        let run = after.checked_sub(1).and_then(|at| self.runs.get(at));
        run.map_or(0, |(here, there)| there + (key - here))
    }
}

/// The words of a folded text, each with the places where it stands.
#[derive(Debug)]
pub(crate) struct FoldedWordIndex {
    /// Each word's range in the folded view, in order.
    pub(crate) ranges: Vec<Range<usize>>,
    places: BTreeMap<Box<str>, Vec<usize>>,
}

impl FoldedWordIndex {
    pub(crate) fn of(folded: &str) -> Self {
        let ranges: Vec<_> = words(folded).collect();
        let mut order: Vec<usize> = (0..ranges.len()).collect();
        order.sort_by(|a, b| folded[ranges[*a].clone()].cmp(&folded[ranges[*b].clone()]));
        let same =
            |a: &usize, b: &usize| folded[ranges[*a].clone()] == folded[ranges[*b].clone()];
        let places = order
            .chunk_by(same)
            .map(|chunk| (Box::from(&folded[ranges[chunk[0]].clone()]), chunk.to_vec()))
            .collect();
        Self { ranges, places }
    }

    /// Which words of the text are this one, in order.
    pub(crate) fn places(&self, word: &str) -> &[usize] {
        self.places.get(word).map_or(&[], Vec::as_slice)
    }
}

/// Runs of letters and digits.
pub(crate) fn words(folded: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + folded[at..].find(char::is_alphanumeric)?;
        let len = folded[start..].find(|c: char| !c.is_alphanumeric());
        at = len.map_or(folded.len(), |len| start + len);
        Some(start..at)
    })
}
