//! An answer as data: statements, each with the requirements that it rests on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ExtractionConfidence, Quote, RequirementId};

/// One sentence of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// The words, without marks.
    pub text: String,
    /// What it rests on, in the order of mention; printed as `[REQ-S001, REQ-P003]`.
    pub marks: Vec<RequirementId>,
    /// What it is for.
    pub role: StatementRole,
    /// Where its very words stand; nothing where it is told in other words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<Quote>,
}

/// What a statement is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum StatementRole {
    /// It says what is required.
    Requirement,
    /// It says that requirements conflict.
    Conflict,
}

/// Which requirement was used where.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RequirementReference {
    /// Which.
    pub requirement_id: RequirementId,
    /// Whether a statement rests on it.
    pub used_in_answer: bool,
    /// The first statement that does; empty where none does.
    pub statement: String,
}

/// A composed answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ComposedAnswer {
    /// In the order of reading.
    pub statements: Vec<Statement>,
    /// Every verified requirement, used or not.
    pub requirement_references: Vec<RequirementReference>,
    /// Verified, and in no statement.
    pub unused_requirements: Vec<RequirementId>,
    /// The statements that rest on statutes alone, as text with marks.
    pub statute_summary: String,
    /// The statements that rest on policies alone, as text with marks.
    pub policy_summary: String,
    /// High where every statement rests on extracts of high confidence.
    pub composition_confidence: ExtractionConfidence,
    /// The number, period or amount that is asked for, as the source writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl Statement {
    /// The sentence with its marks before the full stop: `Counties must keep records [REQ-S001].`
    pub fn marked(&self) -> String {
        let marks: Vec<String> = self.marks.iter().map(ToString::to_string).collect();
        let marks = marks.join(", ");
        let (words, end) = match self.text.strip_suffix(['.', '!', '?']) {
            Some(words) => (words, &self.text[words.len()..]),
            // Verbatim words end as they do.
            None if self.quote.is_some() => (self.text.as_str(), ""),
            None => (self.text.as_str(), "."),
        };
        if marks.is_empty() {
            format!("{words}{end}")
        } else {
            format!("{words} [{marks}]{end}")
        }
    }
}

impl ComposedAnswer {
    /// All statements with their marks, one after the other.
    pub fn final_answer(&self) -> String {
        let marked: Vec<String> = self.statements.iter().map(Statement::marked).collect();
        marked.join(" ")
    }
}

// Not `audit::Issue`, though it is the same idea: both are published, with other keys, and this one names a statement
// by its number where that one has a path.
/// A defect in our own text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReviewIssue {
    /// What it is, such as `statement_without_mark`.
    pub code: String,
    /// The statement, from 1; nothing where it concerns the whole.
    pub statement: Option<usize>,
    /// In words.
    pub message: String,
    /// What would mend it.
    pub hint: String,
}

/// What the review of an answer found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AnswerReview {
    /// Whether the answer may go out.
    pub status: ReviewStatus,
    /// From 0 to 1: the share of statements without a defect, less what reads badly.
    pub score: f64,
    /// Every defect.
    pub issues: Vec<ReviewIssue>,
}

/// Whether an answer may go out.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "UPPERCASE")]
pub enum ReviewStatus {
    /// It may.
    Pass,
    /// It may not.
    Fail,
}

#[cfg(test)]
mod tests {
    use super::{Statement, StatementRole};

    #[track_caller]
    fn check(text: &str, marks: &[&str], expected: &str) {
        let marks = marks.iter().filter_map(|mark| mark.parse().ok()).collect();
        let statement = Statement {
            text: text.to_owned(),
            marks,
            role: StatementRole::Requirement,
            quote: None,
        };
        assert_eq!(statement.marked(), expected);
    }

    #[test]
    fn marks_stand_before_the_full_stop() {
        check("Keep a log.", &["REQ-S001", "REQ-P002"], "Keep a log [REQ-S001, REQ-P002].");
        check("Keep a log", &["REQ-S001"], "Keep a log [REQ-S001].");
        check("Keep a log.", &[], "Keep a log.");
    }
}
