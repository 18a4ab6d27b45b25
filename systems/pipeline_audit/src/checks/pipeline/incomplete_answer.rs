//! Answers of which a part is missing or empty.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AnswerBlocks, AuditPolicy, AuditSubject, IssueCode, StateText},
    checks::AuditCheck,
};

const INCOMPLETE_ANSWER: IssueCode = IssueCode::new("INCOMPLETE_ANSWER");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[INCOMPLETE_ANSWER],
    stage: PipelineStage::Pipeline,
    severity: IssueSeverity::Error,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    match (&subject.blocks, &subject.draft) {
        (Some(blocks), _) => of_blocks(blocks, policy),
        (None, Some(draft)) if draft.texts.iter().all(is_empty) => {
            let fix = "write the answer, or say that there is none";
            vec![
                INCOMPLETE_ANSWER
                    .issue(CHECK.severity, "the answer is empty", fix)
                    .at(&draft.at),
            ]
        }
        (None, Some(_)) => Vec::new(),
        (None, None) => {
            let fix = "map the field that holds the answer";
            vec![INCOMPLETE_ANSWER.unchecked("the state has no answer", fix)]
        }
    }
}

fn of_blocks(blocks: &AnswerBlocks, policy: &AuditPolicy) -> Vec<Issue> {
    let mut issues = Vec::new();
    for key in &policy.required_blocks {
        match holds(blocks, key) {
            Some(true) => {}
            Some(false) => issues.push(lacking(blocks, key, "empty", CHECK.severity)),
            None => issues.push(lacking(blocks, key, "missing", CHECK.severity)),
        }
    }
    for key in KNOWN {
        let asked = policy.required_blocks.iter().any(|one| one == key);
        if !asked && holds(blocks, key) == Some(false) {
            issues.push(lacking(blocks, key, "empty", IssueSeverity::Warn));
        }
    }
    issues
}

const KNOWN: [&str; 6] = ["summary", "steps", "legal_basis", "quiz", "glossary", "follow_ups"];

/// Whether a block is there with something in it; none where it is not there.
fn holds(blocks: &AnswerBlocks, key: &str) -> Option<bool> {
    match key {
        "summary" => blocks.summary.as_ref().map(|text| !is_empty(text)),
        "steps" => blocks
            .steps
            .as_ref()
            .map(|all| all.iter().any(|text| !is_empty(text))),
        "legal_basis" => blocks
            .legal_basis
            .as_ref()
            .map(|all| all.iter().any(|line| line.label.is_some() || line.url.is_some())),
        "quiz" => blocks
            .quiz
            .as_ref()
            .map(|all| all.iter().any(|item| !item.texts.is_empty())),
        "glossary" => blocks
            .glossary
            .as_ref()
            .map(|all| all.iter().any(|item| !item.texts.is_empty())),
        "follow_ups" => blocks
            .follow_ups
            .as_ref()
            .map(|all| all.iter().any(|text| !is_empty(text))),
        other => blocks.other.get(other).map(|texts| !texts.is_empty()),
    }
}

fn is_empty(text: &StateText) -> bool {
    text.text.trim().is_empty()
}

fn lacking(blocks: &AnswerBlocks, key: &str, how: &str, severity: IssueSeverity) -> Issue {
    let msg = format!("`{key}` is {how}");
    let fix = format!("write `{key}`");
    let path = format!("{}.{key}", blocks.at);
    INCOMPLETE_ANSWER
        .issue(severity, msg, fix)
        .with_evidence(format!("block:{key}"))
        .at(path)
}
