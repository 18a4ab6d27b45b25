//! What callers are told. The names of the keys are a contract.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value as Json;

use super::{
    claim_token::due_token,
    instance_name::{due, shown_name},
};
use crate::{
    RunId, RunOutcome, RunProgress, RunStanding, StageDef, StoredValue, WorkflowPlan,
    instance::InstanceKey, state::RunState,
};

/// What callers of `next` go on until. It answers their question, whatever the run came to, and is the
/// one word here that is no [`RunStanding`].
const NOTHING_LEFT: &str = "complete";

/// The keys of a report that answers a question.
pub(super) const ANSWER: [&str; 3] = ["answer", "author", "reason"];

#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum NextStageReply {
    Due(Box<DueStage>),
    Over(PullRunEnd),
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DueStage {
    /// The name to hand back: the stage's id where it can mean only one instance, else `instance`.
    pub stage: String,
    pub agent: String,
    pub description: String,
    pub progress: RunProgress,
    /// The id in the definition.
    pub stage_id: String,
    /// `stage@epoch#index`.
    pub instance: String,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Shown with the report, so that it cannot count for another attempt.
    pub token: String,
    pub params: BTreeMap<String, Json>,
    /// The settings in the definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Json>,
    /// Its element of a fan-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<Json>,
    /// What it sees of the state, by channel.
    pub view: BTreeMap<String, Json>,
    pub writes: Vec<String>,
    /// It asks a person: what is handed in is the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<DueQuestion>,
    pub also_due: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DueQuestion {
    pub prompt: String,
    /// What may be answered; anything where it is empty.
    pub choices: Vec<Json>,
    /// The keys of the output that answers it.
    pub output: [&'static str; 3],
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PullRunEnd {
    /// `complete` where all is done that was to be done from outside, else the word of where the run
    /// stands.
    pub status: &'static str,
    pub progress: RunProgress,
    pub outcome: Option<RunOutcome>,
    pub reasons: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CompletedStage {
    pub completed: String,
    pub next_stage: Option<String>,
    pub progress: RunProgress,
    /// The same output was reported before: nothing changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FailedStage {
    pub failed: String,
    /// Whether it is due again, as another attempt.
    pub retried: bool,
    /// The pause that the definition asks for before the next attempt. Nobody is held to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_in_ms: Option<u64>,
    pub next_stage: Option<String>,
    pub progress: RunProgress,
    /// How the run ended; null while it has not.
    pub outcome: Option<RunOutcome>,
    /// The same failure was reported before: nothing changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub repeated: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PullStatus {
    /// What is due; null at the end.
    pub current_stage: Option<String>,
    /// Stages completed, in definition order: nothing of them is due, and their last pass ended done.
    pub completed_stages: Vec<String>,
    pub total_stages: u32,
    pub progress: RunProgress,
    pub is_complete: bool,
    /// Where the journal lies.
    pub checkpoint_path: String,
    /// All instances that are due.
    pub due: Vec<String>,
    /// How it ended; null while it has not.
    pub outcome: Option<RunOutcome>,
    /// What came to nothing, and why.
    pub reasons: Vec<String>,
}

pub(super) fn next_of(run: RunId, state: &RunState) -> NextStageReply {
    let (due, progress) = (due(state), state.progress());
    let Some((first, rest)) = due.split_first() else {
        let status = match state.ended {
            None => RunStanding::Waiting.word(),
            Some(outcome) if outcome < RunOutcome::Cancelled => NOTHING_LEFT,
            Some(outcome) => outcome.word(),
        };
        let (outcome, reasons) = (state.ended, state.reasons.clone());
        return NextStageReply::Over(PullRunEnd { status, progress, outcome, reasons });
    };
    let def = &state.plan.definition.stages[first.stage];
    let items = state.stages[first.stage].items.as_ref().map(StoredValue::json);
    NextStageReply::Due(Box::new(DueStage {
        stage: shown_name(&state.plan, *first),
        agent: def.agent.clone().unwrap_or_else(|| def.id.clone()),
        description: description(def),
        progress,
        stage_id: def.id.clone(),
        instance: state.plan.text(*first),
        attempt: state.open[first].attempt,
        token: due_token(run, state, *first),
        params: state.params.clone(),
        with: def.with.clone(),
        item: items.and_then(|items| items.get(first.index as usize).cloned()),
        view: state.seen(first.stage),
        writes: writes(&state.plan, *first),
        question: question(def),
        also_due: rest.iter().map(|key| state.plan.text(*key)).collect(),
    }))
}

pub(super) fn status_of(state: &RunState, place: String) -> PullStatus {
    let (due, progress) = (due(state), state.progress());
    let stages = state.plan.names.iter().zip(&state.stages);
    let completed = stages
        .filter(|(_, stage)| stage.is_completed())
        .map(|(name, _)| name.to_string());
    PullStatus {
        current_stage: due.first().map(|key| shown_name(&state.plan, *key)),
        completed_stages: completed.collect(),
        total_stages: progress.total,
        progress,
        is_complete: state.ended.is_some(),
        checkpoint_path: place,
        due: due.iter().map(|key| state.plan.text(*key)).collect(),
        outcome: state.ended,
        reasons: state.reasons.clone(),
    }
}

pub(super) fn completed(state: &RunState, key: InstanceKey, repeated: bool) -> CompletedStage {
    CompletedStage {
        completed: shown_name(&state.plan, key),
        next_stage: next_stage(state),
        progress: state.progress(),
        repeated,
    }
}

pub(super) fn failed(
    state: &RunState,
    key: InstanceKey,
    retry_in_ms: Option<u64>,
    repeated: bool,
) -> FailedStage {
    FailedStage {
        failed: shown_name(&state.plan, key),
        retried: retry_in_ms.is_some(),
        retry_in_ms,
        next_stage: next_stage(state),
        progress: state.progress(),
        outcome: state.ended,
        repeated,
    }
}

/// The channels that an instance may write.
pub(super) fn writes(plan: &WorkflowPlan, key: InstanceKey) -> Vec<String> {
    plan.stages[key.stage]
        .writes
        .iter()
        .map(|ix| plan.channels[*ix].name.to_string())
        .collect()
}

fn next_stage(state: &RunState) -> Option<String> {
    due(state).first().map(|key| shown_name(&state.plan, *key))
}

fn question(def: &StageDef) -> Option<DueQuestion> {
    def.interrupt.as_ref().map(|interrupt| DueQuestion {
        prompt: interrupt.prompt.clone(),
        choices: interrupt.choices.clone(),
        output: ANSWER,
    })
}

fn description(def: &StageDef) -> String {
    match &def.interrupt {
        Some(interrupt) if def.description.is_empty() => interrupt.prompt.clone(),
        _ => def.description.clone(),
    }
}
