//! Why a stage could not do its work.

use crate::FailureClass;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct StageError {
    /// Whether it may be tried again, and how.
    pub class: FailureClass,
    pub message: String,
    /// How long the other side asks us to wait.
    pub retry_after_ms: Option<u64>,
    pub(crate) budget: Option<String>,
}

impl StageError {
    pub fn transient(message: impl Into<String>) -> Self {
        Self::of(FailureClass::Transient, message)
    }

    pub fn permanent(message: impl Into<String>) -> Self {
        Self::of(FailureClass::Permanent, message)
    }

    pub fn rate_limited(message: impl Into<String>, retry_after_ms: u64) -> Self {
        let error = Self::of(FailureClass::RateLimited, message);
        Self { retry_after_ms: Some(retry_after_ms), ..error }
    }

    pub(crate) fn budget(name: &str) -> Self {
        let message = format!("budget `{name}` does not allow this call");
        Self {
            budget: Some(name.to_owned()),
            ..Self::of(FailureClass::Budget, message)
        }
    }

    pub(crate) fn of(class: FailureClass, message: impl Into<String>) -> Self {
        Self {
            class,
            message: message.into(),
            retry_after_ms: None,
            budget: None,
        }
    }
}
