//! How likely an answer is to do harm, as far as the deterministic checks tell; what decides
//! whether a model is asked.

use jurat_model::audit::{CombinedAudit, Issue, IssueSeverity, PipelineStage};

use super::{AuditPolicy, AuditSubject, AuditTiming, IssueCode};

/// From 0 to 1. Each issue, each check that could not run, each share of the draft that no source
/// supports and an answer without sources add their weight of the policy's `risk`, as independent
/// causes do: `1 − (1 − a)(1 − b)…`. So no number of small things reaches 1, and none lowers it.
pub fn risk(audit: &CombinedAudit, subject: &AuditSubject, policy: &AuditPolicy) -> f64 {
    let weights = &policy.risk;
    let mut safe: f64 = PipelineStage::ALL
        .map(|stage| safe(audit.issues(stage), policy))
        .iter()
        .product();
    if let Some(covered) = audit.redator.as_ref().and_then(|draft| draft.coverage_score) {
        safe *= 1.0 - weights.uncovered * (1.0 - covered.clamp(0.0, 1.0));
    }
    if subject.draft.is_some() && subject.hits().is_empty() {
        safe *= 1.0 - weights.no_sources;
    }
    rounded(1.0 - safe)
}

/// The chance that none of these issues does harm.
pub(super) fn safe(issues: &[Issue], policy: &AuditPolicy) -> f64 {
    let weights = &policy.risk;
    let weight = |issue: &Issue| match issue.severity {
        IssueSeverity::Error => weights.error,
        IssueSeverity::Warn => weights.warn,
        IssueSeverity::Info if IssueCode::of_unchecked(issue).is_some() => weights.not_checked,
        IssueSeverity::Info => weights.info,
    };
    issues.iter().map(|issue| 1.0 - weight(issue)).product()
}

/// To four digits: what is compared with a threshold must not hang on the last bit.
pub(super) fn rounded(risk: f64) -> f64 {
    (risk.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0
}

/// Whether a model is to be asked about an answer, within the policy's `checklist`: every Nth
/// request by `sampling`, and in hybrid operation from the risk threshold on. `request` is the
/// number of the request, from 1; where it is not known, the state's own `meta.request` counts.
pub fn wants_model(
    audit: &CombinedAudit,
    subject: &AuditSubject,
    policy: &AuditPolicy,
    request: Option<u64>,
) -> bool {
    let sampled = request
        .or(subject.meta.request)
        .map_or(policy.sampling == 1, |number| policy.is_sampled(number));
    let risky = policy.operation == AuditTiming::Hybrid
        && policy.risk_threshold <= risk(audit, subject, policy);
    0 < policy.checklist.max_calls && (sampled || risky)
}
