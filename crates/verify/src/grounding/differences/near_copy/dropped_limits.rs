//! Conditions and exceptions that a near copy leaves out.

use jurat_model::ByteSpan;

use super::{
    super::{ComparedText, GroundingDifference, QualifierChange},
    CopyComparison,
};
use crate::grounding::lexicon::LexicalClass;

/// Words of a condition that is a clause.
const SHORTEST: usize = 3;

/// The first clause that limits the source and of which the copy has not even the word it begins with.
pub(super) fn dropped(compared: &CopyComparison<'_>) -> Option<GroundingDifference> {
    let CopyComparison { said, source, beside, .. } = compared;
    let is_kept = |at: usize| beside.kept.binary_search_by_key(&at, |pair| pair.0).is_ok();
    let lost: Vec<usize> = limits(source)
        .into_iter()
        .filter(|at| !is_kept(*at) && bears(compared, *at))
        .collect();
    // A limit that is put elsewhere, or in words of another sort, is said.
    let reading = said.reading();
    let is_copied = |at: &usize| beside.kept.iter().any(|(_, place)| place == at);
    let own =
        (0..said.words.len()).filter(|at| reading.begins_condition(*at) && !is_copied(at));
    let at = *lost.first().filter(|_| own.count() < lost.len())?;
    let last = said.words.len() - 1;
    let whole = said.span(0, last);
    let words = source.reading().condition_at(at).unwrap_or(1);
    Some(GroundingDifference::Condition {
        word: source.said(at, at + words - 1),
        change: QualifierChange::Dropped,
        is_close: true,
        span: ByteSpan { start: whole.start, end: whole.end },
    })
}

/// Words that begin a clause that limits. `where` and `when` do so at the beginning of a clause alone: elsewhere they tell
/// of a place or a time.
fn limits(side: &ComparedText<'_>) -> Vec<usize> {
    let reading = side.reading();
    let begins = |at: &usize| {
        let Some(words) = reading.condition_at(*at) else { return false };
        reading.begins_exception(*at)
            || reading.is_plain_condition(*at)
            || 1 < words && !reading.begins_limit(*at)
            || opens_clause(side, *at)
    };
    (0..side.words.len()).filter(begins).collect()
}

fn opens_clause(side: &ComparedText<'_>, at: usize) -> bool {
    let is_first = side.tokens[..at]
        .iter()
        .all(|token| token.sort == LexicalClass::Number);
    let is_parted = || {
        let gap = side.words[at - 1].range.end..side.words[at].range.start;
        // After the number of its subsection too: `(2) Where`.
        side.text[gap].contains([',', ';', ':', '—', ')'])
    };
    (is_first || is_parted()) && !side.reading().begins_limit(at)
}

/// Whether a clause limits what is copied: words of its own sentence are kept on the side where its main clause stands.
/// What only limits another clause that was left out too is no matter.
fn bears(compared: &CopyComparison<'_>, at: usize) -> bool {
    let kept = &compared.beside.kept;
    let source = &compared.source;
    let end = clause_end(source, at);
    let before = kept.iter().filter(|(place, _)| *place < at).count();
    let after = kept.iter().filter(|(place, _)| end <= *place).count();
    let inside = kept.iter().filter(|(place, _)| (at..end).contains(place)).count();
    // `if any` and `where feasible` limit nothing.
    let is_clause = source.reading().begins_exception(at) || SHORTEST <= end - at;
    is_clause && inside * 2 < end - at && 0 < before + after
}

/// Where the clause ends that begins at a word: at the next comma, or with the sentence.
fn clause_end(side: &ComparedText<'_>, at: usize) -> usize {
    let parted = |next: &usize| {
        let gap = side.words[*next - 1].range.end..side.words[*next].range.start;
        side.text[gap].contains([',', ';', ':', '.'])
    };
    (at + 1..side.words.len()).find(parted).unwrap_or(side.words.len())
}
