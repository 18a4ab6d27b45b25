//! `RELATIONSHIP_CONFLICT`: marital status, kind of relationship or place of the ceremony that differ.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::{bare, may_be_one},
    differing_text::{DifferingText, differing},
    people::aligned_fields,
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "RELATIONSHIP_CONFLICT",
    category: FindingCategory::Relationship,
    run,
};

/// What is said of a relationship, and how grave a difference is.
const FIELDS: &[(&str, FindingSeverity)] = &[
    ("marital_status", FindingSeverity::High),
    ("type", FindingSeverity::High),
    ("ceremony_place", FindingSeverity::Medium),
    ("separations", FindingSeverity::Medium),
];

/// Words of marital status and kind of relationship that mean one thing, by how they begin.
const SAME: &[(&str, &str)] = &[
    ("spouse", "married"),
    ("marr", "married"),
    ("commonlaw", "commonlaw"),
    ("unmarried", "single"),
    ("nevermarried", "single"),
    ("single", "single"),
    ("divorc", "divorced"),
    ("legallysep", "separated"),
    ("separat", "separated"),
    ("widow", "widowed"),
    ("annul", "annulled"),
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let mut drafts = Vec::new();
    for (field, readings) in &aligned_fields(view) {
        let Some((role, name)) = field.split_once('.') else { continue };
        let Some((_, severity)) = FIELDS.iter().find(|(it, _)| *it == name) else { continue };
        if name != "marital_status" && role != "relationship" {
            continue;
        }
        let told = DifferingText {
            field,
            severity: *severity,
            action: "Find out what is so on the day of filing; a status that changed is given with the day of the change.",
        };
        drafts.extend(differing(view, &told, readings, &may_mean_one));
    }
    drafts
}

fn may_mean_one(a: &str, b: &str) -> bool {
    let told = |text: &str| {
        let bare = bare(text);
        let known = SAME.iter().find(|(begins, _)| bare.starts_with(begins));
        known.map_or(bare.clone(), |(_, means)| (*means).to_owned())
    };
    told(a) == told(b) || may_be_one(a, b)
}
