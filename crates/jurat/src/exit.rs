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

    /// The code of a report whose run ended so. The only way from a verdict to a code: no system can
    /// call done what its run lost a part of, since the report need not know of that part.
    pub(crate) fn of_report(verdict: ReportVerdict, outcome: RunOutcome) -> Self {
        match (verdict, outcome) {
            (ReportVerdict::Refused, _) => Self::Refused,
            (ReportVerdict::Unsettled, _) => Self::Unsettled,
            // Whether a refusal on the way is one of the report, the report says.
            (ReportVerdict::Done, RunOutcome::Completed | RunOutcome::Refused) => Self::Done,
            (ReportVerdict::Done, lost) => Self::of(lost),
        }
    }
}

impl From<CommandExit> for ExitCode {
    fn from(exit: CommandExit) -> Self {
        Self::from(exit as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_not_done_where_the_run_lost_a_part() {
        for (verdict, outcome, expected) in [
            (ReportVerdict::Done, RunOutcome::Completed, CommandExit::Done),
            (ReportVerdict::Done, RunOutcome::Refused, CommandExit::Done),
            (ReportVerdict::Done, RunOutcome::Incomplete, CommandExit::Unsettled),
            (ReportVerdict::Done, RunOutcome::Cancelled, CommandExit::Unsettled),
            (ReportVerdict::Done, RunOutcome::Failed, CommandExit::Failed),
            (ReportVerdict::Refused, RunOutcome::Incomplete, CommandExit::Refused),
            (ReportVerdict::Unsettled, RunOutcome::Incomplete, CommandExit::Unsettled),
            (ReportVerdict::Unsettled, RunOutcome::Completed, CommandExit::Unsettled),
        ] {
            assert_eq!(CommandExit::of_report(verdict, outcome), expected);
        }
    }
}
