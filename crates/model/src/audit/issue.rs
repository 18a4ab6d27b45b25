//! One defect that a check found, with where, why and what to do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ByteSpan;

/// How bad it is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum IssueSeverity {
    /// Worth knowing; never in the way.
    Info,
    /// Should be mended.
    Warn,
    /// Must not go out.
    Error,
}

/// A defect in what a pipeline produced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Issue {
    /// What it is, such as `MISSING_EXPECTED_ARTICLE`; each code has a page.
    pub code: String,
    /// In words.
    pub msg: String,
    /// Pointers to what shows it: `hit#1`, `span:10-42`, `keyword:refund`.
    pub evidence: Vec<String>,
    /// What would mend it, said to whoever produced it.
    pub suggested_fix: String,
    /// How bad it is.
    pub severity: IssueSeverity,
    /// The bytes of the text at `at` that it concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub span: Option<ByteSpan>,
    /// The JSON path of the text or value that it concerns, such as `$.blocks.summary`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl Issue {
    /// With one more pointer.
    #[must_use]
    pub fn with_evidence(mut self, pointer: impl Into<String>) -> Self {
        self.evidence.push(pointer.into());
        self
    }

    /// With the place that it concerns.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.at = Some(path.into());
        self
    }

    /// With the bytes that it concerns, which are evidence too: `span:10-42`.
    #[must_use]
    pub fn with_span(mut self, span: impl Into<ByteSpan>) -> Self {
        let span = span.into();
        self.span = Some(span);
        self.with_evidence(format!("span:{}-{}", span.start, span.end))
    }
}
