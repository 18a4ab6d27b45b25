//! Drafts of which too many claims rest on no source.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::told_differences::is_told;
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const LOW_COVERAGE: IssueCode = IssueCode::new("LOW_COVERAGE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LOW_COVERAGE],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

/// Claims named in the evidence.
const TOLD: usize = 5;

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::comparable(subject, LOW_COVERAGE) {
        return unchecked;
    }
    let (all, bare) = claims(subject, policy);
    if all == 0 {
        let fix = "state what the sources say in whole sentences";
        return vec![LOW_COVERAGE.unchecked("the draft has no claim", fix)];
    }
    let (coverage, least) = (share(all, bare.len()), policy.thresholds.coverage_min);
    if least <= coverage {
        return Vec::new();
    }
    let msg = format!(
        "{} of {all} claims rest on a source, {coverage:.2}; at least {least} is wanted",
        all - bare.len()
    );
    let fix = "cite a source for each claim, or leave out what no source says";
    let severity = if coverage < least / 2.0 { IssueSeverity::Error } else { CHECK.severity };
    let mut issue = LOW_COVERAGE.issue(severity, msg, fix);
    for (at, start, end) in bare.into_iter().take(TOLD) {
        issue = issue.with_evidence(format!("{at}:{start}-{end}"));
    }
    vec![issue.at(subject.draft.as_ref().map_or("$", |draft| draft.at.as_str()))]
}

/// The share of claims that name a source or are supported by one; none where there is no claim,
/// no draft, or nothing is known of sources.
pub(super) fn coverage(subject: &AuditSubject, policy: &AuditPolicy) -> Option<f64> {
    super::comparable(subject, LOW_COVERAGE).ok()?;
    let (all, bare) = claims(subject, policy);
    (0 < all).then(|| share(all, bare.len()))
}

#[expect(clippy::cast_precision_loss, reason = "counts of sentences fit")]
fn share(all: usize, bare: usize) -> f64 {
    1.0 - bare as f64 / all as f64
}

/// How many claims there are, and where those stand that rest on no source.
fn claims<'s>(
    subject: &'s AuditSubject,
    policy: &AuditPolicy,
) -> (usize, Vec<(&'s str, usize, usize)>) {
    let view = &subject.views.draft;
    let passages = view.passages(subject).iter().zip(view.standings(subject));
    let (mut all, mut bare) = (0, Vec::new());
    for (text, (passage, standings)) in subject.draft_texts().iter().zip(passages) {
        for (claim, standing) in passage.claims.iter().zip(standings) {
            all += 1;
            let contradicts = standing.nearest.as_ref().is_some_and(|near| {
                standing.differences.iter().any(|one| is_told(one, near, policy))
            });
            // What gets a source wrong rests on it, and has a code of its own.
            let supported = standing.risk < policy.grounding_threshold || contradicts;
            if claim.named.is_empty() && !supported {
                bare.push((text.at.as_str(), claim.range.start, claim.range.end));
            }
        }
    }
    (all, bare)
}
