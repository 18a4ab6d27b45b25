//! What a sentence says otherwise than the evidence nearest to it: numbers, dates, names, modal
//! words, negations and conditions.
//!
//! Each check is against the nearest sentences alone and stays silent where these are about
//! something else: a paraphrase is no difference.

pub(super) mod anchored_facts;
mod conditions;
mod dates;
mod entities;
pub(super) mod near_copy;
mod negations;
mod numbers;
pub(super) mod turned_round;

use std::borrow::Cow;

use jurat_model::ByteSpan;
use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, SentenceWord},
};
use serde::Serialize;

use super::{
    evidence_index::EvidenceIndex,
    grounding_tokens::{GroundingToken, compared_words, grounding_tokens},
    indexed_sentence::IndexedSentence,
    lexicon::LexicalClass,
};

/// Something that a sentence says otherwise than its nearest evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum GroundingDifference {
    /// A number that is not there, or another one.
    Number {
        /// As the sentence writes it.
        said: String,
        /// What stands there of the same measure.
        nearest: Option<String>,
        /// Where it is said.
        span: ByteSpan,
    },
    /// A date that is not there, or another one.
    Date {
        /// As the sentence writes it.
        said: String,
        /// The date that stands there.
        nearest: Option<String>,
        /// Where it is said.
        span: ByteSpan,
    },
    /// A name that is not there, or another one.
    Entity {
        /// As the sentence writes it.
        said: String,
        /// The name that stands there.
        nearest: Option<String>,
        /// Where it is said.
        span: ByteSpan,
    },
    /// A duty made a permission, or the other way round.
    Modal {
        /// The modal word of the sentence.
        said: String,
        /// The modal word of the evidence.
        nearest: String,
        /// Where it is said.
        span: ByteSpan,
    },
    /// A negation left out or put in.
    Negation {
        /// The word that is negated on one side alone.
        word: String,
        /// Left out or put in.
        change: QualifierChange,
        /// Where that word is said.
        span: ByteSpan,
    },
    /// A condition or an exception left out or put in: `unless`, `except`, `only`.
    Condition {
        /// The word that begins it.
        word: String,
        /// Left out or put in.
        change: QualifierChange,
        /// Whether all the rest is copied, so that nothing else can stand for it.
        is_close: bool,
        /// Where it is said; the whole sentence where it was left out.
        span: ByteSpan,
    },
    /// A bound turned round in a near copy: `at most` for `at least`.
    Bound {
        /// As the sentence has it.
        said: String,
        /// As the evidence has it.
        nearest: String,
        /// Where it is said.
        span: ByteSpan,
    },
    /// `and` for `or` in a near copy, or the other way round.
    Conjunction {
        /// As the sentence has it.
        said: String,
        /// As the evidence has it.
        nearest: String,
        /// Where it is said.
        span: ByteSpan,
    },
    /// Another party in a near copy.
    Party {
        /// Who the sentence names.
        said: String,
        /// Who the evidence names there.
        nearest: String,
        /// Whether two parties stand in each other's place.
        is_swapped: bool,
        /// Where it is said.
        span: ByteSpan,
    },
    /// Another provision in a near copy.
    Provision {
        /// As the sentence has it.
        said: String,
        /// As the evidence has it.
        nearest: String,
        /// Where it is said.
        span: ByteSpan,
    },
    /// Another word in a near copy.
    Wording {
        /// As the sentence has it.
        said: String,
        /// As the evidence has it.
        nearest: String,
        /// Where it is said.
        span: ByteSpan,
    },
    /// Words that say something and that no evidence has.
    NovelWords {
        /// The words, in order.
        words: Vec<String>,
        /// From the first to the last.
        span: ByteSpan,
    },
}

/// What happened to a negation or a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QualifierChange {
    /// The evidence has it, the sentence does not.
    Dropped,
    /// The sentence has it, the evidence does not.
    Added,
    /// The evidence has it, and the sentence says that it does not matter.
    SetAside,
}

/// Differences of one sentence that are kept.
const MOST: usize = 32;

/// Words of a sentence beyond which it is a table or damage, and only its words are compared.
const LONGEST: usize = 400;

/// A stretch of text with its words, as the checks compare it.
#[derive(Debug)]
pub(super) struct ComparedText<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) language: Language,
    pub(super) tokens: Cow<'a, [GroundingToken]>,
    pub(super) words: Vec<SentenceWord>,
    pub(super) ids: &'a [u32],
    /// Which words the question has; nothing of the evidence.
    pub(super) asked: &'a [bool],
    /// Where the stretch begins in the text that spans are told of.
    pub(super) offset: usize,
}

impl ComparedText<'_> {
    fn reading(&self) -> SentenceReading<'_> {
        SentenceReading::new(&self.text, &self.words, self.language)
    }

    fn span(&self, first: usize, last: usize) -> ByteSpan {
        let (start, end) = (self.words[first].range.start, self.words[last].range.end);
        ByteSpan { start: self.offset + start, end: self.offset + end }
    }

    fn said(&self, first: usize, last: usize) -> String {
        let range = self.words[first].range.start..self.words[last].range.end;
        self.text[range].split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// The two sides that are compared.
#[derive(Debug)]
pub(super) struct SentenceComparison<'a> {
    pub(super) evidence: &'a EvidenceIndex,
    pub(super) said: ComparedText<'a>,
    /// The nearest units, best first.
    pub(super) near: Vec<ComparedText<'a>>,
    /// The share of the sentence's words that the nearest has.
    pub(super) alignment: f64,
}

/// How many differences of each kind there are, as the model counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct DifferenceTally {
    pub(super) numbers: usize,
    pub(super) dates: usize,
    pub(super) names: usize,
    pub(super) modals: usize,
    pub(super) negations: usize,
    pub(super) conditions: usize,
}

/// What differs; the novel words come last.
pub(super) fn differences(
    evidence: &EvidenceIndex,
    sentence: &IndexedSentence<'_>,
) -> Vec<GroundingDifference> {
    let mut found = Vec::new();
    if sentence.tokens.len() <= LONGEST && sentence.cover.first.is_some() {
        let compared = compared(evidence, sentence);
        let dates = dates::differ(&compared, &mut found);
        numbers::differ(&compared, &dates, &mut found);
        entities::differ(&compared, &mut found);
        negations::differ(&compared, &mut found);
        conditions::differ(&compared, &mut found);
    }
    found.extend(novel(sentence, evidence));
    found.truncate(MOST);
    found
}

fn compared<'a>(
    evidence: &'a EvidenceIndex,
    sentence: &'a IndexedSentence<'_>,
) -> SentenceComparison<'a> {
    let language = evidence.language;
    let said = ComparedText {
        text: Cow::Borrowed(&sentence.text[sentence.range.clone()]),
        language,
        words: compared_words(&sentence.tokens, sentence.range.start, language),
        tokens: Cow::Borrowed(&sentence.tokens),
        ids: &sentence.ids,
        asked: &sentence.asked,
        offset: sentence.range.start,
    };
    let near = bearing_units(evidence, sentence).map(|unit| {
        let text = evidence.text(unit);
        let tokens = grounding_tokens(text, 0..text.len(), language);
        let words = compared_words(&tokens, 0, language);
        let ids = &evidence.ids[evidence.units[unit].words.clone()];
        ComparedText {
            text: Cow::Borrowed(text),
            language,
            tokens: Cow::Owned(tokens),
            words,
            ids,
            asked: &[],
            offset: evidence.units[unit].span.start,
        }
    });
    SentenceComparison {
        evidence,
        said,
        near: near.collect(),
        alignment: sentence.alignment(),
    }
}

/// How much a second sentence must add, besides numbers and names, to be more than the place that a borrowed fact stands.
const ADDS: f64 = 1.5;

/// The nearest unit, and the one that adds most to it: as its lead-in or its item, or because it has more of what is
/// said than a number or a name. A fact of a sentence about something else bears nothing out.
fn bearing_units(
    evidence: &EvidenceIndex,
    sentence: &IndexedSentence<'_>,
) -> impl Iterator<Item = usize> {
    let first = sentence.cover.first;
    let second = sentence.cover.second.filter(|second| {
        let Some(first) = first else { return true };
        let (one, other) = (&evidence.units[first], &evidence.units[*second]);
        let (ours, theirs) =
            (&evidence.ids[one.words.clone()], &evidence.ids[other.words.clone()]);
        let adds = (0..sentence.tokens.len()).filter(|at| {
            let (id, token) = (&sentence.ids[*at], &sentence.tokens[*at]);
            token.sort == LexicalClass::Content
                && !token.name
                && !ours.contains(id)
                && theirs.contains(id)
        });
        let is_list = one.lead_in == Some(*second) || other.lead_in == Some(first);
        is_list || ADDS <= adds.map(|at| sentence.weights[at]).sum()
    });
    first.into_iter().chain(second)
}

fn novel(
    sentence: &IndexedSentence<'_>,
    evidence: &EvidenceIndex,
) -> Option<GroundingDifference> {
    let novel =
        |at: &usize| sentence.is_novel(*at) && !evidence.akin(&sentence.tokens[*at].lower);
    let at: Vec<usize> = (0..sentence.tokens.len()).filter(novel).take(MOST).collect();
    let (first, last) = (*at.first()?, *at.last()?);
    let span = ByteSpan {
        start: sentence.tokens[first].range.start,
        end: sentence.tokens[last].range.end,
    };
    let words = at.iter().map(|at| sentence.tokens[*at].lower.clone()).collect();
    Some(GroundingDifference::NovelWords { words, span })
}

impl DifferenceTally {
    pub(super) fn of(differences: &[GroundingDifference]) -> Self {
        let mut tally = Self::default();
        for difference in differences {
            match difference {
                GroundingDifference::Number { .. } => tally.numbers += 1,
                GroundingDifference::Date { .. } => tally.dates += 1,
                GroundingDifference::Entity { .. } => tally.names += 1,
                GroundingDifference::Modal { .. } => tally.modals += 1,
                GroundingDifference::Negation { .. } => tally.negations += 1,
                GroundingDifference::Condition { .. } => tally.conditions += 1,
                // Near copies are looked at apart: the model was fitted without.
                GroundingDifference::Bound { .. }
                | GroundingDifference::Conjunction { .. }
                | GroundingDifference::Party { .. }
                | GroundingDifference::Provision { .. }
                | GroundingDifference::Wording { .. }
                | GroundingDifference::NovelWords { .. } => {}
            }
        }
        tally
    }
}

impl GroundingDifference {
    /// Where it is said.
    pub const fn span(&self) -> ByteSpan {
        match self {
            Self::Number { span, .. }
            | Self::Date { span, .. }
            | Self::Entity { span, .. }
            | Self::Modal { span, .. }
            | Self::Negation { span, .. }
            | Self::Condition { span, .. }
            | Self::Bound { span, .. }
            | Self::Conjunction { span, .. }
            | Self::Party { span, .. }
            | Self::Provision { span, .. }
            | Self::Wording { span, .. }
            | Self::NovelWords { span, .. } => *span,
        }
    }

    /// The same of a text that begins some bytes earlier.
    #[must_use]
    pub fn shifted(mut self, by: usize) -> Self {
        let (Self::Number { span, .. }
        | Self::Date { span, .. }
        | Self::Entity { span, .. }
        | Self::Modal { span, .. }
        | Self::Negation { span, .. }
        | Self::Condition { span, .. }
        | Self::Bound { span, .. }
        | Self::Conjunction { span, .. }
        | Self::Party { span, .. }
        | Self::Provision { span, .. }
        | Self::Wording { span, .. }
        | Self::NovelWords { span, .. }) = &mut self;
        *span = ByteSpan { start: span.start + by, end: span.end + by };
        self
    }
}
