//! Sections of the final blocks that are there with nothing in them.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AnswerBlocks, AuditPolicy, AuditSubject, BlockItem, IssueCode, StateText},
    checks::AuditCheck,
};

const EMPTY_SECTION: IssueCode = IssueCode::new("EMPTY_SECTION");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[EMPTY_SECTION],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, _: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, EMPTY_SECTION) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let mut issues = Vec::new();
    if blocks.summary.as_ref().is_some_and(is_blank) {
        issues.push(empty(blocks, "summary"));
    }
    for (key, texts) in [("steps", &blocks.steps), ("follow_ups", &blocks.follow_ups)] {
        let Some(texts) = texts else { continue };
        let blank = texts.iter().filter(|text| is_blank(text));
        section(blocks, key, texts.len(), blank.map(|text| &text.at).collect(), &mut issues);
    }
    for (key, items) in [("quiz", &blocks.quiz), ("glossary", &blocks.glossary)] {
        let Some(items) = items else { continue };
        let hollow = |item: &&BlockItem| item.texts.iter().all(is_blank);
        let blank = items.iter().filter(hollow);
        section(blocks, key, items.len(), blank.map(|item| &item.at).collect(), &mut issues);
    }
    if blocks.legal_basis.as_ref().is_some_and(Vec::is_empty) {
        issues.push(empty(blocks, "legal_basis"));
    }
    issues
}

/// A section of so many items, with the places of those that are blank.
fn section(
    blocks: &AnswerBlocks,
    key: &str,
    count: usize,
    blank: Vec<&String>,
    issues: &mut Vec<Issue>,
) {
    if blank.len() == count {
        issues.push(empty(blocks, key));
        return;
    }
    issues.extend(blank.into_iter().map(|at| {
        let msg = format!("an item of `{key}` is empty");
        EMPTY_SECTION
            .issue(CHECK.severity, msg, "write the item or leave it out")
            .at(at)
    }));
}

fn empty(blocks: &AnswerBlocks, key: &str) -> Issue {
    let msg = format!("`{key}` is empty");
    let fix = format!("write `{key}` or leave the key out");
    EMPTY_SECTION
        .issue(CHECK.severity, msg, fix)
        .at(format!("{}.{key}", blocks.at))
}

fn is_blank(text: &StateText) -> bool {
    !text.text.chars().any(char::is_alphanumeric)
}
