//! Looking at a run that was read back, without owning it.

use serde::Serialize;
use serde_json::Value as Json;

use super::{LoadedRun, OpenQuestion, RunEnd};
use crate::{
    RunOutcome,
    plan::WorkflowPlan,
    state::{PassCounts, StagePhase, StageSettlement, StageState},
};

/// Where one stage stands in its latest epoch. Counted are the instances of the last in which it began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageOverview {
    pub stage: String,
    /// `waiting`, `active`, `done`, `passed`, `skipped`, `cancelled` or `failed`.
    pub phase: &'static str,
    pub epoch: u32,
    /// Epochs in which it began.
    pub passes: u32,
    pub done: u32,
    pub failed: u32,
    /// Instances that were given up before they were through.
    pub cancelled: u32,
    pub open: u32,
}

impl LoadedRun {
    pub fn state(&self) -> Json {
        self.state.final_state()
    }

    /// The parameters, defaults filled in.
    pub fn params(&self) -> Json {
        Json::Object(self.state.params.clone().into_iter().collect())
    }

    pub fn questions(&self) -> Vec<OpenQuestion> {
        self.state.questions()
    }

    pub fn end(&self) -> Option<RunEnd> {
        self.state.end()
    }

    pub fn stages(&self) -> Vec<StageOverview> {
        let plan: &WorkflowPlan = &self.state.plan;
        let stages = plan.names.iter().zip(&self.state.stages);
        // What failed goes on when it is resumed; of a run that ended otherwise nothing waits any more.
        let over = self.state.ended.is_some_and(|outcome| outcome != RunOutcome::Failed);
        stages.map(|(name, stage)| look(name, stage, over)).collect()
    }
}

fn look(name: &str, stage: &StageState, over: bool) -> StageOverview {
    let phase = match stage.phase {
        StagePhase::Waiting | StagePhase::Active if over => "cancelled",
        StagePhase::Waiting => "waiting",
        StagePhase::Active => "active",
        StagePhase::Settled(StageSettlement::Done) => "done",
        StagePhase::Settled(StageSettlement::Passed) => "passed",
        StagePhase::Settled(StageSettlement::Skipped) => "skipped",
        StagePhase::Settled(StageSettlement::Cancelled) => "cancelled",
        StagePhase::Settled(StageSettlement::Failed) => "failed",
    };
    let pass = stage.pass();
    let PassCounts { done, failed, cancelled } = pass.unwrap_or(stage.past);
    StageOverview {
        stage: name.to_owned(),
        phase,
        epoch: stage.epoch,
        passes: stage.passes + u32::from(pass.is_some()),
        done,
        failed,
        cancelled,
        open: stage.left,
    }
}
