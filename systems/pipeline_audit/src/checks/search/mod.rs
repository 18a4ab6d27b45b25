//! Checks of what retrieval found.

mod duplicate_hits;
mod injection_suspected;
mod low_diversity;
mod low_top_score;
mod missing_expected_article;
mod no_results;
mod retrieval_drift;
mod scores_not_monotone;

use jurat_model::audit::Issue;

use super::AuditCheck;
use crate::audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode};

pub(crate) use low_diversity::diversity;
pub(crate) use missing_expected_article::missing as missing_expected;

/// In the order in which they are reported.
pub(super) const ALL: &[AuditCheck] = &[
    no_results::CHECK,
    low_top_score::CHECK,
    scores_not_monotone::CHECK,
    low_diversity::CHECK,
    duplicate_hits::CHECK,
    missing_expected_article::CHECK,
    retrieval_drift::CHECK,
    injection_suspected::CHECK,
];

/// What the checks of retrieval find; for whoever must know before a draft is looked at.
pub(crate) fn found(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let on = |check: &&AuditCheck| check.codes.iter().any(|code| policy.is_on(code.name()));
    ALL.iter()
        .filter(on)
        .flat_map(|check| (check.find)(subject, policy))
        .collect()
}

/// The sources, or that they could not be looked at.
fn hits(subject: &AuditSubject, code: IssueCode) -> Result<&[AuditedHit], Vec<Issue>> {
    let missing = || {
        let fix = "map the field that holds the sources, an empty list included";
        vec![code.unchecked("the state has no sources", fix)]
    };
    subject.hits.as_deref().ok_or_else(missing)
}
