//! Statements without a mark in a draft that marks its statements.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{
    claims::{ClaimForm, DraftClaim},
    short,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const UNMARKED_STATEMENT: IssueCode = IssueCode::new("UNMARKED_STATEMENT");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[UNMARKED_STATEMENT],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

/// Marked statements from which on a draft is one that marks them.
const FEWEST: usize = 2;

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft(subject, UNMARKED_STATEMENT) {
        return unchecked;
    }
    let passages = subject.views.draft.passages(subject);
    let claims = || passages.iter().flat_map(|passage| &passage.claims);
    let marked = claims().filter(|claim| claim.is_marked).count();
    // Where many go without, marks are not how this draft names its sources.
    if marked < FEWEST || 3 * marked < 2 * claims().count() {
        return Vec::new();
    }
    let mut issues = Vec::new();
    for (text, passage) in subject.draft_texts().iter().zip(passages) {
        let mut bare = passage.claims.iter().peekable();
        while let Some(claim) = bare.next() {
            if !is_bare(claim, bare.peek().copied(), &text.text) {
                continue;
            }
            let said = short(&text.text[claim.range.clone()]);
            let msg = format!("no mark names the source of “{said}”");
            let fix = "put the mark of its source after the statement";
            let issue = UNMARKED_STATEMENT.issue(CHECK.severity, msg, fix).at(&text.at);
            issues.push(issue.with_span(claim.range.clone()));
        }
    }
    issues
}

/// Whether a statement names no source, and no mark right after it in its line may be for both.
fn is_bare(claim: &DraftClaim, next: Option<&DraftClaim>, text: &str) -> bool {
    let covered = next.is_some_and(|next| {
        let gap = text.get(claim.range.end..next.range.start).unwrap_or("\n");
        next.is_marked && !gap.contains('\n')
    });
    claim.form == ClaimForm::Sentence && !claim.is_marked && claim.named.is_empty() && !covered
}
