//! Looking at a run that was read back, without owning it.

use serde::Serialize;
use serde_json::Value as Json;

use super::{Loaded, Question, RunEnd};
use crate::{
    plan::Plan,
    state::{How, Phase, StageState},
};

/// Where one stage stands in its latest epoch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StageLook {
    /// The stage.
    pub stage: String,
    /// `waiting`, `active`, `done`, `passed`, `skipped` or `failed`.
    pub phase: &'static str,
    /// Its latest epoch, from 0.
    pub epoch: u32,
    /// Instances done in that epoch.
    pub done: u32,
    /// Instances failed in that epoch.
    pub failed: u32,
    /// Instances not settled.
    pub open: u32,
}

impl Loaded {
    /// The merged state, by channel.
    pub fn state(&self) -> Json {
        self.state.final_state()
    }

    /// The parameters, defaults filled in.
    pub fn params(&self) -> Json {
        Json::Object(self.state.params.clone().into_iter().collect())
    }

    /// The questions that are open.
    pub fn questions(&self) -> Vec<Question> {
        self.state.questions()
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<RunEnd> {
        let state = &self.state;
        state.ended.map(|outcome| RunEnd {
            outcome,
            reasons: state.reasons.clone(),
            outputs: state.outputs(),
            progress: state.progress(),
        })
    }

    /// Its stages, in definition order.
    pub fn stages(&self) -> Vec<StageLook> {
        let plan: &Plan = &self.state.plan;
        let stages = plan.names.iter().zip(&self.state.stages);
        stages.map(|(name, stage)| look(name, stage)).collect()
    }
}

fn look(name: &str, stage: &StageState) -> StageLook {
    let phase = match stage.phase {
        Phase::Waiting => "waiting",
        Phase::Active => "active",
        Phase::Settled(How::Done) => "done",
        Phase::Settled(How::Passed) => "passed",
        Phase::Settled(How::Skipped) => "skipped",
        Phase::Settled(How::Failed) => "failed",
    };
    StageLook {
        stage: name.to_owned(),
        phase,
        epoch: stage.epoch,
        done: stage.ok,
        failed: stage.failed,
        open: stage.left,
    }
}
