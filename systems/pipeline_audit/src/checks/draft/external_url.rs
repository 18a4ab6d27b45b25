//! Addresses in a draft that no source has and that nobody allowed.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, urls},
    checks::AuditCheck,
};

const EXTERNAL_URL: IssueCode = IssueCode::new("EXTERNAL_URL");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[EXTERNAL_URL],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let Some(draft) = &subject.draft else {
        return vec![EXTERNAL_URL.unchecked("the state has no draft", "map the draft's field")];
    };
    let mut issues = Vec::new();
    for text in &draft.texts {
        for range in urls::found(&text.text) {
            let url = &text.text[range.clone()];
            if !urls::is_known(url, subject, policy) {
                let msg = format!("`{url}` is the address of no source");
                let fix = "cite the address of a source, or add the host to the allowlist";
                let issue = EXTERNAL_URL.issue(CHECK.severity, msg, fix);
                issues.push(issue.at(&text.at).with_span(range));
            }
        }
    }
    issues
}
