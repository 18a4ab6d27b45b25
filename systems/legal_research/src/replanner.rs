//! What comes next: another step, a failed one in other words, or nothing.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{open_ends::ResearchSoFar, plan_step::PlanStep, research_words::phrase};

/// What comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplanAction {
    NextStep,
    Retry,
    Complete,
}

/// A decision of the replanner, as a model gives it and as the trace shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ReplanDecision {
    pub action: ReplanAction,
    #[serde(default)]
    pub phase: String,
    #[serde(default)]
    pub question: String,
    #[serde(default)]
    pub reasoning: String,
}

/// A decision, and the step that it leads to.
pub(crate) struct NextMove {
    pub(crate) decision: ReplanDecision,
    pub(crate) step: Option<PlanStep>,
}

/// Decides without a model: what is still open comes next.
pub(crate) fn next_move(so_far: &ResearchSoFar<'_>) -> NextMove {
    let language = so_far.objective.language();
    let number = so_far.table.last().map_or(1, |step| step.step_id + 1);
    match so_far.open_ends().into_iter().next() {
        Some(open) => {
            let step = PlanStep::pending(number, open.aim, open.words);
            taken(ReplanAction::NextStep, step)
        }
        None => NextMove {
            decision: ReplanDecision {
                action: ReplanAction::Complete,
                phase: String::new(),
                question: String::new(),
                reasoning: phrase("complete_done", language, &[]),
            },
            step: None,
        },
    }
}

fn taken(action: ReplanAction, step: PlanStep) -> NextMove {
    NextMove {
        decision: ReplanDecision {
            action,
            phase: step.phase.clone(),
            question: step.question.clone(),
            reasoning: step.why.clone(),
        },
        step: Some(step),
    }
}
