//! How far a run is, for people and for pull mode.

use serde::{Deserialize, Serialize};

use super::{RunState, StagePhase, StageSettlement};
use crate::{RunEnd, RunOutcome, RunStatus, RunSummary};

/// Stages completed. A stage that is left out leaves the total; a loop never lowers the count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunProgress {
    /// Stages completed at least once.
    pub completed: u32,
    pub total: u32,
    pub percentage: u32,
}

impl RunProgress {
    pub fn of(completed: u32, total: u32) -> Self {
        let percentage = (completed * 100).checked_div(total).unwrap_or(100);
        Self { completed, total, percentage }
    }
}

impl RunState {
    pub(crate) fn progress(&self) -> RunProgress {
        let left_out = |phase| {
            matches!(
                phase,
                StagePhase::Settled(StageSettlement::Skipped | StageSettlement::Passed)
            ) || (matches!(phase, StagePhase::Settled(StageSettlement::Failed))
                && self.failing.is_none())
        };
        let (mut completed, mut total) = (0, 0);
        for stage in &self.stages {
            completed += u32::from(stage.ever);
            total += u32::from(stage.ever || !left_out(stage.phase));
        }
        RunProgress::of(completed, total)
    }

    pub(crate) fn end(&self) -> Option<RunEnd> {
        self.ended.map(|outcome| RunEnd {
            outcome,
            reasons: self.reasons.clone(),
            outputs: self.outputs(),
            progress: self.progress(),
        })
    }

    pub(crate) fn summary(&self) -> RunSummary {
        let RunProgress { completed, total, .. } = self.progress();
        let (status, outcome) = (self.status(), self.ended.unwrap_or(self.outcome));
        RunSummary { status, outcome, completed, total, at: self.at() }
    }

    pub(crate) fn status(&self) -> RunStatus {
        match self.ended {
            Some(_) => RunStatus::Ended,
            None if !self.open.is_empty()
                && self.open.values().all(|open| open.asks)
                && self.join_timers().is_empty() =>
            {
                RunStatus::Waiting
            }
            None => RunStatus::Running,
        }
    }

    /// What the run is at, in a few words.
    fn at(&self) -> String {
        if self.ended.is_some() {
            return match (self.ended, self.reasons.last()) {
                (Some(RunOutcome::Completed), _) | (_, None) => String::new(),
                (_, Some(reason)) => reason.clone(),
            };
        }
        let names = self.open.keys().take(3).map(|key| self.plan.text(*key));
        let names: Vec<String> = names.collect();
        let more = self.open.len() - names.len();
        let more = if 0 < more { format!(" and {more} more") } else { String::new() };
        names.join(", ") + &more
    }
}
