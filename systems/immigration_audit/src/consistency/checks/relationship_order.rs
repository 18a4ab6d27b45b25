//! `RELATIONSHIP_ORDER`: steps of a relationship in an order that cannot be: living together before meeting.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::as_date,
    spoken::{field_words, sentence},
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "RELATIONSHIP_ORDER",
    category: FindingCategory::Relationship,
    run,
};

/// The first never comes after the second.
const ORDERS: &[(&str, &str)] = &[
    ("relationship.first_met", "relationship.courtship_start"),
    ("relationship.first_met", "relationship.cohabitation_start"),
    ("relationship.first_met", "relationship.marriage_date"),
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    ORDERS
        .iter()
        .filter_map(|(first, then)| told(view, first, then))
        .take(1)
        .collect()
}

fn told(view: &MatterView<'_>, first: &str, then: &str) -> Option<FindingDraft> {
    let best = |field: &str| -> Option<(FieldReading, PartialDate)> {
        let reading = view.profile.best(field)?;
        Some((reading.clone(), as_date(&reading.value)?))
    };
    let ((met, met_on), (step, step_on)) = (best(first)?, best(then)?);
    if !step_on.is_surely_before(met_on) {
        return None;
    }
    let message = format!(
        "{} is {met_on} in `{}`, after {}, {step_on} in `{}`.",
        sentence(&field_words(first)),
        view.path(&met.place),
        field_words(then),
        view.path(&step.place)
    );
    Some(
        FindingDraft::shown(FindingSeverity::High, message)
            .at([met.place, step.place])
            .about([first, then])
            .action("Correct the day that is wrong; if they met in person later than online, say so with both days."),
    )
}
