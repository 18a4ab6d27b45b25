//! One decision as the graph takes it in: what it is, without its text.

use serde::{Deserialize, Serialize};

use crate::decision::{DecisionOutcome, DecisionRecord, NumberedParagraph, ReadField};

/// One decision as the graph takes it in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GraphCase {
    /// Its citation in normal form, or whatever else it is known by.
    pub key: String,
    pub style: Option<String>,
    /// The code of the court.
    pub court: Option<String>,
    /// Who wrote the reasons.
    pub judge: Option<String>,
    /// The day it was decided, `YYYY-MM-DD`.
    pub date: Option<String>,
    pub outcome: Option<DecisionOutcome>,
    /// What it is about, where somebody said so or its words do.
    pub issues: Vec<String>,
    pub country: Option<String>,
    pub paragraphs: Vec<NumberedParagraph>,
}

impl GraphCase {
    /// What its text tells.
    pub fn read(key: impl Into<String>, record: DecisionRecord) -> Self {
        let value = |field: Option<ReadField<String>>| field.map(|field| field.value);
        Self {
            key: key.into(),
            style: value(record.style),
            court: value(record.court),
            judge: value(record.judge),
            date: value(record.date),
            outcome: record.outcome.map(|outcome| outcome.outcome),
            issues: record.issues.into_iter().map(|issue| issue.value).collect(),
            country: value(record.country),
            paragraphs: record.paragraphs,
        }
    }

    /// The day it was decided.
    pub fn date(&self) -> Option<&str> {
        self.date.as_deref()
    }
}
