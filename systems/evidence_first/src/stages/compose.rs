//! Writes the answer out of what was verified.

use std::sync::Arc;

use jurat_agents::{
    by_model::{AgentModelReply, DraftInput, draft},
    prompt::Prompt,
};
use jurat_compose::{answer_of, parse_marked};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::{
    DoneBy, EvidenceUnit, ModelUse, Requirement, RequirementConflict, ReviewIssue,
};
use jurat_verify::Grounded;

use super::grounded;
use crate::{
    channels::{
        ANSWER, CONFLICTS, FINAL_ANSWER, FINAL_SUMMARY, GATE_POLICY, MODEL_USE, POLICY_SUMMARY,
        QUESTION, REFERENCES, REVIEW, STATUTE_SUMMARY, VERIFIED,
    },
    offline_answer::{AnswerInput, offline_answer},
};
use jurat_system::{
    ModelProvider,
    attach_audits::feedback,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/compose.md");

/// Drafts that a model may write: one is sent back once, then the provisions speak for themselves.
const MOST_DRAFTS: u32 = 2;

/// What an answer is written from.
struct ComposeBrief {
    question: String,
    evidence: Vec<Grounded<Requirement>>,
    conflicts: Vec<RequirementConflict>,
    /// What the review found in the last answer.
    earlier: Vec<ReviewIssue>,
}

pub(crate) async fn compose_answer(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let seen = ctx.clone();
    let evidence = compute(move || grounded(&seen)).await??;
    let brief = ComposeBrief {
        question: ctx.get(QUESTION)?,
        evidence,
        conflicts: ctx.get(CONFLICTS)?,
        earlier: earlier(&ctx)?,
    };
    let ModelOutcome { said, used } = drafted(&ctx, &with, &*models, &brief).await?;
    let ComposeBrief { question, evidence, conflicts, earlier } = brief;
    let answer = match said {
        Some(text) => answer_of(parse_marked(&text), &evidence),
        None => offline_answer(&AnswerInput {
            question: &question,
            unit: ctx.get(GATE_POLICY)?.unit,
            evidence: &evidence,
            verified: &ctx.get(VERIFIED)?,
            conflicts: &conflicts,
            earlier: &earlier,
            revision: ctx.epoch(),
        }),
    };
    let text = answer.final_answer();
    Ok(Patch::of(FINAL_ANSWER, text.clone())
        .and(FINAL_SUMMARY, text)
        .and(STATUTE_SUMMARY, answer.statute_summary.clone())
        .and(POLICY_SUMMARY, answer.policy_summary.clone())
        .and(REFERENCES, answer.requirement_references.clone())
        .and(ANSWER, Some(answer))
        .and(MODEL_USE, used))
}

/// What the review and the audit found in the last answer.
fn earlier(ctx: &StageCtx) -> Result<Vec<ReviewIssue>, StageError> {
    let mut issues = ctx.get(REVIEW)?.map(|review| review.issues).unwrap_or_default();
    issues.extend(feedback(ctx));
    Ok(issues)
}

async fn drafted(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    brief: &ComposeBrief,
) -> Result<ModelOutcome<String>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(ModelOutcome::offline()) };
    if MOST_DRAFTS <= ctx.epoch() && ctx.get(GATE_POLICY)?.unit == EvidenceUnit::Provision {
        let failure = "what it wrote failed its review or its audit each time".to_owned();
        let used = ModelUse { done_by: DoneBy::Twin, failure, ..model.tally() };
        return Ok(ModelOutcome { said: None, used: vec![used] });
    }
    let prompt = Prompt::read(PROMPT).map_err(|it| StageError::permanent(it.to_string()))?;
    let asked = DraftInput {
        question: &brief.question,
        evidence: &brief.evidence,
        conflicts: &brief.conflicts,
        issues: &brief.earlier,
    };
    let said = draft(&model, &prompt, asked).await;
    with.settle(&model, said.map(|value| AgentModelReply { value, parse_failures: 0 }))
}
