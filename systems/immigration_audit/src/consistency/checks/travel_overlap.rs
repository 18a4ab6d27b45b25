//! `TRAVEL_OVERLAP`: papers that put a person in two countries at one time.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::may_be_one,
    history_span::HistorySpan,
    overlap::{OverlapQuestion, overlaps},
};
use crate::model::{FindingCategory, FindingSeverity, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "TRAVEL_OVERLAP",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let question = OverlapQuestion {
        kind: HistoryKind::Travel,
        severity: FindingSeverity::Medium,
        words: "two journeys",
        key: "country",
        counts: has_country,
        may_be_one,
        action: "Check the stamps in the passport and correct the dates of the journeys.",
    };
    overlaps(view, &question)
}

fn has_country(span: &HistorySpan<'_>) -> bool {
    !span.words("country").trim().is_empty()
}
