//! What a decision does with the others that it cites, read off the sentences that cite them.
//!
//! History (affirmed, reversed, leave) and treatment (overruled, followed, distinguished) are two families. A kind is told
//! only where the grammar finds an act, whose act it is, and that the cited case is what it is done to; all else is a mention.

mod case_mentions;
mod grammar;
mod plain_sentence;

use jurat_model::ByteSpan;
use jurat_text::{Language, sentences::sentences};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{court_table::CourtTable, decision::numbered_paragraphs};

use case_mentions::CaseMention;
pub use case_mentions::ShortNames;
use grammar::{FrameMatch, TreatmentGrammar};
use plain_sentence::PlainSentence;

/// Which family an act belongs to.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TreatmentFamily {
    /// What became of the case itself on its way up.
    History,
    /// What a later decision made of it.
    Treatment,
    /// It is named, and nothing is done with it that could be told.
    Mention,
}

/// What is done with a cited case.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum TreatmentKind {
    Affirmed,
    Reversed,
    Varied,
    LeaveGranted,
    LeaveRefused,
    Overruled,
    NotFollowed,
    Questioned,
    Distinguished,
    Followed,
    Applied,
    Mentioned,
}

impl TreatmentKind {
    /// Every kind, the gravest first within its family.
    pub const ALL: [Self; 12] = [
        Self::Reversed,
        Self::Varied,
        Self::Affirmed,
        Self::LeaveGranted,
        Self::LeaveRefused,
        Self::Overruled,
        Self::NotFollowed,
        Self::Questioned,
        Self::Distinguished,
        Self::Followed,
        Self::Applied,
        Self::Mentioned,
    ];

    pub const fn family(self) -> TreatmentFamily {
        match self {
            Self::Affirmed
            | Self::Reversed
            | Self::Varied
            | Self::LeaveGranted
            | Self::LeaveRefused => TreatmentFamily::History,
            Self::Mentioned => TreatmentFamily::Mention,
            _ => TreatmentFamily::Treatment,
        }
    }

    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Affirmed => "affirmed",
            Self::Reversed => "reversed",
            Self::Varied => "varied",
            Self::LeaveGranted => "leave_granted",
            Self::LeaveRefused => "leave_refused",
            Self::Overruled => "overruled",
            Self::NotFollowed => "not_followed",
            Self::Questioned => "questioned",
            Self::Distinguished => "distinguished",
            Self::Followed => "followed",
            Self::Applied => "applied",
            Self::Mentioned => "mentioned",
        }
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

/// How a case is named where it is cited.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum MentionForm {
    /// With its citation.
    Full,
    /// By its short name alone, after a full citation.
    Short,
}

/// One place at which a decision cites another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CitingContext {
    /// The normal forms of what is cited, parallel citations included.
    pub cited: Vec<String>,
    /// The name that stands with it.
    pub name: Option<String>,
    pub form: MentionForm,
    /// Where it is named, its citations and pinpoint included.
    pub mention: ByteSpan,
    /// The number of the paragraph.
    pub paragraph: Option<u32>,
    pub sentence: ByteSpan,
    pub family: TreatmentFamily,
    pub kind: TreatmentKind,
    /// The words that say so; none for a mention.
    pub cue: Option<ByteSpan>,
    /// The paragraphs or pages meant.
    pub pinpoint: Option<String>,
    /// The words quoted from it, without their quotation marks.
    pub quote: Option<ByteSpan>,
}

/// Every place at which a text cites a decision other than itself, in order. `own` is its own citation in normal form.
pub fn citing_treatments(
    text: &str,
    courts: &CourtTable,
    own: Option<&str>,
) -> Vec<CitingContext> {
    let mentions = case_mentions::in_text(text, courts);
    let sentences = sentences(text);
    let paragraphs = numbered_paragraphs(text);
    let document = Language::of(text);
    let mut contexts = Vec::new();
    for mention in &mentions {
        if own.is_some_and(|own| mention.cited.iter().any(|key| key == own)) {
            continue;
        }
        let at = sentences.partition_point(|one| one.range.end <= mention.span.start);
        let Some(first) = sentences.get(at) else { continue };
        // A mention may be cut by the splitter: the sentence reaches as far as the mention does.
        let last = sentences
            .iter()
            .skip(at)
            .take_while(|one| one.range.start < mention.span.end)
            .last()
            .unwrap_or(first);
        let range =
            first.range.start.min(mention.span.start)..last.range.end.max(mention.span.end);
        let after = sentences
            .iter()
            .find(|one| range.end <= one.range.start)
            .map(|one| one.range.clone());
        let found = treatment(text, &mentions, mention, range.clone(), after, document);
        let kind = found.as_ref().map_or(TreatmentKind::Mentioned, |found| found.kind);
        let paragraph = paragraphs.iter().rev().find(|one| {
            one.span.start <= mention.span.start && mention.span.start < one.span.end
        });
        contexts.push(CitingContext {
            cited: mention.cited.clone(),
            name: mention.name.clone(),
            form: mention.form,
            mention: span_of(&mention.span),
            paragraph: paragraph.map(|one| one.number),
            quote: plain_sentence::quote_beside(text, &range, &mention.span)
                .map(|quote| span_of(&quote)),
            sentence: span_of(&range),
            family: kind.family(),
            kind,
            cue: found.map(|found| found.cue),
            pinpoint: mention.pinpoint.clone(),
        });
    }
    contexts
}

fn span_of(range: &std::ops::Range<usize>) -> ByteSpan {
    ByteSpan { start: range.start, end: range.end }
}

/// What the sentence does with the case; if nothing, what the next one does that speaks of "this decision".
fn treatment(
    text: &str,
    mentions: &[CaseMention],
    mention: &CaseMention,
    sentence: std::ops::Range<usize>,
    after: Option<std::ops::Range<usize>>,
    document: Option<Language>,
) -> Option<FrameMatch> {
    let language = Language::of(text.get(sentence.clone())?).or(document);
    let grammars = TreatmentGrammar::of_language(language, document);
    let plain = PlainSentence::new(text, sentence, mentions, mention);
    for grammar in &grammars {
        let resolved = grammar.with_anaphors(&plain);
        if let Some(found) = grammar.classify(&resolved) {
            return (found.kind != TreatmentKind::Mentioned).then_some(found);
        }
    }
    let next = PlainSentence::new(text, after?, mentions, mention);
    for grammar in &grammars {
        let Some(resolved) = grammar.by_demonstrative(&next) else { continue };
        if let Some(found) = grammar.classify(&resolved) {
            return (found.kind != TreatmentKind::Mentioned).then_some(found);
        }
    }
    None
}
