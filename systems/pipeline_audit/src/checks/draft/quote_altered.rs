//! Words that a draft quotes otherwise than its source has them.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{quotes::QuoteOutcome, short};
use crate::{
    audit::{AuditPolicy, AuditSubject, AuditedHit, IssueCode},
    checks::AuditCheck,
};

const QUOTE_ALTERED: IssueCode = IssueCode::new("QUOTE_ALTERED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[QUOTE_ALTERED],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::comparable(subject, QUOTE_ALTERED) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for quote in subject.views.draft.quotes(subject) {
        let Some(text) = subject.draft_texts().get(quote.text) else { continue };
        let hit = quote.hit.and_then(|at| subject.hits().get(at));
        let hit = hit.map_or_else(|| "the source".to_owned(), AuditedHit::pointer);
        let Some((what, severity)) = told(&quote.fate, &hit) else { continue };
        let said = short(&text.text[quote.range.clone()]);
        let msg = format!("“{said}” is not what {hit} says: {what}");
        let fix = format!("quote {hit} word for word, and say what is left out with […]");
        let issue = QUOTE_ALTERED.issue(severity, msg, fix).at(&text.at);
        issues.push(issue.with_span(quote.range.clone()).with_evidence(hit));
    }
    issues
}

fn told(fate: &QuoteOutcome, hit: &str) -> Option<(String, IssueSeverity)> {
    let instead = |there: &str, here: &str| match (there, here) {
        ("", here) => format!("`{here}` is put in"),
        (there, "") => format!("`{there}` is left out"),
        (there, here) => format!("it has `{there}`, not `{here}`"),
    };
    Some(match fate {
        QuoteOutcome::Altered(there, here) => (instead(there, here), CHECK.severity),
        QuoteOutcome::Loose(there, here) => (instead(there, here), IssueSeverity::Warn),
        QuoteOutcome::Stitched => ("it is put together from pieces".to_owned(), CHECK.severity),
        QuoteOutcome::Hides(words) => {
            (format!("it leaves out `{}` of {hit}", short(words)), CHECK.severity)
        }
        QuoteOutcome::Fine
        | QuoteOutcome::Elsewhere
        | QuoteOutcome::Nowhere
        | QuoteOutcome::Unread => return None,
    })
}
