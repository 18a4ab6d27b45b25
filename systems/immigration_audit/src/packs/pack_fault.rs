//! What is wrong with a pack, where, and what to do about it.

use std::fmt;

use serde::Serialize;

/// A fault of a pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PackFault {
    pub weight: FaultWeight,
    /// As `rules[3].unmet_when`, or `line 4, column 7`.
    pub place: String,
    pub message: String,
    pub hint: Option<String>,
}

/// Whether a pack can be used in spite of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultWeight {
    Error,
    Warning,
}

impl PackFault {
    pub(super) fn error(place: impl Into<String>, message: impl Into<String>) -> Self {
        let (place, message) = (place.into(), message.into());
        Self {
            weight: FaultWeight::Error,
            place,
            message,
            hint: None,
        }
    }

    pub(super) fn warning(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            weight: FaultWeight::Warning,
            ..Self::error(place, message)
        }
    }

    #[must_use]
    pub(super) fn hinted(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl fmt::Display for PackFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.place.is_empty() {
            write!(f, "{}: ", self.place)?;
        }
        f.write_str(&self.message)?;
        match &self.hint {
            Some(hint) => write!(f, " ({hint})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PackFault {}

/// A text that is no pack: the reader's words, with its place.
pub(super) fn unreadable(error: &serde_json::Error) -> PackFault {
    let place = format!("line {}, column {}", error.line(), error.column());
    let told = error.to_string();
    let message = told.split(" at line ").next().unwrap_or(&told).to_owned();
    PackFault::error(place, message)
}
