//! Sections of the final blocks that have too many lines or items, or too few.

use jurat_model::audit::{Issue, IssueSeverity, PipelineStage};

use crate::{
    audit::{AuditPolicy, AuditSubject, CountBound, IssueCode, StateText},
    checks::AuditCheck,
};

const SECTION_TOO_LONG: IssueCode = IssueCode::new("SECTION_TOO_LONG");

pub(super) const CHECK: AuditCheck = AuditCheck {
    codes: &[SECTION_TOO_LONG],
    stage: PipelineStage::Final,
    severity: IssueSeverity::Warn,
    find,
};

fn find(subject: &AuditSubject, policy: &AuditPolicy) -> Vec<Issue> {
    let blocks = match super::blocks(subject, SECTION_TOO_LONG) {
        Ok(blocks) => blocks,
        Err(unchecked) => return unchecked,
    };
    let bounds = &policy.bounds;
    let lines = blocks.summary.as_ref().map(|text| lines(text, bounds.line_chars));
    [
        ("summary", "lines", lines, bounds.summary_lines),
        ("steps", "items", blocks.steps.as_ref().map(Vec::len), bounds.steps),
        ("quiz", "items", blocks.quiz.as_ref().map(Vec::len), bounds.quiz),
        ("glossary", "items", blocks.glossary.as_ref().map(Vec::len), bounds.glossary),
    ]
    .into_iter()
    .filter_map(|(key, unit, count, bound)| Some((key, unit, count?, bound)))
    .filter(|(.., count, bound)| !bound.holds(*count))
    .map(|(key, unit, count, bound)| {
        outside(key, unit, count, bound).at(format!("{}.{key}", blocks.at))
    })
    .collect()
}

fn outside(key: &str, unit: &str, count: usize, bound: CountBound) -> Issue {
    let allowed = match bound {
        CountBound::AtMost(max) => format!("at most {max}"),
        CountBound::Between(min, max) => format!("{min} to {max}"),
    };
    let msg = format!("`{key}` has {count} {unit}, allowed are {allowed}");
    let fix = format!("bring `{key}` to {allowed} {unit}");
    SECTION_TOO_LONG.issue(CHECK.severity, msg, fix)
}

/// Lines as they would be set: a long one counts as several.
fn lines(text: &StateText, line_chars: usize) -> usize {
    let width = line_chars.max(1);
    text.text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| line.chars().count().div_ceil(width))
        .sum()
}
