//! What documents say against each other, against the calendar and against themselves.
//!
//! A check is one file and one line in [`ALL`]. It looks at the values that intake read, never at texts, and it never
//! takes what was not seen for a fault: such findings stand as `NotSeen` and name what could not be read.

mod address_form;
mod checks;
mod country;
mod date_reach;
mod differing_text;
mod finding_draft;
mod history_gap;
mod history_span;
mod legal_figure;
mod matter_view;
mod name_likeness;
mod name_pair;
mod overlap;
mod people;
mod signers;
mod spoken;

use std::collections::BTreeSet;

use crate::model::{
    Finding, FindingCategory, FindingSeverity, MatterFile, MatterProfile, PartialDate,
};

pub use checks::ALL;
pub use finding_draft::FindingDraft;
pub use matter_view::MatterView;

/// A check, as its file writes it.
pub struct ConsistencyCheck {
    /// As `DATE_CONFLICT`; each has its row in `docs/audit-codes.md`.
    pub code: &'static str,
    pub category: FindingCategory,
    run: fn(&MatterView<'_>) -> Vec<FindingDraft>,
}

/// What all checks find, the gravest first; the same matter gives the same findings in the same order.
pub fn findings(
    files: &[MatterFile],
    profile: &MatterProfile,
    as_of: PartialDate,
) -> Vec<Finding> {
    let view = MatterView::new(files, profile, as_of);
    let mut told = BTreeSet::new();
    let mut found: Vec<Finding> = ALL
        .iter()
        .flat_map(|check| {
            let drafts = (check.run)(&view);
            drafts
                .into_iter()
                .map(|draft| draft.finished(check.code, check.category))
        })
        .filter(|finding| told.insert(finding.id.clone()))
        .collect();
    found.sort_by(|a, b| rank(a).cmp(&rank(b)));
    found
}

fn rank(finding: &Finding) -> (std::cmp::Reverse<FindingSeverity>, &str, &str) {
    (std::cmp::Reverse(finding.severity), &finding.code, &finding.id)
}
