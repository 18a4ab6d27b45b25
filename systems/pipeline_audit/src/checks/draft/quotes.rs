//! What a draft quotes from its sources, each quote looked up there.
//!
//! Only words in quotation marks in a sentence that attributes them: by a mark, a provision or a
//! verb such as `states`. Terms in quotation marks are no quotes.

use std::{ops::Range, sync::LazyLock};

use jurat_text::{
    anchor::{QuoteAnchor, SHORTEST, WordChange, anchor},
    fold::FoldedText,
};

use super::{claims::ParsedDraftText, phrases::PhraseList};
use crate::audit::{AuditSubject, AuditedHit};

/// Quotes that are looked up; the rest are told as unread.
const MOST: usize = 40;
/// Words below which it is a term.
const FEWEST_WORDS: usize = 4;
/// Characters beyond which it is no quote but quotation marks that do not match.
const LONGEST: usize = 2000;
/// Bytes of all sources that are searched.
const MOST_BYTES: usize = 2_000_000;
/// Bytes around a quote where it may be attributed.
const AROUND: usize = 160;

static VERBS: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/attributing.txt")));

/// A quote of the draft.
#[derive(Debug)]
pub(super) struct DraftQuote {
    /// The text of the draft, by index.
    pub(super) text: usize,
    /// Where the quote stands in it, without its quotation marks.
    pub(super) range: Range<usize>,
    /// The source, by index, that it was found in or near.
    pub(super) hit: Option<usize>,
    /// What became of it.
    pub(super) fate: QuoteOutcome,
}

/// What became of a quote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum QuoteOutcome {
    /// It stands in a source, or proves nothing.
    Fine,
    /// It stands in another source than the one named.
    Elsewhere,
    /// Something close stands there; what the source says, and what the quote.
    Altered(String, String),
    /// Its words are close, and none that matters differs.
    Loose(String, String),
    /// It is put together from pieces.
    Stitched,
    /// It leaves out what limits it.
    Hides(String),
    /// Nothing like it stands anywhere.
    Nowhere,
    /// There were too many to look it up.
    Unread,
}

/// The quotes of the draft.
pub(super) fn quotes(subject: &AuditSubject, passages: &[ParsedDraftText]) -> Vec<DraftQuote> {
    let mut all = Vec::new();
    for (at, (text, passage)) in subject.draft_texts().iter().zip(passages).enumerate() {
        for range in quoted(&text.text) {
            match attributed(&range, &text.text, passage, subject) {
                QuoteAttribution::Nobody => {}
                QuoteAttribution::Any => all.push((at, range, None)),
                QuoteAttribution::One(hit) => all.push((at, range, Some(hit))),
            }
        }
    }
    if all.is_empty() {
        return Vec::new();
    }
    let sources = folded(subject.hits());
    all.into_iter()
        .enumerate()
        .map(|(number, (text, range, claimed))| {
            let words = &subject.draft_texts()[text].text[range.clone()];
            let (hit, fate) = match number {
                MOST.. => (None, QuoteOutcome::Unread),
                _ => fate(words, &sources, claimed, subject),
            };
            DraftQuote { text, range, hit, fate }
        })
        .collect()
}

fn folded(hits: &[AuditedHit]) -> Vec<FoldedText<'_>> {
    let mut left = MOST_BYTES;
    hits.iter()
        .map(|hit| {
            let end = hit.text.floor_char_boundary(left.min(hit.text.len()));
            left -= end;
            FoldedText::new(&hit.text[..end])
        })
        .collect()
}

/// Stretches in quotation marks that are long enough, in order.
fn quoted(text: &str) -> Vec<Range<usize>> {
    const PAIRS: [(char, char); 4] = [('“', '”'), ('«', '»'), ('„', '“'), ('"', '"')];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find(['“', '«', '„', '"']).map(|offset| at + offset)
    {
        let Some(mark) = text[open..].chars().next() else { break };
        let inner = open + mark.len_utf8();
        at = inner;
        let Some((_, close)) = PAIRS.iter().find(|(first, _)| *first == mark) else { continue };
        let reach = text.floor_char_boundary((inner + LONGEST).min(text.len()));
        let Some(len) = text[inner..reach].find(*close) else { continue };
        let words = text[inner..inner + len].trim();
        at = inner + len + close.len_utf8();
        let start = inner
            + (text[inner..inner + len].len() - text[inner..inner + len].trim_start().len());
        let long = SHORTEST <= words.chars().count()
            && FEWEST_WORDS <= jurat_text::tokens::words(words).take(FEWEST_WORDS).count();
        if long {
            found.push(start..start + words.len());
        }
    }
    found
}

/// To whom a quote is attributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuoteAttribution {
    /// To nobody: a term, or words of the question.
    Nobody,
    Any,
    /// To one of them, by index.
    One(usize),
}

/// Whether a quote is said to be a source's, and which source's if a mark names one alone.
fn attributed(
    range: &Range<usize>,
    text: &str,
    passage: &ParsedDraftText,
    subject: &AuditSubject,
) -> QuoteAttribution {
    let (from, to) = (range.start.saturating_sub(AROUND), range.end + AROUND);
    let claim = passage
        .claims
        .iter()
        .find(|claim| claim.range.start <= range.start && range.start < claim.range.end);
    let (from, to) = claim
        .map_or((from, to), |claim| (from.max(claim.range.start), to.min(claim.range.end)));
    let near = |at: usize| from <= at && at < to && !range.contains(&at);
    let marked = claim.map(|claim| &claim.marked).filter(|marked| !marked.is_empty());
    if let Some(marked) = marked {
        let only = marked.first().copied().filter(|_| marked.len() == 1);
        return only.map_or(QuoteAttribution::Any, QuoteAttribution::One);
    }
    let cited = passage.references.iter().any(|one| near(one.range.start));
    let outside: Vec<_> = passage
        .words
        .iter()
        .filter(|word| near(word.range.start))
        .cloned()
        .collect();
    let quote = text[range.clone()].to_lowercase();
    let asked = quote.ends_with('?')
        || subject.query.as_ref().is_some_and(|query| {
            query.text.to_lowercase().contains(quote.trim_end_matches(['.', ',']))
        });
    if !asked && (cited || VERBS.any(&outside, subject.language())) {
        QuoteAttribution::Any
    } else {
        QuoteAttribution::Nobody
    }
}

fn fate(
    words: &str,
    sources: &[FoldedText<'_>],
    claimed: Option<usize>,
    subject: &AuditSubject,
) -> (Option<usize>, QuoteOutcome) {
    match anchor(words, sources, claimed) {
        QuoteAnchor::Found { .. } | QuoteAnchor::TooShort => (None, QuoteOutcome::Fine),
        QuoteAnchor::Misattributed { places } => {
            (places.first().map(|place| place.source), QuoteOutcome::Elsewhere)
        }
        QuoteAnchor::Altered { place, difference } => {
            let (there, here) = told(&difference);
            (Some(place.source), QuoteOutcome::Altered(there, here))
        }
        QuoteAnchor::Fuzzy { place, difference } => {
            let (there, here) = told(&difference);
            (Some(place.source), QuoteOutcome::Loose(there, here))
        }
        QuoteAnchor::GapHides { place, hidden } => {
            let hit = subject.hits().get(place.source);
            let words = hidden
                .first()
                .zip(hit)
                .and_then(|(one, hit)| hit.text.get(one.range.clone()));
            (Some(place.source), QuoteOutcome::Hides(words.unwrap_or_default().to_owned()))
        }
        QuoteAnchor::Frankenquote { pieces } => {
            (pieces.first().map(|one| one.source), QuoteOutcome::Stitched)
        }
        QuoteAnchor::NotFound => (None, QuoteOutcome::Nowhere),
    }
}

/// The words of the source and those of the quote where they first differ.
fn told(difference: &[WordChange]) -> (String, String) {
    let first = difference.iter().position(|one| !matches!(one, WordChange::Kept(_)));
    let run = first.map_or(&[][..], |at| &difference[at..]);
    let run = run.iter().take_while(|one| !matches!(one, WordChange::Kept(_)));
    let (mut there, mut here) = (String::new(), String::new());
    for one in run {
        let side = if matches!(one, WordChange::Removed(_)) { &mut there } else { &mut here };
        side.push_str(one.words());
    }
    (super::short(&there), super::short(&here))
}
