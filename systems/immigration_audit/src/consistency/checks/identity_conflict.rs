//! `IDENTITY_CONFLICT`: passport and client numbers, sex, places of birth and nationality that differ.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::{bare, may_be_one},
    country::may_be_one_country,
    differing_text::{DifferingText, differing},
    people::aligned_fields,
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "IDENTITY_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// What identifies a person, how grave a difference is, and whether every letter counts.
const FIELDS: &[(&str, FindingSeverity, IdentityComparison)] = &[
    ("passport_number", FindingSeverity::High, IdentityComparison::Letters),
    ("uci", FindingSeverity::High, IdentityComparison::Letters),
    ("sex", FindingSeverity::High, IdentityComparison::FirstLetter),
    ("birth_country", FindingSeverity::High, IdentityComparison::Country),
    ("birth_city", FindingSeverity::Medium, IdentityComparison::Words),
    // There may be two of them.
    ("citizenship", FindingSeverity::Low, IdentityComparison::Country),
    ("passport_country", FindingSeverity::Low, IdentityComparison::Country),
];

#[derive(Clone, Copy)]
enum IdentityComparison {
    Letters,
    FirstLetter,
    Words,
    Country,
}

impl IdentityComparison {
    fn may_be_one(self, a: &str, b: &str) -> bool {
        match self {
            Self::Letters => bare(a) == bare(b),
            Self::FirstLetter => bare(a).chars().next() == bare(b).chars().next(),
            Self::Words => may_be_one(a, b),
            Self::Country => may_be_one_country(a, b),
        }
    }
}

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let mut drafts = Vec::new();
    for (field, readings) in &aligned_fields(view) {
        let name = field.split_once('.').map_or("", |(_, name)| name);
        let Some((_, severity, comparison)) = FIELDS.iter().find(|(it, _, _)| *it == name)
        else {
            continue;
        };
        let told = DifferingText {
            field,
            severity: *severity,
            action: "Copy it from the passport or the certificate; if both are right, explain why there are two.",
        };
        let alike = |a: &str, b: &str| comparison.may_be_one(a, b);
        drafts.extend(differing(view, &told, readings, &alike));
    }
    drafts
}
