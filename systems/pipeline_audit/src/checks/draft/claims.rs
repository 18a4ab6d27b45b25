//! The claims of a draft: its sentences that state something, each with the sources it names.
//!
//! No claims: headings, questions, sentences that lead into a list, words to the reader (`I hope
//! this helps`), and instructions that name no number, no norm and no source.

use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

use jurat_text::sentences::{Kind, Sentence, sentences};

use super::{
    marks::{Mark, Naming, marks},
    phrases::{Phrases, Word, read},
    references::{Known, Reference, references},
};
use crate::audit::{Subject, Text, addresses};
use jurat_verify::modal;

/// A text of the draft, read.
#[derive(Debug)]
pub(super) struct Passage {
    pub(super) words: Vec<Word>,
    pub(super) marks: Vec<Mark>,
    pub(super) references: Vec<Reference>,
    pub(super) addresses: Vec<Range<usize>>,
    pub(super) claims: Vec<Claim>,
}

/// A sentence that states something.
#[derive(Debug)]
pub(super) struct Claim {
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

static FRAMING: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::of(include_str!("data/framing.txt")));

/// Every text of the draft, read.
pub(super) fn passages(subject: &Subject, known: &Known) -> Vec<Passage> {
    let texts = subject.draft_texts();
    let all: Vec<&str> = texts.iter().map(|text| text.text.as_str()).collect();
    let naming = Naming::of(subject.hits(), &all);
    texts
        .iter()
        .map(|text| passage(text, subject, known, &naming))
        .collect()
}

fn passage(text: &Text, subject: &Subject, known: &Known, naming: &Naming<'_>) -> Passage {
    let mut passage = Passage {
        words: read(&text.text),
        marks: marks(&text.text, naming),
        references: references(&text.text, subject, known),
        addresses: addresses::found(&text.text),
        claims: Vec::new(),
    };
    passage.claims = claims(text, &passage, subject);
    passage
}

fn claims(text: &Text, passage: &Passage, subject: &Subject) -> Vec<Claim> {
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
        let instructs = is_step || sentence.kind == Kind::Item;
        let says = !marks.is_empty() || !named.is_empty() || binds(words);
        let states = FEWEST_WORDS <= words.len()
            && sentence.kind != Kind::Heading
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
    named: &[Reference],
    addresses: &[Range<usize>],
    text: &Text,
    subject: &Subject,
) -> Claim {
    let marked: BTreeSet<usize> = marks.iter().flat_map(|mark| mark.hits.clone()).collect();
    let mut all = marked.clone();
    all.extend(named.iter().flat_map(|one| one.hits.clone()));
    let urls = addresses.iter().map(|one| addresses::normal(&text.text[one.clone()]));
    for url in urls.take(8) {
        let has = |hit: &&crate::audit::Hit| {
            hit.url.as_deref().is_some_and(|own| addresses::normal(own) == url)
        };
        all.extend(
            subject
                .hits()
                .iter()
                .filter(has)
                .map(|hit| hit.number.saturating_sub(1)),
        );
    }
    Claim {
        range,
        is_marked: !marks.is_empty(),
        named: all,
        marked,
    }
}

/// Sentences with the byte up to which marks belong to them: a mark that opens the next sentence
/// stands after the full stop of this one.
fn bounded(text: &str, marks: &[Mark]) -> Vec<(Sentence, usize)> {
    let mut all: Vec<(Sentence, usize)> = sentences(text)
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
fn binds(words: &[Word]) -> bool {
    let number = |word: &Word| word.plain.bytes().any(|byte| byte.is_ascii_digit());
    words
        .iter()
        .skip(1)
        .any(|word| number(word) || modal::is_deontic(&word.plain))
}
