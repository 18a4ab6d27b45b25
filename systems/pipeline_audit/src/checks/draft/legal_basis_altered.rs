//! Lines of a legal basis that are close to one in the sources, but another number, part or law.

use jurat_model::audit::{Issue, Severity, Stage};

use super::legal_basis::Found;
use crate::{
    audit::{AuditPolicy, Code, Hit, Subject},
    checks::Check,
};

const LEGAL_BASIS_ALTERED: Code = Code::new("LEGAL_BASIS_ALTERED");

pub(super) const CHECK: Check = Check {
    codes: &[LEGAL_BASIS_ALTERED],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft_and_hits(subject, LEGAL_BASIS_ALTERED) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for line in subject.views.draft.lines(subject, policy) {
        for (said, found) in line.label.iter().chain(&line.url) {
            let Found::Altered { hit, there } = found else { continue };
            let pointer = subject.hits().get(*hit).map_or_else(String::new, Hit::pointer);
            let msg = format!("the legal basis has `{said}`, {pointer} has `{there}`");
            let fix = format!("write `{there}`, as {pointer} has it");
            let issue = LEGAL_BASIS_ALTERED.issue(CHECK.severity, msg, fix);
            issues.push(issue.with_evidence(pointer).at(&line.at));
        }
    }
    issues
}
