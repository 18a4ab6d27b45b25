//! Answers whose summary does not name the provision that the question is about.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{
        AuditPolicy, AuditSubject, IssueCode, ProvisionMention, StateText,
        content_words::{ContentWordBag, content_words},
        expected_provision,
    },
    checks::AuditCheck,
};

const CORE_ARTICLE_NOT_MENTIONED: IssueCode = IssueCode::new("CORE_ARTICLE_NOT_MENTIONED");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[CORE_ARTICLE_NOT_MENTIONED],
    stage: PipelineStage::Pipeline,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if policy.thresholds.required_articles_by_keyword.is_empty() {
        return Vec::new();
    }
    let code = CORE_ARTICLE_NOT_MENTIONED;
    if subject.query.is_none() {
        return vec![code.unchecked("the state has no question", "map the question's field")];
    }
    let expected = expected_provision::articles(subject, policy);
    if expected.is_empty() {
        return Vec::new();
    }
    let Some(summary) = summary(subject) else {
        return vec![code.unchecked("the state has no summary", "map the summary's field")];
    };
    let named = ProvisionMention::all(&summary.text);
    let language = subject.language();
    let bag = ContentWordBag::of(&summary.text, language);
    let mut issues: Vec<Issue> = Vec::new();
    for one in expected {
        let said = named.iter().any(|found| one.provision.holds(found));
        let told = issues.iter().any(|issue| issue.suggested_fix == fix(one.article));
        if said || told {
            continue;
        }
        let words = content_words(one.keyword, language);
        let spoken = words.iter().all(|word| bag.has(word, language));
        let but = if spoken { "speaks of" } else { "names neither" };
        let joined = if spoken { "but does not name" } else { "nor" };
        let msg = format!("the summary {but} `{}` {joined} {}", one.keyword, one.article);
        let issue = code.issue(CHECK.severity, msg, fix(one.article)).at(&summary.at);
        issues.push(issue.with_evidence(format!("keyword:{}", one.keyword)));
    }
    issues
}

fn fix(article: &str) -> String {
    format!("name {article} in the summary")
}

/// The summary of the blocks, or what stands first in the draft.
fn summary(subject: &AuditSubject) -> Option<&StateText> {
    let summary = subject.blocks.as_ref().and_then(|blocks| blocks.summary.as_ref());
    summary.or_else(|| subject.draft_texts().first())
}
