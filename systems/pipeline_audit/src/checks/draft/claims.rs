//! The claims of a draft: its sentences that state something, each with the sources it names.
//!
//! No claims: headings, questions, sentences that lead into a list, words to the reader (`I hope
//! this helps`), and instructions that name no number, no norm and no source.

use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

use jurat_text::{
    Language,
    sentence_reading::is_deontic,
    sentences::{SentenceKind, SentenceSpan, sentences},
};

use super::{
    draft_citations::{DraftCitation, SourceAuthorities, references},
    marks::{Mark, SourceNaming, marks},
    phrases::{PhraseList, PlainWord, read},
};
use crate::audit::{AuditSubject, StateText, urls};

/// A text of the draft, read.
#[derive(Debug)]
pub(super) struct ParsedDraftText {
    pub(super) words: Vec<PlainWord>,
    pub(super) marks: Vec<Mark>,
    pub(super) references: Vec<DraftCitation>,
    pub(super) addresses: Vec<Range<usize>>,
    pub(super) claims: Vec<DraftClaim>,
}

/// A sentence that states something.
#[derive(Debug)]
pub(super) struct DraftClaim {
    /// Where it stands in its text.
    pub(super) range: Range<usize>,
    /// Whether a mark stands with it, one of no source included.
    pub(super) is_marked: bool,
    /// The sources that it names, by index: with a mark, an id, an address or a provision.
    pub(super) named: BTreeSet<usize>,
    /// Of these, the ones named with a mark.
    pub(super) marked: BTreeSet<usize>,
}

/// Words below which a sentence states nothing.
const FEWEST_WORDS: usize = 4;

static FRAMING: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/framing.txt")));

/// Every text of the draft, read.
pub(super) fn passages(
    subject: &AuditSubject,
    known: &SourceAuthorities,
) -> Vec<ParsedDraftText> {
    let texts = subject.draft_texts();
    let all: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    let naming = SourceNaming::of(subject.hits(), &all);
    texts
        .iter()
        .map(|text| passage(text, subject, known, &naming))
        .collect()
}

fn passage(
    text: &StateText,
    subject: &AuditSubject,
    known: &SourceAuthorities,
    naming: &SourceNaming<'_>,
) -> ParsedDraftText {
    let mut passage = ParsedDraftText {
        words: read(&text.text),
        marks: marks(&text.text, naming),
        references: references(&text.text, subject, known),
        addresses: urls::found(&text.text),
        claims: Vec::new(),
    };
    passage.claims = claims(text, &passage, subject);
    passage
}

fn claims(
    text: &StateText,
    passage: &ParsedDraftText,
    subject: &AuditSubject,
) -> Vec<DraftClaim> {
    let all = bounded(&text.text, &passage.marks);
    let is_step = text.at.contains(".steps[") || text.at.contains(".passos[");
    let language = subject.language();
    let mut claims = Vec::new();
    for (sentence, marks_to) in all {
        let range = sentence.range.clone();
        let words = within(&passage.words, &range, |word| word.range.start);
        let plain = &text.text[range.clone()];
        let marks = within(&passage.marks, &(range.start..marks_to), |mark| mark.range.start);
        let named = within(&passage.references, &range, |one| one.range.start);
        let instructs = is_step || sentence.kind == SentenceKind::Item;
        let says = !marks.is_empty() || !named.is_empty() || binds(words, language);
        let states = FEWEST_WORDS <= words.len()
            && sentence.kind != SentenceKind::Heading
            && !is_question(plain)
            && !plain.ends_with(':')
            && (!instructs || says)
            && !FRAMING.any(words, language);
        if states {
            let addresses = within(&passage.addresses, &range, |one| one.start);
            claims.push(claim(range, marks, named, addresses, text, subject));
        }
    }
    claims
}

fn claim(
    range: Range<usize>,
    marks: &[Mark],
    named: &[DraftCitation],
    addresses: &[Range<usize>],
    text: &StateText,
    subject: &AuditSubject,
) -> DraftClaim {
    let marked: BTreeSet<usize> = marks.iter().flat_map(|mark| mark.hits.clone()).collect();
    let mut all = marked.clone();
    all.extend(named.iter().flat_map(|one| one.hits.clone()));
    let urls = addresses.iter().map(|one| urls::normal(&text.text[one.clone()]));
    for url in urls.take(8) {
        let has = |hit: &&crate::audit::AuditedHit| {
            hit.url.as_deref().is_some_and(|own| urls::normal(own) == url)
        };
        all.extend(
            subject
                .hits()
                .iter()
                .filter(has)
                .map(|hit| hit.number.saturating_sub(1)),
        );
    }
    DraftClaim {
        range,
        is_marked: !marks.is_empty(),
        named: all,
        marked,
    }
}

/// Sentences with the byte up to which marks belong to them: a mark that opens the next sentence
/// stands after the full stop of this one.
fn bounded(text: &str, marks: &[Mark]) -> Vec<(SentenceSpan, usize)> {
    let mut all: Vec<(SentenceSpan, usize)> = sentences(text)
        .into_iter()
        .map(|one| (one.clone(), one.range.end))
        .collect();
    for at in 1..all.len() {
        let mut start = all[at].0.range.start;
        while let Some(mark) = marks
            .binary_search_by_key(&start, |mark| mark.range.start)
            .ok()
            .and_then(|found| marks.get(found))
        {
            let rest = &text[mark.range.end..];
            start =
                mark.range.end + (rest.len() - rest.trim_start_matches([' ', '.', ',']).len());
            all[at - 1].1 = mark.range.end;
        }
        let end = all[at].0.range.end;
        all[at].0.range.start = start.min(end);
    }
    all
}

/// The part of an ordered list that begins within a range.
fn within<'l, T>(list: &'l [T], range: &Range<usize>, start: impl Fn(&T) -> usize) -> &'l [T] {
    let first = list.partition_point(|one| start(one) < range.start);
    let last = list.partition_point(|one| start(one) < range.end);
    &list[first..last.max(first)]
}

fn is_question(sentence: &str) -> bool {
    let end = sentence.trim_end_matches(['"', '”', '»', ')', ' ', '\u{a0}', '*', '_']);
    end.ends_with(['?', '？'])
}

/// Whether words have a number or demand, forbid or allow something.
fn binds(words: &[PlainWord], language: Option<Language>) -> bool {
    let number = |word: &PlainWord| word.plain.bytes().any(|byte| byte.is_ascii_digit());
    words
        .iter()
        .skip(1)
        .any(|word| number(word) || is_deontic(&word.plain, language))
}
