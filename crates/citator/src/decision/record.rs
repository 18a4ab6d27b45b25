//! What is read off a decision.

use std::ops::Range;

use jurat_model::ByteSpan;
use jurat_text::Language;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value and the bytes that it was read from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadField<T> {
    pub value: T,
    pub span: ByteSpan,
}

impl<T> ReadField<T> {
    pub(crate) fn new(value: T, span: Range<usize>) -> Self {
        Self {
            value,
            span: ByteSpan { start: span.start, end: span.end },
        }
    }
}

/// A paragraph by its number: `[12] …`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct NumberedParagraph {
    pub number: u32,
    /// Its words, the number left out.
    pub span: ByteSpan,
}

/// How a decision disposes of what was asked, as it says it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DecisionOutcome {
    /// An appeal, application or claim succeeds.
    Allowed,
    Dismissed,
    AllowedInPart,
    /// A motion, leave, a stay or other relief.
    Granted,
    /// What was decided before is set aside, and goes back to be decided again.
    SetAsideReturned,
    /// What was decided before stands with changes.
    Varied,
}

impl DecisionOutcome {
    /// The coarse class.
    pub const fn result(self) -> DecisionResult {
        match self {
            Self::Allowed | Self::Granted | Self::SetAsideReturned => DecisionResult::Allowed,
            Self::Dismissed => DecisionResult::Dismissed,
            Self::AllowedInPart | Self::Varied => DecisionResult::AllowedInPart,
        }
    }

    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Dismissed => "dismissed",
            Self::AllowedInPart => "allowed_in_part",
            Self::Granted => "granted",
            Self::SetAsideReturned => "set_aside_returned",
            Self::Varied => "varied",
        }
    }
}

impl DecisionOutcome {
    /// The outcome of a word as files and other people's tables write it.
    pub fn from_word(word: &str) -> Option<Self> {
        match word.trim().to_lowercase().replace([' ', '-'], "_").as_str() {
            "allowed" | "accepted" | "positive" => Some(Self::Allowed),
            "dismissed" | "rejected" | "denied" | "refused" | "negative" => {
                Some(Self::Dismissed)
            }
            "allowed_in_part" | "partly_allowed" => Some(Self::AllowedInPart),
            "granted" => Some(Self::Granted),
            "set_aside_returned" | "set_aside" => Some(Self::SetAsideReturned),
            "varied" => Some(Self::Varied),
            _ => None,
        }
    }
}

/// Whether who asked got it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum DecisionResult {
    Allowed,
    Dismissed,
    AllowedInPart,
}

impl DecisionResult {
    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Dismissed => "dismissed",
            Self::AllowedInPart => "allowed_in_part",
        }
    }
}

/// The outcome, and the words that say it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReadOutcome {
    pub outcome: DecisionOutcome,
    pub sentence: ByteSpan,
    /// The words in it that decide.
    pub cue: ByteSpan,
    pub paragraph: Option<u32>,
}

/// A decision as its text tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DecisionRecord {
    /// Its neutral citation, in normal form.
    pub citation: Option<ReadField<String>>,
    pub style: Option<ReadField<String>>,
    /// The code of the court.
    pub court: Option<ReadField<String>>,
    /// Who wrote the reasons.
    pub judge: Option<ReadField<String>>,
    /// Who sat, where several did.
    pub panel: Vec<ReadField<String>>,
    /// `YYYY-MM-DD`.
    pub date: Option<ReadField<String>>,
    pub dockets: Vec<ReadField<String>>,
    #[schemars(with = "Option<String>")]
    pub language: Option<Language>,
    pub paragraphs: Vec<NumberedParagraph>,
    pub outcome: Option<ReadOutcome>,
    /// The country that a person in it is said to be a citizen of.
    pub country: Option<ReadField<String>>,
    /// Codes of what its paragraphs return to, the most spoken of first.
    pub issues: Vec<ReadField<String>>,
}
