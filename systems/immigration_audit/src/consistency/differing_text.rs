//! Readings of one field whose words differ, told side by side.

use super::{
    FindingDraft, MatterView,
    spoken::{field_words, listed, sentence, value_words},
};
use crate::model::{FieldReading, FieldValue, FindingSeverity};

/// What is told of a field whose readings differ.
pub(super) struct DifferingText<'a> {
    pub(super) field: &'a str,
    pub(super) severity: FindingSeverity,
    pub(super) action: &'a str,
}

/// One finding with every wording that is not like one before it.
pub(super) fn differing(
    view: &MatterView<'_>,
    told: &DifferingText<'_>,
    readings: &[&FieldReading],
    alike: &dyn Fn(&str, &str) -> bool,
) -> Option<FindingDraft> {
    let mut kept: Vec<&FieldReading> = Vec::new();
    for reading in readings {
        let is_known = kept.iter().any(|known| same(&known.value, &reading.value, alike));
        if !is_known && !reading.value.to_string().trim().is_empty() {
            kept.push(reading);
        }
    }
    if kept.len() < 2 {
        return None;
    }
    let said: Vec<String> = kept
        .iter()
        .map(|it| format!("{} in `{}`", value_words(&it.value), view.path(&it.place)))
        .collect();
    let message = format!("{} is {}.", sentence(&field_words(told.field)), listed(&said));
    Some(
        FindingDraft::shown(told.severity, message)
            .at(kept.iter().map(|reading| reading.place.clone()))
            .about([told.field])
            .action(told.action),
    )
}

/// Codes of one list are compared as codes, all else as words.
fn same(a: &FieldValue, b: &FieldValue, alike: &dyn Fn(&str, &str) -> bool) -> bool {
    alike(&a.to_string(), &b.to_string())
}
