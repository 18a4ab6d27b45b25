//! `ACTIVITY_GAP`: months of a personal history with neither work nor study nor anything else.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    history_gap::{GapQuestion, gap_drafts},
};
use crate::model::{FindingCategory, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "ACTIVITY_GAP",
    category: FindingCategory::Background,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let question = GapQuestion {
        history: "activity",
        kinds: &[HistoryKind::Employment, HistoryKind::Education],
        words: "the work, study or other activity",
        action: "Add what was done in that time: unemployment, travel, care at home are activities too.",
    };
    gap_drafts(view, &question)
}
