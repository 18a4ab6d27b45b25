//! Lines of a legal basis that neither a source nor the allowlist has: made up.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::legal_basis::LegalBasisMatch;
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const LEGAL_BASIS_NOT_IN_SOURCES: IssueCode = IssueCode::new("LEGAL_BASIS_NOT_IN_SOURCES");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[LEGAL_BASIS_NOT_IN_SOURCES],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft_and_hits(subject, LEGAL_BASIS_NOT_IN_SOURCES) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for line in subject.views.draft.lines(subject, policy) {
        let label = line
            .label
            .iter()
            .map(|found| ("label", "a source that has it", found));
        let url = line
            .url
            .iter()
            .map(|found| ("address", "the address of a source", found));
        for (what, wanted, (said, found)) in label.chain(url) {
            if *found == LegalBasisMatch::Nowhere {
                let msg = format!("no source has the {what} `{said}` of the legal basis");
                let fix = format!("rest the answer on {wanted}, or add it to the allowlist");
                let issue = LEGAL_BASIS_NOT_IN_SOURCES.issue(CHECK.severity, msg, fix);
                issues.push(issue.at(&line.at));
            }
        }
    }
    issues
}
