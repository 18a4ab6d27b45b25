//! `RESIDENCE_GAP`: months of an address history that no address covers.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    history_gap::{GapQuestion, gap_drafts},
};
use crate::model::{FindingCategory, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "RESIDENCE_GAP",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let question = GapQuestion {
        history: "residence",
        kinds: &[HistoryKind::Residence],
        words: "the address",
        action: "Add the addresses of that time, with month and year, stays with family and travel too.",
    };
    gap_drafts(view, &question)
}
