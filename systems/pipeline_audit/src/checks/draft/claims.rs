//! The claims of a draft: its sentences, lines, items and rows that state something, each with the sources it names.
//!
//! No claims: titles, questions, what leads into a list, words to the reader (`I hope this helps`), refusals, and instructions
//! that name no number, no norm, no source and no thing.

use std::{collections::BTreeSet, ops::Range, sync::LazyLock};

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, SentenceWord, is_deontic, sentence_words},
    tokens::words,
};

use super::{
    draft_citations::{DraftCitation, SourceAuthorities, references},
    draft_layout::{DraftStretch, StretchKind, stretches, without_markup},
    marks::{Mark, SourceNaming, marks},
    phrases::{PhraseList, PlainWord, read},
    refusals::refuses,
    rule_sources::sets_term,
};
use crate::audit::{
    AuditSubject, StateText,
    content_words::{ContentWordBag, content_words, number},
    urls,
};

/// A text of the draft, read.
#[derive(Debug)]
pub(super) struct ParsedDraftText {
    /// The text without markup, byte for byte.
    pub(super) plain: String,
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
    pub(super) form: ClaimForm,
    /// Whether it tells what to do, in words that no law uses.
    pub(super) is_instruction: bool,
    /// Whether a mark stands with it, one of no source included.
    pub(super) is_marked: bool,
    /// The sources that it names, by index: with a mark, an id, an address or a provision.
    pub(super) named: BTreeSet<usize>,
    /// Of these, the ones named with a mark.
    pub(super) marked: BTreeSet<usize>,
}

/// How a claim is said, and so how it can be held against a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClaimForm {
    /// In a whole sentence.
    Sentence,
    /// In a few words without a sentence around them: `Within 14 days`, a row of a table.
    Fragment,
    /// In an instruction that names a thing.
    Instruction,
}

/// Words below which nothing is a whole sentence.
const FEWEST_WORDS: usize = 4;
/// Words from which on a line without a stop is a sentence.
const LONG_LINE: usize = 8;

jurat_text::word_lists! {
    "assertion_starts" [en, fr, pt];
    static STARTS;
}

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
    let plain = without_markup(&text.text);
    let mut passage = ParsedDraftText {
        words: read(&plain),
        marks: marks(&plain, naming),
        references: references(&plain, subject, known),
        addresses: urls::found(&text.text),
        claims: Vec::new(),
        plain,
    };
    passage.claims = claims(text, &passage, subject);
    passage
}

fn claims(
    text: &StateText,
    passage: &ParsedDraftText,
    subject: &AuditSubject,
) -> Vec<DraftClaim> {
    let plain = passage.plain.as_str();
    let all = bounded(plain, &passage.marks);
    let is_step = text.at.contains(".steps[") || text.at.contains(".passos[");
    let query = subject.query.as_ref();
    let asked = query.map(|query| ContentWordBag::of(&query.text, subject.language()));
    let mut claims = Vec::new();
    for (at, (stretch, marks_to)) in all.iter().enumerate() {
        let range = stretch.range.clone();
        let marks = within(&passage.marks, &(range.start..*marks_to), |mark| mark.range.start);
        let named = within(&passage.references, &range, |one| one.range.start);
        let said = DraftWords {
            text: &plain[range.clone()],
            words: within(&passage.words, &range, |word| word.range.start),
            names_source: !marks.is_empty() || !named.is_empty(),
            is_alone: all.len() == 1 && subject.draft_texts().len() == 1,
            language: subject.language(),
            asked: asked.as_ref(),
        };
        let addresses = within(&passage.addresses, &range, |one| one.start);
        // Where something stands is not what it says.
        if said
            .words
            .iter()
            .all(|word| addresses.iter().any(|one| one.contains(&word.range.start)))
        {
            continue;
        }
        let is_meaning = subject.meanings.contains(&text.at);
        let next = all.get(at + 1).map(|(next, _)| next.kind);
        let kind = if is_step { StretchKind::Item } else { stretch.kind };
        let form = if is_meaning { said.meaning() } else { said.form(kind, next) };
        if let Some(form) = form {
            let claim = claim((range, form), marks, named, addresses, text, subject);
            let is_instruction = kind == StretchKind::Item && !said.is_told();
            claims.push(DraftClaim { is_instruction, ..claim });
        }
    }
    claims
}

/// A stretch of a draft, read.
struct DraftWords<'d> {
    text: &'d str,
    words: &'d [PlainWord],
    /// Whether a mark or a provision stands with it.
    names_source: bool,
    /// Whether it is all that the draft says.
    is_alone: bool,
    language: Option<Language>,
    /// The words of the question.
    asked: Option<&'d ContentWordBag>,
}

impl DraftWords<'_> {
    /// How it states something, if it does. `next` is what follows it.
    fn form(&self, kind: StretchKind, next: Option<StretchKind>) -> Option<ClaimForm> {
        let count = self.words.len();
        let asks =
            is_question(self.text) || self.text.trim_end_matches(['*', '_']).ends_with(':');
        let refuses = || refuses(self.text, self.language, self.asked);
        if asks || FRAMING.any(self.words, self.language) || refuses() {
            return None;
        }
        let says = self.names_source || binds(self.words, self.language);
        match kind {
            StretchKind::Title => self.tells_measure().then_some(ClaimForm::Fragment),
            StretchKind::Row => {
                (FEWEST_WORDS <= count || self.has_number()).then_some(ClaimForm::Fragment)
            }
            _ if count < FEWEST_WORDS => {
                let told = || !content_words(self.text, self.language).is_empty();
                let short = self.has_number() || self.is_alone && 1 < count && told();
                short.then_some(ClaimForm::Fragment)
            }
            // A line over sentences is their title; one among lines, or at the end, is not.
            StretchKind::Line if count < LONG_LINE => {
                let is_over = matches!(
                    next,
                    Some(StretchKind::Sentence | StretchKind::Item | StretchKind::Row)
                );
                (says || !is_over).then_some(ClaimForm::Fragment)
            }
            StretchKind::Sentence | StretchKind::Line => Some(ClaimForm::Sentence),
            StretchKind::Item if says || self.is_told() => Some(ClaimForm::Sentence),
            StretchKind::Item => self.names_thing().then_some(ClaimForm::Instruction),
        }
    }

    /// How it says what a word means: in words of its own, but for numbers, norms and names.
    fn meaning(&self) -> Option<ClaimForm> {
        let says = self.names_source || binds(self.words, self.language);
        let named = self.names_thing().then_some(ClaimForm::Instruction);
        if says { Some(ClaimForm::Fragment) } else { named }
    }

    /// Whether what stands over others states how long or how much: `Renew within: 12 months`.
    fn tells_measure(&self) -> bool {
        let words: Vec<_> = sentence_words(self.text).collect();
        let language = self.language.unwrap_or_default();
        let has_measure = || {
            let all = SentenceReading::new(self.text, &words, language).quantities();
            all.iter().any(|one| !one.unit.is_empty())
        };
        !self.text.contains('|')
            && (sets_term(self.text, self.language) || self.text.contains(':') && has_measure())
    }

    fn has_number(&self) -> bool {
        self.words
            .iter()
            .any(|word| has_digit(word) || number(&word.plain).is_some())
    }

    /// Whether an item tells of something: it begins with a determiner or with whom it is about, as no instruction does.
    fn is_told(&self) -> bool {
        let words: Vec<_> = sentence_words(self.text).collect();
        let is_word = |word: &SentenceWord| word.lower.chars().all(char::is_alphabetic);
        let Some(first) = words.iter().position(is_word) else { return false };
        let language = self.language.unwrap_or_default();
        let reading = SentenceReading::new(self.text, &words, language);
        reading.is_determiner(first) || STARTS.contains(words[first].lower.as_str())
    }

    /// Whether a word that does not open it is a name. In German every noun has a capital.
    fn names_thing(&self) -> bool {
        self.language != Some(Language::German) && names(self.text).next().is_some()
    }
}

/// The words of a stretch that are names: with a capital, though they do not open it.
pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let all = words(text).map(|range| &text[range]).filter(|word| 1 < word.len());
    let letters = all.skip_while(|word| !word.starts_with(char::is_alphabetic));
    letters.skip(1).filter(|word| word.starts_with(char::is_uppercase))
}

fn claim(
    (range, form): (Range<usize>, ClaimForm),
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
        form,
        is_instruction: false,
        is_marked: !marks.is_empty(),
        named: all,
        marked,
    }
}

/// Sentences with the byte up to which marks belong to them: a mark that opens the next sentence
/// stands after the full stop of this one.
fn bounded(text: &str, marks: &[Mark]) -> Vec<(DraftStretch, usize)> {
    let mut all: Vec<(DraftStretch, usize)> = stretches(text)
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
    words
        .iter()
        .skip(1)
        .any(|word| has_digit(word) || is_deontic(&word.plain, language))
}

fn has_digit(word: &PlainWord) -> bool {
    word.plain.bytes().any(|byte| byte.is_ascii_digit())
}
