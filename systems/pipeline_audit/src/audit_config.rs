//! What an audit goes by, and the audit of one state as a plain call: no run, no model, no network.

use std::borrow::Cow;

use crate::audit::{
    AuditPolicy, AuditStopwatch, AuditSubject, InvalidInputError, MappingDetectError,
    StateMapping, admitted, audit, detect, enforce, of_logged_call,
    plan::{planned, risk_before},
    retry_due, risk,
};
use jurat_model::audit::{AnswerPlan, CombinedAudit, ModelFlag, PipelineStage};
use serde_json::{Value as Json, json};

use super::builtin_files;

/// Where a plan stands in a state.
const PLAN: &str = "$.meta.plan";

/// A policy, and the mappings that a state may fit.
#[derive(Debug, Clone)]
pub struct AuditConfig {
    /// What is asked of an answer.
    pub policy: AuditPolicy,
    mappings: Vec<StateMapping>,
}

/// Why a state cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditStateError {
    /// Its parts cannot be told.
    #[error(transparent)]
    Undetected(#[from] MappingDetectError),
    /// A part is of the wrong kind.
    #[error(transparent)]
    Invalid(#[from] InvalidInputError),
}

/// What a model adds to an audit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ModelReview {
    /// A plan, where one was asked for.
    pub plan: Option<AnswerPlan>,
    /// What it doubts. Doubts that point at nothing are not counted.
    pub flags: Vec<ModelFlag>,
}

/// The audit of one state.
#[derive(Debug)]
pub struct AuditOutcome {
    pub audit: CombinedAudit,
    /// How risky the answer is, from 0 to 1.
    pub risk: f64,
    /// The plan that the draft was held to, where the state did not bring it.
    pub plan: Option<AnswerPlan>,
    /// The parts of the state.
    pub subject: AuditSubject,
}

impl AuditConfig {
    /// With the mappings that are built in.
    pub fn new(policy: AuditPolicy) -> Result<Self, InvalidInputError> {
        let mappings: Result<_, _> = builtin_files::MAPPINGS
            .iter()
            .map(|one| StateMapping::read(one.text))
            .collect();
        Ok(Self { policy, mappings: mappings? })
    }

    /// With one mapping alone.
    pub fn with(policy: AuditPolicy, mapping: StateMapping) -> Self {
        Self { policy, mappings: vec![mapping] }
    }

    /// The mapping that a state fits.
    pub fn mapping_for(
        &self,
        state: &Json,
    ) -> Result<Cow<'_, StateMapping>, MappingDetectError> {
        match self.mappings.as_slice() {
            [only] => Ok(of_logged_call(state, only)),
            all => detect(state, all),
        }
    }

    /// The parts of a state that checks read.
    pub fn read(&self, state: &Json) -> Result<AuditSubject, AuditStateError> {
        Ok(AuditSubject::read(state, &*self.mapping_for(state)?, &self.policy.limits)?)
    }

    /// Whether a plan is to be made: the policy wants one, the state brings none, and what was
    /// found is risky enough.
    pub fn wants_plan(&self, subject: &AuditSubject) -> bool {
        let wanted = &self.policy.plan;
        wanted.enabled
            && subject.meta.plan.is_none()
            && wanted.risk_threshold <= risk_before(subject, &self.policy)
    }

    /// Audits a state after the stages named.
    pub fn examine(
        &self,
        state: &Json,
        stages: &[PipelineStage],
        opinions: &ModelReview,
        watch: &mut dyn AuditStopwatch,
    ) -> Result<AuditOutcome, AuditStateError> {
        let mut subject = self.read(state)?;
        let wanted = self.wants_plan(&subject);
        let plan = wanted.then(|| {
            opinions
                .plan
                .clone()
                .unwrap_or_else(|| planned(&subject, &self.policy))
        });
        if let Some(plan) = &plan {
            subject.meta.plan = Some((PLAN.to_owned(), plan.clone()));
        }
        let mut found = audit(&subject, &self.policy, stages, watch);
        admitted(&mut found, &subject, &self.policy, &opinions.flags);
        let risk = risk(&found, &subject, &self.policy);
        Ok(AuditOutcome { audit: found, risk, plan, subject })
    }

    /// The stage of a state that is to be run again, once, if one is.
    pub fn retry_due(&self, state: &Json, examined: &AuditOutcome) -> Option<PipelineStage> {
        retry_due(state, &examined.subject, &examined.audit, &self.policy)
    }

    /// The state with all that follows from an audit of it; what else it holds stays.
    pub fn enforced(&self, state: Json, examined: &AuditOutcome) -> Json {
        let mut state = enforce(state, &examined.subject, &examined.audit, &self.policy);
        if let Some(plan) = &examined.plan
            && let Some(meta) = state.get_mut("meta").and_then(Json::as_object_mut)
        {
            meta.insert("plan".to_owned(), json!(plan));
        }
        state
    }
}
