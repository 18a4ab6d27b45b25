//! Provisions and decisions that a draft cites and no source has.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{
    draft_citations::{CitedAuthority, DraftCitation, is_allowed},
    short,
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, ProvisionMention},
    checks::AuditCheck,
};

const CITATION_NOT_IN_SOURCES: IssueCode = IssueCode::new("CITATION_NOT_IN_SOURCES");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CITATION_NOT_IN_SOURCES],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft_and_hits(subject, CITATION_NOT_IN_SOURCES) {
        return unchecked;
    }
    let mut issues = Vec::new();
    let passages = subject.views.draft.passages(subject);
    for (text, passage) in subject.draft_texts().iter().zip(passages) {
        for one in passage.references.iter().filter(|one| is_unknown(one, policy)) {
            let said = &text.text[one.range.clone()];
            let issue = match &one.what {
                CitedAuthority::Provision(provision) => made_up(said, provision, subject),
                CitedAuthority::Decision(normal) => {
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

fn is_unknown(one: &DraftCitation, policy: &AuditPolicy) -> bool {
    let allowed = match &one.what {
        CitedAuthority::Provision(provision) => is_allowed(provision, policy),
        CitedAuthority::Decision(normal) => policy.allowlist.labels.contains(normal),
    };
    one.hits.is_empty() && !one.asked && !allowed
}

fn made_up(said: &str, provision: &ProvisionMention, subject: &AuditSubject) -> Issue {
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
    let fix = format!(
        "look at what {} says and cite what is meant, or leave it out: “{}”",
        hit.pointer(),
        short(&hit.text)
    );
    CITATION_NOT_IN_SOURCES
        .issue(CHECK.severity, msg, fix)
        .with_evidence(hit.pointer())
}
