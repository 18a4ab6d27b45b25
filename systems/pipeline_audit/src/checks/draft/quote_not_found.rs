//! Words that a draft quotes from its sources and that stand in none, or not in the one named.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{quotes::QuoteOutcome, short};
use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const QUOTE_NOT_FOUND: IssueCode = IssueCode::new("QUOTE_NOT_FOUND");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[QUOTE_NOT_FOUND],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::comparable(subject, QUOTE_NOT_FOUND) {
        return unchecked;
    }
    let mut issues = Vec::new();
    let mut unread = 0;
    for quote in subject.views.draft.quotes(subject) {
        let Some(text) = subject.draft_texts().get(quote.text) else { continue };
        let said = short(&text.text[quote.range.clone()]);
        let hit = quote
            .hit
            .and_then(|at| subject.hits().get(at))
            .map(AuditedHit::pointer);
        let (msg, fix) = match (&quote.fate, &hit) {
            (QuoteOutcome::Nowhere, _) => (
                format!("“{said}” stands in no source"),
                "quote words that a source has, or take the quotation marks away".to_owned(),
            ),
            (QuoteOutcome::Elsewhere, Some(hit)) => (
                format!("“{said}” stands in {hit}, not in the source that the mark names"),
                format!("mark the quote with {hit}"),
            ),
            (QuoteOutcome::Unread, _) => {
                unread += 1;
                continue;
            }
            _ => continue,
        };
        let issue = QUOTE_NOT_FOUND.issue(CHECK.severity, msg, fix).at(&text.at);
        let issue = issue.with_span(quote.range.clone());
        issues.push(hit.into_iter().fold(issue, Issue::with_evidence));
    }
    if 0 < unread {
        let missing = format!("{unread} quotes are more than are looked up");
        issues.push(QUOTE_NOT_FOUND.unchecked(missing, "quote less"));
    }
    issues
}
