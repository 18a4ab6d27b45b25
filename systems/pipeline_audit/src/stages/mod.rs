//! The stage functions and their table: each decodes, calls one function of a shared crate and returns a patch.

pub(super) mod attached_audit;
mod check;
mod checklist;
mod conclude;
mod plan;

use std::sync::Arc;

use crate::audit::AuditSubject;
use jurat_agents::by_model::ModelReviewInput;
use jurat_engine::{StageCtx, StageError, StageSpec};
use jurat_model::audit::PipelineStage;
use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry};
use serde_json::Value as Json;

use super::{AuditConfig, channels::STATE};

/// From stage name to function.
pub(super) fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let models = || services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    let (planning, asking) = (models(), models());
    vec![
        StageSpec::compute("pipeline_audit.check", check::check),
        StageSpec::wait("pipeline_audit.plan", move |ctx, with| {
            plan::plan(ctx, with, Arc::clone(&planning))
        }),
        StageSpec::wait("pipeline_audit.checklist", move |ctx, with| {
            checklist::checklist(ctx, with, Arc::clone(&asking))
        }),
        StageSpec::compute("pipeline_audit.conclude", conclude::conclude),
        StageSpec::compute("pipeline_audit.stage", attached_audit::audit_stage),
    ]
}

/// What the run goes by.
fn kit(ctx: &StageCtx) -> Result<AuditConfig, StageError> {
    let (policy, mapping): (Json, Json) = (ctx.param("policy")?, ctx.param("mapping")?);
    AuditConfig::of_params(&policy, &mapping)
        .map_err(|error| StageError::permanent(error.to_string()))
}

/// The stages that are audited.
fn stages(ctx: &StageCtx) -> Result<Vec<PipelineStage>, StageError> {
    ctx.param("stages")
}

/// The number of the request, where it is known.
fn request(ctx: &StageCtx) -> Result<Option<u64>, StageError> {
    let number: u64 = ctx.param("request")?;
    Ok((number != 0).then_some(number))
}

fn subject(ctx: &StageCtx, kit: &AuditConfig) -> Result<AuditSubject, StageError> {
    kit.read(&ctx.get(STATE)?)
        .map_err(|error| StageError::permanent(error.to_string()))
}

/// What a model is shown, kept while it is asked.
struct ModelPromptInput {
    question: String,
    sources: Vec<(String, String)>,
    answer: String,
}

impl ModelPromptInput {
    fn of(subject: &AuditSubject) -> Self {
        let texts = subject.draft_texts().iter().map(|text| text.text.as_str());
        Self {
            question: subject.query.as_ref().map(|it| it.text.clone()).unwrap_or_default(),
            sources: subject
                .hits()
                .iter()
                .map(|hit| (hit.pointer(), hit.text.clone()))
                .collect(),
            answer: texts.collect::<Vec<_>>().join("\n"),
        }
    }

    fn shown<'a>(
        &'a self,
        sources: &'a [(String, &'a str)],
        max_tokens: u64,
    ) -> ModelReviewInput<'a> {
        ModelReviewInput {
            question: &self.question,
            sources,
            answer: &self.answer,
            max_tokens,
        }
    }

    fn sources(&self) -> Vec<(String, &str)> {
        self.sources
            .iter()
            .map(|(name, words)| (name.clone(), words.as_str()))
            .collect()
    }
}
