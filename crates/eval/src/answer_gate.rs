//! The audit that `jurat check` runs, with the policy that it has by default.

use jurat_model::audit::{CombinedAudit, PipelineStage};
use jurat_pipeline_audit::{AuditConfig, ModelReview, audit::AuditPolicy};
use serde_json::Value as Json;

use crate::EvalError;

pub(crate) struct AnswerGate {
    config: AuditConfig,
}

impl AnswerGate {
    pub(crate) fn new() -> Result<Self, EvalError> {
        let config = AuditConfig::new(AuditPolicy::default())
            .map_err(|error| EvalError::Subject(error.to_string()))?;
        Ok(Self { config })
    }

    /// The audit of the state of a pipeline.
    pub(crate) fn audit(&self, state: &Json) -> Result<CombinedAudit, EvalError> {
        let model = ModelReview::default();
        self.config
            .examine(state, &PipelineStage::ALL, &model, &mut || 0)
            .map(|found| found.audit)
            .map_err(|error| EvalError::Subject(error.to_string()))
    }
}
