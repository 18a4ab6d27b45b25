//! What a quote's gaps leave out, and what its edges cut off.

use std::ops::Range;

use serde::Serialize;

use crate::{
    fold::{FoldedText, words},
    sentences::{SentenceSpan, sentences_to},
};

/// A word left out that qualifies what is quoted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HiddenQualifier {
    /// Bytes of the source.
    pub range: Range<usize>,
    pub word: String,
}

/// Text on either side of a gap that is cut into sentences, to tell what a list's items are.
const MARGIN: usize = 20_000;

/// A gap that is longer hides something for certain.
const LONGEST: usize = 200_000;

/// The negations, conditions and exceptions in the gaps between ranges of a text, and negations
/// right at their outer edges. Other items of the list that the quote takes one item from do not
/// count.
pub fn hidden(text: &str, ranges: &[Range<usize>]) -> Vec<HiddenQualifier> {
    let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else { return Vec::new() };
    let mut hidden = cut_off(text, &(first.start..last.end));
    for pair in ranges.windows(2) {
        let gap = pair[0].end..pair[1].start;
        if LONGEST < gap.len() {
            hidden.push(HiddenQualifier { range: gap, word: String::new() });
            continue;
        }
        for (part, torn) in counted(text, &pair[0], &pair[1]) {
            hidden.extend(limiting(text, part, torn));
        }
    }
    hidden
}

/// The negations that stand right before and right after a range of a text, with nothing but
/// white space between: a quote that begins after `not` says the opposite.
pub(super) fn cut_off(text: &str, range: &Range<usize>) -> Vec<HiddenQualifier> {
    let low = text.floor_char_boundary(range.start.saturating_sub(NEAR));
    let high = text.ceil_char_boundary((range.end + NEAR).min(text.len()));
    let (before, after) =
        (FoldedText::new(&text[low..range.start]), FoldedText::new(&text[range.end..high]));
    let left = words(before.text())
        .last()
        .filter(|word| negates(before.text(), word))
        .filter(|_| {
            let starts = text[range.start..].starts_with(char::is_uppercase);
            !(starts && ends_in_own_line(&text[low..range.start]))
        });
    let within = &text[range.clone()];
    let right = if within.ends_with(['n', 'N']) && after.text().starts_with("'t") {
        Some(0..2)
    } else {
        words(after.text())
            .next()
            .filter(|word| word.start == 0 && NEGATED_BY.contains(&after.text()[word.clone()]))
    };
    let hidden = |folded: &FoldedText<'_>, word: Range<usize>, from: usize| {
        let range = folded.source_range(word.clone());
        HiddenQualifier {
            range: from + range.start..from + range.end,
            word: folded.text()[word].replace("'t", "n't"),
        }
    };
    let left = left.map(|word| hidden(&before, word, low));
    left.into_iter()
        .chain(right.map(|word| hidden(&after, word, range.end)))
        .collect()
}

/// Whether the last word of a folded text negates what comes after it: `not`, `can't`, `n'`,
/// `non-`.
fn negates(before: &str, word: &Range<usize>) -> bool {
    let named = &before[word.clone()];
    match &before[word.end..] {
        "" => NEGATES.contains(named) || before.ends_with("n't"),
        "'" => named == "n",
        "-" => named == "non",
        _ => false,
    }
}

/// Whether a text ends in a line of one word. `No`, alone on its line, is the answer to a
/// question before; at the end of a longer one it goes on in the next.
fn ends_in_own_line(before: &str) -> bool {
    let filled = before.trim_end();
    let line = filled.rfind('\n').map(|at| &filled[at + 1..]);
    before[filled.len()..].contains('\n')
        && line.is_some_and(|line| !line.trim().contains(char::is_whitespace))
}

/// Bytes looked at on either side.
const NEAR: usize = 48;

crate::word_lists! {
    "gaps" [en, fr, pt, de];

    /// Negations of what comes after them.
    static NEGATES;

    /// Negations of what comes before them.
    static NEGATED_BY;

    /// What one must, may or can do; folded.
    static MODALS;

    /// Negations, conditions and exceptions; folded.
    static QUALIFIERS;
}

/// The parts of a gap that count, each with whether it is the rest of one sentence or the
/// beginning of another that the quote makes one of.
fn counted(text: &str, left: &Range<usize>, right: &Range<usize>) -> Vec<(Range<usize>, bool)> {
    let low = text.floor_char_boundary(left.start.saturating_sub(MARGIN));
    let high = text.ceil_char_boundary((right.end + MARGIN).min(text.len()));
    let around = sentences_to(&text[low..high], right.start - low);
    let at = |offset: usize| {
        around
            .partition_point(|one| low + one.range.start <= offset)
            .checked_sub(1)
    };
    let (Some(lead), Some(item)) = (at(left.end.saturating_sub(1)), at(right.start)) else {
        return vec![(left.end..right.start, false)];
    };
    let own = leads_to(&around, item);
    let siblings = |index: &usize| {
        own.contains(&lead) && !own.contains(index) && leads_to(&around, *index).contains(&lead)
    };
    let torn =
        |index: usize| lead != item && !own.contains(&lead) && (index == lead || index == item);
    let within = (lead..=item).filter(|index| *index == item || !siblings(index));
    within
        .map(|index| {
            let range = &around[index].range;
            let part = (low + range.start).max(left.end)..(low + range.end).min(right.start);
            (part, torn(index))
        })
        .filter(|(range, _)| range.start < range.end)
        .collect()
}

/// The sentences that lead into one, nearest first.
fn leads_to(sentences: &[SentenceSpan], index: usize) -> Vec<usize> {
    let lead = |index: &usize| sentences[*index].lead_in;
    std::iter::successors(lead(&index), lead).collect()
}

/// The negations, conditions and exceptions in a gap.
pub(crate) fn qualifiers(text: &str, gap: Range<usize>) -> Vec<HiddenQualifier> {
    limiting(text, gap, false)
}

/// The modal that a gap ends in or near, with no mark after it: it governs what comes after the gap.
pub(crate) fn modal_at_end(gap: &str) -> Option<String> {
    let folded = FoldedText::new(gap);
    let text = folded.text();
    let is_modal = |word: &Range<usize>| MODALS.contains(&text[word.clone()]);
    let last = words(text).filter(is_modal).last()?;
    let after = &text[last.end..];
    (!after.contains([',', ';', ':', '(', ')', '.', '-'])).then(|| text[last].to_owned())
}

/// The qualifiers in a gap; where it tears sentences apart, their modals too: those of the one
/// are not those of the other.
fn limiting(text: &str, gap: Range<usize>, torn: bool) -> Vec<HiddenQualifier> {
    let folded = FoldedText::new(&text[gap.clone()]);
    let found = words(folded.text()).filter(|word| {
        let named = &folded.text()[word.clone()];
        let negated = named.ends_with('n') && folded.text()[word.end..].starts_with("'t");
        is_qualifier(named) || negated || torn && MODALS.contains(named)
    });
    found
        .map(|word| {
            let range = folded.source_range(word.clone());
            HiddenQualifier {
                range: gap.start + range.start..gap.start + range.end,
                word: folded.text()[word].to_owned(),
            }
        })
        .collect()
}

fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(word)
}
