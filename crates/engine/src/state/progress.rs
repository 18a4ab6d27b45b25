//! How far a run is, for people and for pull mode.

use serde::{Deserialize, Serialize};

use super::{RunState, StagePhase, StageSettlement, StageState, partial_joins::JoinReadiness};
use crate::{RunEnd, RunOutcome, RunStatus, RunSummary};

/// Stages completed. A stage that a condition or a route leaves out leaves the total; one that was to be
/// done and is not (it failed, was cancelled, or no budget had room for it) stays in it. A loop never
/// lowers the count.
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
        let (mut completed, mut total) = (0, 0);
        for stage in &self.stages {
            completed += u32::from(stage.was_completed());
            total += u32::from(stage.counts());
        }
        RunProgress::of(completed, total)
    }

    pub(crate) fn end(&self) -> Option<RunEnd> {
        self.ended.map(|outcome| RunEnd {
            outcome,
            reasons: self.reasons.clone(),
            outputs: self.outputs(),
            progress: self.progress(),
            unfinished: self.unfinished(),
            short_joins: self.short_joins(),
        })
    }

    fn short_joins(&self) -> Vec<String> {
        let failed = |stage: &usize| {
            self.stages[*stage].phase == StagePhase::Settled(StageSettlement::Failed)
        };
        // One that began had its inputs, whatever became of it.
        let begun = |stage: &StageState| 0 < stage.ok + stage.failed + stage.cut;
        let short = |stage: &usize| {
            !begun(&self.stages[*stage])
                && matches!(self.joined(*stage), JoinReadiness::Short(_))
        };
        let stages = (0..self.stages.len()).filter(failed).filter(short);
        stages.map(|stage| self.plan.names[stage].to_string()).collect()
    }

    fn unfinished(&self) -> Vec<String> {
        let stages = self.plan.names.iter().zip(&self.stages);
        let lacking = stages.filter(|(_, stage)| stage.counts() && !stage.was_completed());
        lacking.map(|(name, _)| name.to_string()).collect()
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

impl StageState {
    /// Whether it was done in some epoch, and has not come to nothing since.
    pub(crate) fn was_completed(&self) -> bool {
        let came_to_nothing = matches!(
            self.phase,
            StagePhase::Settled(StageSettlement::Failed | StageSettlement::Cancelled)
        );
        self.ever && !came_to_nothing
    }

    /// Whether it is done now: one that a loop leads back to is not, until its new pass is over.
    pub(crate) fn is_completed(&self) -> bool {
        matches!(self.phase, StagePhase::Settled(_)) && self.was_completed()
    }

    /// Whether it is one of the total. What a budget had no room for was asked for, and is.
    fn counts(&self) -> bool {
        let left_out = match self.phase {
            StagePhase::Settled(StageSettlement::Skipped) => true,
            StagePhase::Settled(StageSettlement::Passed) => !self.starved,
            _ => false,
        };
        self.ever || !left_out
    }
}
