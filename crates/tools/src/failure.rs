//! Why a tool gives no answer. Each kind is an answer of its own; none stands for another.

use serde::Serialize;
use serde_json::{Value as Json, json};

/// No answer, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum ToolFailure {
    /// What was given cannot be used. `allowed` lists the values or says what is.
    #[error("`{argument}`: {given} is not allowed; allowed: {}", allowed.join(", "))]
    BadArgument { argument: String, given: String, allowed: Vec<String> },
    /// It would be here if it existed, and it is not.
    #[error("`{argument}`: there is no {given} in {looked_in}")]
    NotFound { argument: String, given: String, looked_in: String },
    /// What we have does not reach so far: nothing follows from that it is not here.
    #[error("`{argument}`: {given} is outside what is covered: {covers}")]
    OutsideCoverage { argument: String, given: String, covers: String },
    #[error("{service} failed: {why}")]
    ServiceFailed { service: String, why: String },
}

impl ToolFailure {
    pub(crate) fn bad(
        argument: impl Into<String>,
        given: impl Into<String>,
        allowed: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        Self::BadArgument {
            argument: argument.into(),
            given: given.into(),
            allowed: allowed.into_iter().map(Into::into).collect(),
        }
    }

    pub(crate) fn outside(
        argument: impl Into<String>,
        given: impl Into<String>,
        covers: impl Into<String>,
    ) -> Self {
        Self::OutsideCoverage {
            argument: argument.into(),
            given: given.into(),
            covers: covers.into(),
        }
    }

    pub(crate) fn ours(service: impl Into<String>, why: &impl ToString) -> Self {
        Self::ServiceFailed { service: service.into(), why: why.to_string() }
    }

    /// The kind, as programs read it; the same on every surface.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::BadArgument { .. } => "bad_argument",
            Self::NotFound { .. } => "not_found",
            Self::OutsideCoverage { .. } => "outside_coverage",
            Self::ServiceFailed { .. } => "service_failed",
        }
    }

    /// All of it as data.
    pub fn to_json(&self) -> Json {
        let mut data = serde_json::to_value(self).unwrap_or_else(|_| json!({}));
        data["message"] = json!(self.to_string());
        data
    }
}
