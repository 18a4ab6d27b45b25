//! Exit codes.

use std::process::ExitCode;

use jurat_engine::RunOutcome;
use jurat_system::reports::ReportVerdict;

/// What the process tells its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CommandExit {
    Done = 0,
    /// Done, and the answer is no.
    Refused = 1,
    /// Incomplete, waiting for a person, cancelled, or not fully checkable.
    Unsettled = 2,
    /// Bad input or usage.
    BadInput = 3,
    Failed = 4,
    Interrupted = 130,
}

impl CommandExit {
    /// The code of a run that ended so.
    pub(crate) fn of(outcome: RunOutcome) -> Self {
        match outcome {
            RunOutcome::Completed => Self::Done,
            RunOutcome::Refused => Self::Refused,
            RunOutcome::Incomplete | RunOutcome::Cancelled => Self::Unsettled,
            RunOutcome::Failed => Self::Failed,
        }
    }
}

impl From<ReportVerdict> for CommandExit {
    fn from(verdict: ReportVerdict) -> Self {
        match verdict {
            ReportVerdict::Done => Self::Done,
            ReportVerdict::Refused => Self::Refused,
            ReportVerdict::Unsettled => Self::Unsettled,
        }
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        Self::from(exit as u8)
    }
}
