//! Lines of a legal basis that are close to one in the sources, but another number, part or law.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::legal_basis::LegalBasisMatch;
use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const LEGAL_BASIS_ALTERED: IssueCode = IssueCode::new("LEGAL_BASIS_ALTERED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LEGAL_BASIS_ALTERED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft_and_hits(subject, LEGAL_BASIS_ALTERED) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for line in subject.views.draft.lines(subject, policy) {
        for (said, found) in line.label.iter().chain(&line.url) {
            let LegalBasisMatch::Altered { hit, there } = found else { continue };
            let pointer =
                subject.hits().get(*hit).map_or_else(String::new, AuditedHit::pointer);
            let msg = format!("the legal basis has `{said}`, {pointer} has `{there}`");
            let fix = format!("look at {pointer} and name what it is, or leave the line out");
            let issue = LEGAL_BASIS_ALTERED.issue(CHECK.severity, msg, fix);
            issues.push(issue.with_evidence(pointer).at(&line.at));
        }
    }
    issues
}
