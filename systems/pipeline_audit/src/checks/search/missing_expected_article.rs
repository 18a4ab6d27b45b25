//! Provisions that a word of the question calls for and no source has.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode, ProvisionMention, expected_provision},
    checks::AuditCheck,
};

const MISSING_EXPECTED_ARTICLE: IssueCode = IssueCode::new("MISSING_EXPECTED_ARTICLE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[MISSING_EXPECTED_ARTICLE],
    stage: PipelineStage::Search,
    severity: IssueSeverity::Error,
    find,
};

/// How evidence names the provision that is missing.
const ARTICLE: &str = "article:";

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if policy.thresholds.required_articles_by_keyword.is_empty() {
        return Vec::new();
    }
    let unchecked = |missing, fix| vec![MISSING_EXPECTED_ARTICLE.unchecked(missing, fix)];
    if subject.query.is_none() {
        return unchecked("the state has no question", "map the question's field");
    }
    if subject.hits.is_none() {
        return unchecked("the state has no sources", "map their field");
    }
    lacking(subject, policy)
        .into_iter()
        .map(|(keyword, article)| {
            let msg = format!("the question says `{keyword}`, and no source has {article}");
            let fix = format!("retrieve {article} and add it to the sources");
            MISSING_EXPECTED_ARTICLE
                .issue(CHECK.severity, msg, fix)
                .with_evidence(format!("keyword:{keyword}"))
                .with_evidence(format!("{ARTICLE}{article}"))
        })
        .collect()
}

/// The expected provisions that no source has, each once, by the issues of this check.
pub(crate) fn missing(issues: &[Issue]) -> Vec<String> {
    let ours = issues
        .iter()
        .filter(|issue| issue.code == MISSING_EXPECTED_ARTICLE.name());
    let mut articles: Vec<String> = Vec::new();
    for article in ours
        .flat_map(|issue| &issue.evidence)
        .filter_map(|one| one.strip_prefix(ARTICLE))
    {
        if !articles.iter().any(|known| known == article) {
            articles.push(article.to_owned());
        }
    }
    articles
}

fn lacking(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<(String, String)> {
    let found = subject.hit_provisions();
    let has = |wanted: &ProvisionMention| found.iter().flatten().any(|one| wanted.meets(one));
    expected_provision::articles(subject, policy)
        .into_iter()
        .filter(|one| !has(&one.provision))
        .map(|one| (one.keyword.to_owned(), one.article.to_owned()))
        .collect()
}
