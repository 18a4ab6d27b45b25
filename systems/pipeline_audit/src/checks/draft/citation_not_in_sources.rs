//! Provisions and decisions that a draft cites and no source has.

use jurat_model::audit::{Issue, Severity, Stage};

use super::references::{Cited, Reference, is_allowed};
use crate::{
    audit::{AuditPolicy, Code, Provision, Subject},
    checks::Check,
};

const CITATION_NOT_IN_SOURCES: Code = Code::new("CITATION_NOT_IN_SOURCES");

pub(super) const CHECK: Check = Check {
    codes: &[CITATION_NOT_IN_SOURCES],
    stage: Stage::Draft,
    severity: Severity::Error,
    find,
};

fn find(subject: &Subject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft_and_hits(subject, CITATION_NOT_IN_SOURCES) {
        return unchecked;
    }
    let mut issues = Vec::new();
    let passages = subject.views.draft.passages(subject);
    for (text, passage) in subject.draft_texts().iter().zip(passages) {
        for one in passage.references.iter().filter(|one| is_unknown(one, policy)) {
            let said = &text.text[one.range.clone()];
            let issue = match &one.what {
                Cited::Provision(provision) => made_up(said, provision, subject),
                Cited::Decision(normal) => {
                    let msg = format!("no source has the decision `{normal}`");
                    let fix = "cite a decision that was retrieved, or leave it out";
                    CITATION_NOT_IN_SOURCES.issue(CHECK.severity, msg, fix)
                }
            };
            issues.push(issue.at(&text.at).with_span(one.range.clone()));
        }
    }
    issues
}

fn is_unknown(one: &Reference, policy: &AuditPolicy) -> bool {
    let allowed = match &one.what {
        Cited::Provision(provision) => is_allowed(provision, policy),
        Cited::Decision(normal) => policy.allowlist.labels.contains(normal),
    };
    one.hits.is_empty() && !one.asked && !allowed
}

fn made_up(said: &str, provision: &Provision, subject: &Subject) -> Issue {
    let known = subject.views.draft.known(subject);
    let near = known.index.slip_for(provision, subject);
    let Some((hit, other)) =
        near.and_then(|(at, other)| Some((subject.hits().get(at)?, other)))
    else {
        let msg = format!("no source has `{said}`");
        let fix = "cite a provision that a source has, or leave it out";
        return CITATION_NOT_IN_SOURCES.issue(CHECK.severity, msg, fix);
    };
    let msg = format!("no source has `{said}`; {} has {other}", hit.pointer());
    let fix = format!("cite {other} if that is meant, or leave it out");
    CITATION_NOT_IN_SOURCES
        .issue(CHECK.severity, msg, fix)
        .with_evidence(hit.pointer())
}
