//! `ADDRESS_CONFLICT`: documents that give a person other present addresses.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    address_form::{bare, may_be_one, may_be_one_street},
    country::may_be_one_country,
    differing_text::{DifferingText, differing},
    people::aligned_fields,
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, HistoryKind};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "ADDRESS_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// The first part of an address that differs is told; the rest follows from it.
const PARTS: &[&str] = &["country", "province", "city", "street", "postal_code"];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = aligned_fields(view);
    let first_part = |role: &&str| {
        PARTS.iter().find_map(|part| {
            let field = format!("{role}.{part}");
            let readings = fields.get(&field)?;
            let present: Vec<&FieldReading> = readings
                .iter()
                .copied()
                .filter(|reading| !is_earlier_home(view, role, part, reading))
                .collect();
            let told = DifferingText {
                field: &field,
                severity: FindingSeverity::Medium,
                action: "Use one present address everywhere; where someone moved, give both with their dates.",
            };
            differing(view, &told, &present, &|a, b| may_be_one_part(part, a, b))
        })
    };
    view.roles().iter().filter_map(first_part).collect()
}

fn may_be_one_part(part: &str, a: &str, b: &str) -> bool {
    match part {
        "street" => may_be_one_street(a, b),
        "postal_code" => bare(a) == bare(b),
        "province" => {
            let initials = |text: &str| bare(text).chars().next();
            may_be_one(a, b) || (a.len().min(b.len()) <= 3 && initials(a) == initials(b))
        }
        "country" => may_be_one_country(a, b),
        _ => may_be_one(a, b),
    }
}

/// Whether a history declares that the person lived there when that document was made, and not for good.
fn is_earlier_home(
    view: &MatterView<'_>,
    role: &str,
    part: &str,
    reading: &FieldReading,
) -> bool {
    let key = if part == "postal_code" { "street" } else { part };
    let value = reading.value.to_string();
    view.rows(HistoryKind::Residence).any(|row| {
        row.person == role
            && !row.ongoing
            && row.to.is_some_and(|to| to.is_surely_before(view.as_of))
            && row
                .values
                .get(key)
                .is_some_and(|home| may_be_one_part(key, &home.to_string(), &value))
            && view.file(&reading.place).is_none_or(|file| file.kind != "form")
    })
}
