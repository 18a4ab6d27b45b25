//! What becomes of a step once it is executed, and where research goes from there.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    cited_statement::marked_text,
    confidence::rounded,
    plan_step::{PlanStep, QueryType, StepStatus, count, pending},
    preset::ResearchPreset,
    step_findings::StepFindings,
};

/// What the replanner is told of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(crate) struct StepSummary {
    pub step_id: u32,
    pub question: String,
    /// The first 300 characters.
    pub answer: String,
    pub confidence: f64,
    pub status: StepStatus,
}

/// Characters of an answer that the replanner is told.
const TOLD: usize = 300;

/// Where research goes from an evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NextStage {
    ExecuteStep,
    Replan,
    McSelect,
}

/// The table with the step marked, by its confidence and by whether anything could be said.
pub(crate) fn evaluated(
    table: &[PlanStep],
    findings: &StepFindings,
    preset: &ResearchPreset,
) -> Vec<PlanStep> {
    let mut table = table.to_vec();
    for step in table.iter_mut().filter(|step| step.step_id == findings.step_id) {
        let confidence = findings.confidence.value;
        let holds = preset.completed_from <= confidence && !findings.statements.is_empty();
        step.status = if holds { StepStatus::Completed } else { StepStatus::Failed };
        step.confidence = Some(confidence);
        step.answer = marked_text(&findings.statements, None);
        // Several provisions may be of one passage.
        let mut ids: Vec<String> =
            findings.chunks.iter().map(|chunk| chunk.passage.id.clone()).collect();
        let mut seen = BTreeSet::new();
        ids.retain(|id| seen.insert(id.clone()));
        step.retrieved_doc_ids = ids;
    }
    table
}

/// What the replanner is told of every step that was executed.
pub(crate) fn summaries(table: &[PlanStep]) -> Vec<StepSummary> {
    let done = table.iter().filter(|step| step.status != StepStatus::Pending);
    let told = done.map(|step| StepSummary {
        step_id: step.step_id,
        question: step.question.clone(),
        answer: step.answer.chars().take(TOLD).collect(),
        confidence: step.confidence.unwrap_or_default(),
        status: step.status,
    });
    told.collect()
}

/// Where research goes after so many evaluations.
pub(crate) fn next_stage(
    query_type: QueryType,
    table: &[PlanStep],
    evaluations: u32,
    preset: &ResearchPreset,
) -> NextStage {
    if pending(table).is_some() && evaluations < preset.evaluations {
        return NextStage::ExecuteStep;
    }
    let room = count(table, StepStatus::Completed) < preset.completed_steps
        && evaluations < preset.evaluations;
    if query_type == QueryType::MultiHop && room && !is_stagnant(table, preset) {
        NextStage::Replan
    } else {
        NextStage::McSelect
    }
}

/// Whether the last steps all failed far below what completes one.
pub(crate) fn is_stagnant(table: &[PlanStep], preset: &ResearchPreset) -> bool {
    let last = table.iter().rev().take(preset.stagnant_failures);
    let last: Vec<&PlanStep> = last.collect();
    last.len() == preset.stagnant_failures
        && last.iter().all(|step| {
            step.status == StepStatus::Failed
                && step.confidence.is_some_and(|it| it < preset.stagnant_below)
        })
}

/// The answers of completed steps under their headings, with marks that name their query; the plain word where none was
/// completed.
pub(crate) fn whole_answer(table: &[PlanStep], findings: &[StepFindings]) -> String {
    let completed = table.iter().filter(|step| step.status == StepStatus::Completed);
    let told = completed.filter_map(|step| {
        let found = findings.iter().find(|one| one.step_id == step.step_id)?;
        let text = marked_text(&found.statements, Some(step.step_id));
        Some(format!("### Step {}: {}\n\n{text}", step.step_id, step.phase))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { nothing_found(table) } else { told.join("\n\n") }
}

/// That no step was completed, with how many failed.
pub(crate) fn nothing_found(table: &[PlanStep]) -> String {
    let failed = count(table, StepStatus::Failed);
    let steps = if failed == 1 { "step" } else { "steps" };
    format!(
        "NO_AUTHORITATIVE_EVIDENCE: {failed} {steps} of research found nothing in these sources that answers the question."
    )
}

/// The mean confidence of completed steps; nothing where none was.
pub(crate) fn mean_confidence(table: &[PlanStep]) -> Option<f64> {
    let completed = table.iter().filter(|step| step.status == StepStatus::Completed);
    let values: Vec<f64> = completed.filter_map(|step| step.confidence).collect();
    let count = f64::from(u32::try_from(values.len()).unwrap_or(u32::MAX));
    (!values.is_empty()).then(|| rounded(values.iter().sum::<f64>() / count))
}
