//! `JOB_OVERLAP`: two employers at one time in one history.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::may_be_one,
    history_span::HistorySpan,
    overlap::{OverlapQuestion, overlaps},
};
use crate::model::{FindingCategory, FindingSeverity, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "JOB_OVERLAP",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let question = OverlapQuestion {
        kind: HistoryKind::Employment,
        severity: FindingSeverity::Medium,
        words: "two jobs",
        key: "employer",
        counts: is_work,
        may_be_one,
        action: "Correct the dates, or say that one of them was part-time and how many hours each had.",
    };
    overlaps(view, &question)
}

/// Rows that say that no one was worked for are no jobs.
fn is_work(span: &HistorySpan<'_>) -> bool {
    let told = format!("{} {}", span.words("job"), span.words("employer")).to_lowercase();
    let idle = [
        "unemployed",
        "homemaker",
        "retired",
        "student",
        "not working",
        "travel",
        "part-time",
        "part time",
    ];
    !span.words("employer").trim().is_empty() && !idle.iter().any(|word| told.contains(word))
}
