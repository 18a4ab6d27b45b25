//! The plan of an answer: made without a model from keywords and sources, and what a draft
//! leaves of it.

mod criteria;
mod criterion_outcome;
mod criterion_phrases;
mod gaps;
mod planner;

use std::borrow::Cow;

use jurat_model::audit::AnswerPlan;

use super::{AuditPolicy, AuditSubject, risk};
use crate::checks::search;

pub(crate) use gaps::{AnswerPlanGap, gaps};
pub use planner::planned;

/// The plan that a draft is held against, and its path: the state's own, or, where the policy asks
/// for one and what was found is risky enough, one made here.
pub(crate) fn plan_of<'s>(
    subject: &'s AuditSubject,
    policy: &AuditPolicy,
) -> Option<(&'s str, Cow<'s, AnswerPlan>)> {
    if let Some((at, plan)) = &subject.meta.plan {
        return Some((at, Cow::Borrowed(plan)));
    }
    let made =
        policy.plan.enabled && policy.plan.risk_threshold <= risk_before(subject, policy);
    made.then(|| ("plan", Cow::Owned(planned(subject, policy))))
}

/// The risk as far as retrieval tells; what decides whether a plan is worth its cost.
pub fn risk_before(subject: &AuditSubject, policy: &AuditPolicy) -> f64 {
    let safe = risk::safe(&search::found(subject, policy), policy);
    risk::rounded(1.0 - safe)
}
