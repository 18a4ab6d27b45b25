//! `PERIOD_REVERSED`: a period that ends before it begins: a passport, a stay, a row of a history.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::as_date,
    spoken::{field_words, role_words, sentence},
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, HistoryRow, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "PERIOD_REVERSED",
    category: FindingCategory::Documentation,
    run,
};

/// Names of the first and the last day of a period.
const PERIODS: &[(&str, &str)] = &[
    ("passport_issued", "passport_expires"),
    ("stay_from", "stay_to"),
    ("program_start", "program_end"),
];

const ACTION: &str = "One of the two days is wrong: copy both from the document itself.";

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let mut drafts = Vec::new();
    for field in view.profile.fields.keys() {
        let Some((role, name)) = field.split_once('.') else { continue };
        let Some((_, last)) = PERIODS.iter().find(|(first, _)| *first == name) else {
            continue;
        };
        drafts.extend(of_fields(view, field, &format!("{role}.{last}")));
    }
    drafts.extend(view.profile.histories.iter().filter_map(|row| of_row(view, row)));
    drafts
}

/// Both days as one file gives them.
fn of_fields(view: &MatterView<'_>, first: &str, last: &str) -> Option<FindingDraft> {
    let dated = |field: &str| -> Vec<(&FieldReading, PartialDate)> {
        let readings = view.readings(field).iter();
        readings.filter_map(|it| Some((it, as_date(&it.value)?))).collect()
    };
    let lasts = dated(last);
    let reversed = dated(first).into_iter().find_map(|(begin, from)| {
        let end = lasts.iter().find(|(end, to)| {
            end.place.file == begin.place.file && to.is_surely_before(from)
        })?;
        Some(((begin, from), *end))
    });
    let ((begin, from), (end, to)) = reversed?;
    let message = format!(
        "In `{}` {} is {from}, and {} is {to}.",
        view.path(&begin.place),
        field_words(first),
        field_words(last)
    );
    Some(
        FindingDraft::shown(FindingSeverity::High, message)
            .at([begin.place.clone(), end.place.clone()])
            .about([first, last])
            .action(ACTION),
    )
}

fn of_row(view: &MatterView<'_>, row: &HistoryRow) -> Option<FindingDraft> {
    let (from, to) = (row.from?, row.to?);
    if row.ongoing || !to.is_surely_before(from) {
        return None;
    }
    let message = format!(
        "{}'s history in `{}` has a row from {from} to {to}.",
        sentence(&role_words(&row.person)),
        view.path(&row.place)
    );
    Some(
        FindingDraft::shown(FindingSeverity::Medium, message)
            .at([row.place.clone()])
            .about([format!("{}.history", row.person)])
            .action(ACTION),
    )
}
