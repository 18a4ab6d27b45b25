//! Where a run stands, in one word: the only list of these words. People and programs get the same.

use serde::{Serialize, Serializer};

use super::{RunMode, RunRow, RunStatus};
use crate::RunOutcome;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunStanding {
    /// Someone is at work on it; in pull mode, stages are due.
    Running,
    /// Nothing is due but answers from people.
    Waiting,
    /// It is not over, and nobody is at work on it.
    Stopped,
    /// It is over: the outcome is the word.
    Ended(RunOutcome),
}

impl RunStanding {
    pub const ALL: [Self; 8] = [
        Self::Running,
        Self::Waiting,
        Self::Stopped,
        Self::Ended(RunOutcome::Completed),
        Self::Ended(RunOutcome::Incomplete),
        Self::Ended(RunOutcome::Refused),
        Self::Ended(RunOutcome::Cancelled),
        Self::Ended(RunOutcome::Failed),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Stopped => "stopped",
            Self::Ended(outcome) => outcome.word(),
        }
    }
}

impl Serialize for RunStanding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl RunRow {
    pub fn standing(&self) -> RunStanding {
        match self.summary.status {
            RunStatus::Ended => RunStanding::Ended(self.summary.outcome),
            // Where the answer is there, it is not people that it waits for.
            RunStatus::Waiting if !self.unheard => RunStanding::Waiting,
            // Whoever asks for the stages of a pulled run does them: no process has to own it.
            _ if self.owned || self.new_run.mode == RunMode::Pull => RunStanding::Running,
            _ => RunStanding::Stopped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_docs_list_every_word() {
        let page = include_str!("../../../../docs/workflows.md");
        for standing in RunStanding::ALL {
            let row = format!("\n| `{}` |", standing.word());
            assert!(page.contains(&row), "docs/workflows.md has no row for {standing:?}");
        }
    }

    #[test]
    fn an_outcome_is_spelled_as_the_journal_spells_it() {
        for standing in RunStanding::ALL {
            if let RunStanding::Ended(outcome) = standing {
                let spelled = serde_json::to_value(outcome).ok();
                assert_eq!(spelled, Some(outcome.word().into()));
            }
        }
    }
}
