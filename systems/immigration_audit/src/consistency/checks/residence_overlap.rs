//! `RESIDENCE_OVERLAP`: two homes at one time in one history.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::may_be_one,
    history_span::HistorySpan,
    overlap::{OverlapQuestion, overlaps},
};
use crate::model::{FindingCategory, FindingSeverity, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "RESIDENCE_OVERLAP",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let question = OverlapQuestion {
        kind: HistoryKind::Residence,
        severity: FindingSeverity::Medium,
        words: "two homes",
        key: "city",
        counts: has_city,
        may_be_one,
        action: "Correct the dates of the move, or explain the second home.",
    };
    overlaps(view, &question)
}

fn has_city(span: &HistorySpan<'_>) -> bool {
    !span.words("city").trim().is_empty()
}
