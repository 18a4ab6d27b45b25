//! A normative quote, and what is known about it before anyone relies on it.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Quote, SourceKind};

/// Which of the two sorts of authority a requirement rests on.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum SourceType {
    /// Law: an act, a regulation, a code, a decision.
    Statute,
    /// An authority's or an organisation's own rules.
    Policy,
}

impl SourceType {
    /// The letter in ids of chunks and requirements.
    pub const fn letter(self) -> char {
        match self {
            Self::Statute => 'S',
            Self::Policy => 'P',
        }
    }

    /// What a kind of source counts as.
    pub const fn of(kind: SourceKind) -> Self {
        match kind {
            SourceKind::Statute | SourceKind::Decision => Self::Statute,
            SourceKind::PolicyManual
            | SourceKind::HelpArticle
            | SourceKind::Occupation
            | SourceKind::Submitted => Self::Policy,
        }
    }
}

/// `REQ-S001`, `REQ-P012`: unique within a run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String")]
pub struct RequirementId {
    /// What it rests on.
    pub source_type: SourceType,
    /// From 1.
    pub number: u32,
}

/// A word that is no id of a requirement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no id of a requirement, as `REQ-S001` is")]
pub struct NoRequirementId {
    /// The word.
    pub given: String,
}

impl fmt::Display for RequirementId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "REQ-{}{:03}", self.source_type.letter(), self.number)
    }
}

impl FromStr for RequirementId {
    type Err = NoRequirementId;

    fn from_str(given: &str) -> Result<Self, NoRequirementId> {
        let wrong = || NoRequirementId { given: given.to_owned() };
        let rest = given.strip_prefix("REQ-").ok_or_else(wrong)?;
        let (source_type, digits) = match rest.split_at_checked(1) {
            Some(("S", digits)) => (SourceType::Statute, digits),
            Some(("P", digits)) => (SourceType::Policy, digits),
            _ => return Err(wrong()),
        };
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| plain && 0 < *number);
        let id = Self { source_type, number: number.ok_or_else(wrong)? };
        // One id, one spelling: `REQ-S1` and `REQ-S0001` are none.
        if id.to_string() == given { Ok(id) } else { Err(wrong()) }
    }
}

impl From<RequirementId> for String {
    fn from(id: RequirementId) -> Self {
        id.to_string()
    }
}

impl TryFrom<String> for RequirementId {
    type Error = NoRequirementId;

    fn try_from(given: String) -> Result<Self, NoRequirementId> {
        given.parse()
    }
}

/// What a norm does.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum NormModality {
    /// Somebody must.
    Obligation,
    /// Somebody must not.
    Prohibition,
    /// Somebody may. Never a requirement by itself; kept to show what contradicts one.
    Permission,
    /// Something holds only if: a condition, exception or limit of a duty or a right.
    Condition,
    /// Somebody is entitled to something.
    Right,
    /// A word means something.
    Definition,
    /// What a breach brings.
    Penalty,
    /// Something is, or becomes, so: a status, a consequence.
    Effect,
    /// A rule does not hold for something.
    Exception,
    /// How something is done.
    Procedure,
    /// Something is taken to be so.
    Presumption,
    /// What a rule is about.
    Scope,
    /// Words that are none of these.
    Fact,
}

/// How sure the extraction is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ExtractionConfidence {
    /// An explicit norm in one whole sentence.
    High,
    /// Implicit, or put together from a lead-in and an item, or cut.
    Medium,
    /// It rests on words that stand elsewhere and were not found.
    Low,
}

/// Where a requirement points, and whether that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PointsTo {
    /// The reference as it is written, such as `§ 12.04.050(b)`.
    pub reference: String,
    /// The words there; nothing where it was not found.
    pub target: Option<Quote>,
}

/// A normative quote. The first seven keys are the same in every file we write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Requirement {
    /// Its id.
    pub requirement_id: RequirementId,
    /// What it rests on.
    pub source_type: SourceType,
    /// How people cite the place: a document and its section.
    pub document_id: String,
    /// The heading above it; empty where there is none.
    pub section_heading: String,
    /// The words, verbatim; equal to `quote.text`.
    pub exact_quote: String,
    /// The chunk that led to it, such as `S1`.
    pub chunk_id: String,
    /// How sure the extraction is.
    pub extraction_confidence: ExtractionConfidence,
    /// What it does.
    pub modality: NormModality,
    /// Where the words stand.
    pub quote: Quote,
    /// What it points to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points_to: Vec<PointsTo>,
    /// The language of the words, as `en`.
    pub language: String,
}

#[cfg(test)]
mod tests {
    use super::{RequirementId, SourceType};

    #[track_caller]
    fn check(given: &str, expected: Option<(SourceType, u32)>) {
        let read = given.parse::<RequirementId>().ok();
        assert_eq!(read.map(|id| (id.source_type, id.number)), expected, "{given}");
        assert!(read.is_none_or(|id| id.to_string() == given));
    }

    #[test]
    fn ids_have_one_spelling() {
        check("REQ-S001", Some((SourceType::Statute, 1)));
        check("REQ-P1234", Some((SourceType::Policy, 1234)));
        for wrong in
            ["REQ-S1", "REQ-S0001", "REQ-S000", "REQ-X001", "req-s001", "REQ-S", "", "REQ-S+01"]
        {
            check(wrong, None);
        }
    }
}
