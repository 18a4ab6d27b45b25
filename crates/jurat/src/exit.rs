//! Exit codes.

use std::process::ExitCode;

use jurat_engine::Outcome;
use jurat_system::reports::ReportVerdict;

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All is well.
    Done = 0,
    /// Done, and the answer is no.
    Refused = 1,
    /// Incomplete, waiting for a person, cancelled, or not fully checkable.
    Unsettled = 2,
    /// Bad input or usage.
    BadInput = 3,
    /// We failed.
    Failed = 4,
    /// Someone pressed Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// The code of a run that ended so.
    pub(crate) fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Completed => Self::Done,
            Outcome::Refused => Self::Refused,
            Outcome::Incomplete | Outcome::Cancelled => Self::Unsettled,
            Outcome::Failed => Self::Failed,
        }
    }
}

impl From<ReportVerdict> for Exit {
    fn from(verdict: ReportVerdict) -> Self {
        match verdict {
            ReportVerdict::Done => Self::Done,
            ReportVerdict::Refused => Self::Refused,
            ReportVerdict::Unsettled => Self::Unsettled,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
