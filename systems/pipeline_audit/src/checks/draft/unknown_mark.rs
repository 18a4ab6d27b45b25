//! Marks of a draft that name no source.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const UNKNOWN_MARK: IssueCode = IssueCode::new("UNKNOWN_MARK");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[UNKNOWN_MARK],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let hits = match super::draft_and_hits(subject, UNKNOWN_MARK) {
        Ok((_, hits)) => hits,
        Err(unchecked) => return unchecked,
    };
    let mut issues = Vec::new();
    let passages = subject.views.draft.passages(subject);
    for (text, passage) in subject.draft_texts().iter().zip(passages) {
        for mark in passage.marks.iter().filter(|mark| !mark.unknown.is_empty()) {
            let names = mark.unknown.join("`, `");
            let msg = match hits.len() {
                0 => format!("the mark `{names}` names a source, and there is none"),
                1 => format!("the mark `{names}` names no source; there is one"),
                count => format!("the mark `{names}` names no source; there are {count}"),
            };
            let fix = "name a source that was retrieved, by its number or id";
            let issue = UNKNOWN_MARK.issue(CHECK.severity, msg, fix).at(&text.at);
            issues.push(issue.with_span(mark.range.clone()));
        }
    }
    issues
}
