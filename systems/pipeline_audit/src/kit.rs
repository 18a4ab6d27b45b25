//! What an audit goes by, and the audit of one state as a plain call: no run, no model, no network.

use crate::audit::{
    AuditPolicy, Invalid, Mapping, Stopwatch, Subject, Undetected, admitted, audit, detect,
    enforce,
    plan::{planned, risk_before},
    risk,
};
use jurat_model::audit::{AnswerPlan, Audit, ModelFlag, Stage};
use serde_json::{Value as Json, json};

use super::shipped;

/// Where a plan stands in a state.
const PLAN: &str = "$.meta.plan";

/// A policy, and the mappings that a state may fit.
#[derive(Debug, Clone)]
pub struct Kit {
    /// What is asked of an answer.
    pub policy: AuditPolicy,
    mappings: Vec<Mapping>,
}

/// Why a state cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum Unread {
    /// Its parts cannot be told.
    #[error(transparent)]
    Undetected(#[from] Undetected),
    /// A part is of the wrong kind.
    #[error(transparent)]
    Invalid(#[from] Invalid),
}

/// What a model adds to an audit.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Opinions {
    /// A plan, where one was asked for.
    pub plan: Option<AnswerPlan>,
    /// What it doubts. Doubts that point at nothing are not counted.
    pub flags: Vec<ModelFlag>,
}

/// The audit of one state.
#[derive(Debug)]
pub struct Examined {
    /// What was found.
    pub audit: Audit,
    /// How risky the answer is, from 0 to 1.
    pub risk: f64,
    /// The plan that the draft was held to, where the state did not bring it.
    pub plan: Option<AnswerPlan>,
    /// The parts of the state.
    pub subject: Subject,
}

impl Kit {
    /// With the mappings that are built in.
    pub fn new(policy: AuditPolicy) -> Result<Self, Invalid> {
        let mappings: Result<_, _> =
            shipped::MAPPINGS.iter().map(|one| Mapping::read(one.text)).collect();
        Ok(Self { policy, mappings: mappings? })
    }

    /// With one mapping alone.
    pub fn with(policy: AuditPolicy, mapping: Mapping) -> Self {
        Self { policy, mappings: vec![mapping] }
    }

    /// The mapping that a state fits.
    pub fn mapping_for(&self, state: &Json) -> Result<&Mapping, Undetected> {
        match self.mappings.as_slice() {
            [only] => Ok(only),
            all => detect(state, all),
        }
    }

    /// The parts of a state that checks read.
    pub fn read(&self, state: &Json) -> Result<Subject, Unread> {
        Ok(Subject::read(state, self.mapping_for(state)?, &self.policy.limits)?)
    }

    /// Whether a plan is to be made: the policy wants one, the state brings none, and what was
    /// found is risky enough.
    pub fn wants_plan(&self, subject: &Subject) -> bool {
        let wanted = &self.policy.plan;
        wanted.enabled
            && subject.meta.plan.is_none()
            && wanted.risk_threshold <= risk_before(subject, &self.policy)
    }

    /// Audits a state after the stages named.
    pub fn examine(
        &self,
        state: &Json,
        stages: &[Stage],
        opinions: &Opinions,
        watch: &mut dyn Stopwatch,
    ) -> Result<Examined, Unread> {
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
        Ok(Examined { audit: found, risk, plan, subject })
    }

    /// The state with all that follows from an audit of it; what else it holds stays.
    pub fn enforced(&self, state: Json, examined: &Examined) -> Json {
        let mut state = enforce(state, &examined.audit, &self.policy);
        if let Some(plan) = &examined.plan
            && let Some(meta) = state.get_mut("meta").and_then(Json::as_object_mut)
        {
            meta.insert("plan".to_owned(), json!(plan));
        }
        state
    }
}
