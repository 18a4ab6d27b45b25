//! Promises of an outcome that no source can give: `you will win`, `guaranteed`.

use std::sync::LazyLock;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::{
        AuditCheck,
        draft::phrases::{PhraseList, PhraseMatch, PlainWord, not_in_sources},
    },
};

const BANNED_PROMISE: IssueCode = IssueCode::new("BANNED_PROMISE");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[BANNED_PROMISE],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Error,
    find,
};

static PROMISES: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/promises.txt")));

/// Words before a promise that may deny it: `no outcome is guaranteed`.
const REACH: usize = 6;

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    if let Err(unchecked) = super::answer(subject, BANNED_PROMISE) {
        return unchecked;
    }
    let mut issues = Vec::new();
    for (text, prose) in super::read_texts(subject) {
        let found = PROMISES.found(&prose.words, subject.language());
        let sources = subject.hits().iter().map(|hit| hit.text.as_str());
        for one in not_in_sources(found, &prose.words, sources) {
            if is_denied(&one, &prose.words) {
                continue;
            }
            let msg = format!("`{}` promises an outcome", &text.text[one.range.clone()]);
            let fix = "say what the law allows or demands, and that an outcome is not certain";
            let issue = BANNED_PROMISE.issue(CHECK.severity, msg, fix).at(&text.at);
            issues.push(issue.with_span(one.range));
        }
    }
    issues
}

fn is_denied(one: &PhraseMatch, words: &[PlainWord]) -> bool {
    let from = one.words.start.saturating_sub(REACH);
    words[from..one.words.start]
        .iter()
        .any(|word| DENYING.contains(&word.plain))
}

jurat_text::word_lists! {
    "denials" [en, pt, fr];
    /// Without accents.
    static DENYING;
}
