//! Appeals to knowledge outside the sources: studies, experts, what everyone knows.

use std::sync::LazyLock;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use super::{
    claims::ParsedDraftText,
    phrases::{PhraseList, PhraseMatch, not_in_sources},
};
use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::AuditCheck,
};

const EXTERNAL_CLAIM: IssueCode = IssueCode::new("EXTERNAL_CLAIM");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[EXTERNAL_CLAIM],
    stage: PipelineStage::Draft,
    severity: IssueSeverity::Warn,
    find,
};

static APPEALS: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/external.txt")));

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::draft(subject, EXTERNAL_CLAIM) {
        return unchecked;
    }
    let language = subject.language();
    let mut issues = Vec::new();
    let passages = subject.views.draft.passages(subject);
    for (text, passage) in subject.draft_texts().iter().zip(passages) {
        let found = APPEALS.found(&passage.words, language);
        let sources = subject.hits().iter().map(|hit| hit.text.as_str());
        for one in not_in_sources(found, &passage.words, sources) {
            if is_marked(&one, passage) {
                continue;
            }
            let msg =
                format!("`{}` appeals to more than the sources", &text.text[one.range.clone()]);
            let fix = "say which source says so, or leave it out";
            let issue = EXTERNAL_CLAIM.issue(CHECK.severity, msg, fix).at(&text.at);
            issues.push(issue.with_span(one.range));
        }
    }
    issues
}

/// Whether a mark in the same sentence names the source that is appealed to.
fn is_marked(one: &PhraseMatch, passage: &ParsedDraftText) -> bool {
    let holds = |claim: &&super::claims::DraftClaim| {
        claim.range.start <= one.range.start && one.range.end <= claim.range.end
    };
    passage
        .claims
        .iter()
        .find(holds)
        .is_some_and(|claim| !claim.marked.is_empty())
}
