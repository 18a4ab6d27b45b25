//! Answers without a disclaimer where the policy asks for one.

use std::sync::LazyLock;

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, IssueCode},
    checks::{AuditCheck, draft::phrases::PhraseList},
};

const DISCLAIMER_MISSING: IssueCode = IssueCode::new("DISCLAIMER_MISSING");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[DISCLAIMER_MISSING],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

/// The block that the policy asks for.
const KEY: &str = "disclaimer";

static WORDS: LazyLock<PhraseList> =
    LazyLock::new(|| PhraseList::of(include_str!("data/disclaimer.txt")));

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    if !policy.required_blocks.iter().any(|key| key == KEY) {
        return Vec::new();
    }
    let blocks = match super::blocks(subject, DISCLAIMER_MISSING) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let written = blocks.other.get(KEY).into_iter().flatten();
    let own = written.into_iter().any(|text| !text.text.trim().is_empty());
    let language = subject.language();
    let said =
        || super::read_texts(subject).any(|(_, prose)| WORDS.any(&prose.words, language));
    if own || said() {
        return Vec::new();
    }
    let msg = "the answer does not say that it is no legal advice";
    let fix = "add the block `disclaimer`, or say so in the summary";
    vec![DISCLAIMER_MISSING.issue(CHECK.severity, msg, fix).at(&blocks.at)]
}
