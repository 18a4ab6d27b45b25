//! Citations in a text: where they stand, what sort they are, their normal forms.
//!
//! One pass over the original bytes. Nearly every citation has a number in it, so numbers are what
//! the pass stops at; the few that may have none (titles of acts, short forms, ECLI) are found by
//! the words they hold. Small matchers then read around the place. Each looks at a bounded stretch,
//! so the whole is linear in the text. No Unicode classes: letters that may occur are named.
//!
//! Deliberately absent: whether a decision exists (`jurat-verify`), and any clock: the caller says
//! which year it is.

mod act_initials;
mod act_title;
mod assembly;
mod authority_tables;
mod cue_words;
mod cursor;
mod german_courts;
mod german_decision;
mod german_law;
mod known_courts;
mod neutral;
mod number_context;
mod number_matchers;
mod pinpoint;
mod provision;
mod reporter;
mod reporter_names;
mod short_form;
mod statute;
mod style_of_cause;
mod united_states;

use std::ops::Range;

use serde::Serialize;

pub use known_courts::{KnownCourts, NumberedCourt, numbered_courts};

/// What sort of citation it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CitationKind {
    /// A Canadian decision by year, court and number: `2019 SCC 65`.
    Neutral,
    /// A Canadian decision by reporter: `[1999] 2 SCR 817`.
    Reporter,
    /// By its number at `CanLII`: `1999 CanLII 699 (SCC)`.
    Canlii,
    /// By its number in a commercial database: `[1998] FCJ No 1425 (QL)`.
    Database,
    /// A court's file number: `IMM-4029-17`.
    Docket,
    /// An act, a regulation or a provision of one.
    Statute,
    /// A decision or article of the United States, by reporter.
    Us,
    /// A code, session law or register of the United States.
    UsStatute,
    /// A decision from elsewhere.
    Foreign,
    /// A European Case Law Identifier.
    Ecli,
    /// A reference to what was cited before: `Ibid`, `supra note 5`.
    Short,
    /// A paragraph or page of the citation before it.
    Pinpoint,
    /// A provision of the instrument that the text itself belongs to: `under section 98.09`.
    Internal,
}

impl CitationKind {
    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Reporter => "reporter",
            Self::Canlii => "canlii",
            Self::Database => "database",
            Self::Docket => "docket",
            Self::Statute => "statute",
            Self::Us => "us",
            Self::UsStatute => "us_statute",
            Self::Foreign => "foreign",
            Self::Ecli => "ecli",
            Self::Short => "short",
            Self::Pinpoint => "pinpoint",
            Self::Internal => "internal",
        }
    }

    /// Whether it names a decision.
    pub const fn is_decision(self) -> bool {
        matches!(
            self,
            Self::Neutral
                | Self::Reporter
                | Self::Canlii
                | Self::Database
                | Self::Docket
                | Self::Us
                | Self::Foreign
                | Self::Ecli
        )
    }

    /// Whether it names legislation.
    pub const fn is_law(self) -> bool {
        matches!(self, Self::Statute | Self::UsStatute | Self::Internal)
    }
}

/// Why a citation cannot be right, whatever any index says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum ImpossibleYear {
    /// The court did not number its decisions so yet.
    BeforeCourt { court: String, first: u16 },
    /// The court no longer did.
    AfterCourt { court: String, last: u16 },
    /// The year has not come.
    Future {
        /// The year that the caller said it is.
        now: u16,
    },
}

impl std::fmt::Display for ImpossibleYear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BeforeCourt { court, first } => {
                write!(f, "{court} has neutral citations from {first} on")
            }
            Self::AfterCourt { court, last } => {
                write!(f, "{court} has neutral citations up to {last}")
            }
            Self::Future { now } => write!(f, "its year is after {now}"),
        }
    }
}

/// The style of cause, or the title, that stands before a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StyleOfCause {
    pub span: Range<usize>,
    /// Its words, every gap one space.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The bytes that name the authority, always on character borders. A place in an act that is
    /// spelt out (`section 5 of the Tides Act`) is no part of it, as a paragraph of a decision is
    /// not, unless the line holds nothing else.
    pub span: Range<usize>,
    /// With the place in the authority: `section 5 of the Tides Act`, `Id., at 12`.
    pub whole: Range<usize>,
    pub kind: CitationKind,
    /// Normal forms, one for each provision of a list; none for short forms.
    pub normal: Vec<String>,
    /// The court's key, where the citation says it.
    pub court: Option<String>,
    /// The year, where the citation says it.
    pub year: Option<u16>,
    /// The style of cause or title before it.
    pub name: Option<StyleOfCause>,
    /// The paragraphs or pages meant, as they are counted: `85-86`.
    pub pinpoint: Option<String>,
    /// Citations of one number are parallel: one authority, cited several times in a row. For a
    /// pinpoint it is the authority it belongs to.
    pub group: usize,
    /// Why it cannot be right.
    pub impossible: Option<ImpossibleYear>,
}

/// What extraction needs to be told.
#[derive(Debug, Clone, Copy)]
pub struct CitationOptions {
    /// The year it is, so that later ones are impossible; without it none is in the future.
    pub now: Option<u16>,
}

/// Every citation of a text, in order. Those of different authorities never overlap.
pub fn extract(text: &str, extraction: CitationOptions) -> Vec<Citation> {
    extract_among(text, extraction, &KnownCourts::default())
}

/// The same, where further courts are known than those of the tables.
pub fn extract_among(
    text: &str,
    extraction: CitationOptions,
    courts: &KnownCourts,
) -> Vec<Citation> {
    let bytes = text.as_bytes();
    let found = cue_words::find_cues(bytes, courts);
    assembly::assemble(bytes, found, extraction)
}

/// What a matcher found.
#[derive(Debug, Clone)]
struct CitationMatch {
    start: usize,
    end: usize,
    kind: CitationKind,
    /// The words that name the authority, where the rest is a place in it: an act's title, the
    /// number of a bare section, the signal of a short form.
    head: Option<Range<usize>>,
    normal: Vec<String>,
    court: Option<authority_tables::CourtEntry>,
    year: Option<u16>,
    title: Option<Range<usize>>,
    /// The further provisions of a list that has no instrument: each is a citation of its own.
    further: Vec<CitationMatch>,
}

impl CitationMatch {
    fn new(kind: CitationKind, start: usize, end: usize, normal: String) -> Self {
        Self {
            start,
            end,
            kind,
            head: None,
            normal: vec![normal],
            court: None,
            year: None,
            title: None,
            further: Vec::new(),
        }
    }

    fn of_year(self, year: Option<u16>) -> Self {
        Self { year, ..self }
    }

    fn of_court(self, court: authority_tables::CourtEntry) -> Self {
        Self { court: Some(court), ..self }
    }

    fn headed(self, head: Range<usize>) -> Self {
        Self { head: Some(head), ..self }
    }
}
