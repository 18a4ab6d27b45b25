//! `MONEY_CONFLICT`: income, tuition and funds that documents put at other amounts.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    spoken::{field_words, listed, money, sentence},
};
use crate::model::{FieldReading, FieldValue, FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "MONEY_CONFLICT",
    category: FindingCategory::Financial,
    run,
};

/// Amounts that are one amount wherever they stand.
const FIELDS: &[&str] = &["income", "tuition", "salary", "funds"];

/// Amounts nearer than this, in hundredths of the larger, are rounded and not contradicted.
const ROUNDED: i64 = 5;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = view.profile.fields.keys();
    fields
        .filter_map(|field| {
            let name = field.split_once('.').map_or("", |(_, name)| name);
            FIELDS.contains(&name).then(|| told(view, field)).flatten()
        })
        .collect()
}

fn told(view: &MatterView<'_>, field: &str) -> Option<FindingDraft> {
    let mut kept: Vec<(&FieldReading, i64, &str)> = Vec::new();
    for reading in view.readings(field) {
        let FieldValue::Money { cents, currency } = &reading.value else { continue };
        // Statements of several accounts add up; what is claimed is held against their sum elsewhere.
        let is_statement = view
            .file(&reading.place)
            .is_some_and(|file| file.kind == "bank_statement");
        let is_known = |(_, known, of): &(&FieldReading, i64, &str)| {
            *of != currency.as_str() || is_near(*known, *cents)
        };
        if !is_statement && !kept.iter().any(is_known) {
            kept.push((reading, *cents, currency));
        }
    }
    let said: Vec<String> = kept
        .iter()
        .map(|(reading, cents, currency)| {
            format!("{} in `{}`", money(*cents, currency), view.path(&reading.place))
        })
        .collect();
    (2 <= kept.len()).then(|| {
        let message = format!("{} is {}.", sentence(&field_words(field)), listed(&said));
        FindingDraft::shown(FindingSeverity::Medium, message)
            .at(kept.iter().map(|(reading, _, _)| reading.place.clone()))
            .about([field])
            .action("Show which amount is right, of which day and before or after tax.")
    })
}

fn is_near(a: i64, b: i64) -> bool {
    (a - b).abs() * 100 <= a.abs().max(b.abs()) * ROUNDED
}
