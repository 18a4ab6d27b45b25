//! The plan: steps, what each of them is after, and how far it came.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One step of the research.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlanStep {
    /// From 1.
    pub step_id: u32,
    /// What it is about, in a few words.
    pub phase: String,
    /// A question that can be understood by itself.
    pub question: String,
    pub status: StepStatus,
    pub aim: StepAim,
    /// Why it is asked.
    pub why: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queries: Option<StepQueries>,
    /// The passages that were retrieved, by id.
    #[serde(default)]
    pub retrieved_doc_ids: Vec<String>,
    /// With marks such as `[Source 2]`; empty before it is executed.
    #[serde(default)]
    pub answer: String,
    /// How likely what was found answers the question; nothing before it is executed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepStatus {
    Pending,
    Completed,
    Failed,
}

/// What a step is after. Doctrines and their parts are named by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum StepAim {
    /// What is asked, as it stands.
    Question,
    /// One of the things that are asked, from 1.
    Part { number: u32 },
    /// The rule of a doctrine.
    Rule { doctrine: String },
    /// An element that nothing was found on.
    Element { doctrine: String, element: String },
    /// A rule that narrows or widens the doctrine.
    Exception { doctrine: String, exception: String },
    /// What may be said against it.
    Defence { doctrine: String, against: String },
    /// Provisions that stand beside those found; asked again with those that it found.
    Beside { round: u32 },
    /// What limits the rules that were found, or speaks against them.
    OtherSide,
    /// As a model put it.
    Model,
}

impl PlanStep {
    /// A step that is to be done.
    pub(crate) fn pending(step_id: u32, aim: StepAim, worded: StepWords) -> Self {
        let StepWords { phase, question, why } = worded;
        Self {
            step_id,
            phase,
            question,
            status: StepStatus::Pending,
            aim,
            why,
            queries: None,
            retrieved_doc_ids: Vec::new(),
            answer: String::new(),
            confidence: None,
        }
    }
}

/// What a step says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StepWords {
    pub(crate) phase: String,
    pub(crate) question: String,
    pub(crate) why: String,
}

/// What a corpus is asked in a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StepQueries {
    pub primary: String,
    /// Two, in other terms.
    pub alternatives: Vec<String>,
}

/// One rule, or several that meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QueryType {
    Simple,
    MultiHop,
}

/// The step that is to be done next.
pub(crate) fn pending(table: &[PlanStep]) -> Option<&PlanStep> {
    table.iter().find(|step| step.status == StepStatus::Pending)
}

pub(crate) fn count(table: &[PlanStep], status: StepStatus) -> usize {
    table.iter().filter(|step| step.status == status).count()
}
