//! `DATE_CONFLICT`: documents that give different days for one event.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    date_reach::{days_apart, is_swapped},
    matter_view::as_date,
    people::aligned_fields,
    spoken::{field_words, listed, sentence},
};
use crate::model::{
    FieldReading, FindingCategory, FindingSeverity, PartialDate, ReadingMethod,
};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "DATE_CONFLICT",
    category: FindingCategory::Background,
    run,
};

/// Days of events that happen once, with how grave it is when documents differ on them.
const ONCE: &[(&str, FindingSeverity)] = &[
    ("birth_date", FindingSeverity::High),
    ("marriage_date", FindingSeverity::High),
    ("first_met", FindingSeverity::High),
    ("cohabitation_start", FindingSeverity::High),
    ("courtship_start", FindingSeverity::Medium),
    ("divorce_date", FindingSeverity::High),
    ("death_date", FindingSeverity::High),
    ("entry_date", FindingSeverity::High),
    ("claim_date", FindingSeverity::High),
    ("status_date", FindingSeverity::Medium),
    ("acceptance_letter_date", FindingSeverity::Low),
    ("stay_from", FindingSeverity::Low),
    ("stay_to", FindingSeverity::Low),
    ("program_start", FindingSeverity::Medium),
    ("program_end", FindingSeverity::Medium),
];

/// Days of a passport: they differ rightly where there are two passports.
const PASSPORT: &[&str] = &["passport_issued", "passport_expires"];

/// Where a passage may be read wrongly, the reading is the first suspect.
const UNSURE: f64 = 0.6;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = aligned_fields(view);
    let mut drafts = Vec::new();
    for (field, readings) in &fields {
        let Some((role, name)) = field.split_once('.') else { continue };
        if let Some((_, severity)) = ONCE.iter().find(|(once, _)| *once == name) {
            drafts.extend(conflict(view, field, readings, *severity));
        } else if PASSPORT.contains(&name) {
            let numbers = fields.get(&format!("{role}.passport_number"));
            for of_one in by_passport(readings, numbers) {
                drafts.extend(conflict(view, field, &of_one, FindingSeverity::High));
            }
        }
    }
    drafts
}

/// Readings of files that name the same passport; files that name none are left out where there is more than one.
fn by_passport<'a>(
    readings: &[&'a FieldReading],
    numbers: Option<&Vec<&'a FieldReading>>,
) -> Vec<Vec<&'a FieldReading>> {
    let numbers = numbers.map_or(&[][..], Vec::as_slice);
    let bare =
        |reading: &FieldReading| super::super::address_form::bare(&reading.value.to_string());
    let mut different: Vec<String> = numbers.iter().map(|it| bare(it)).collect();
    different.sort();
    different.dedup();
    if different.len() < 2 {
        return vec![readings.to_vec()];
    }
    let of_number = |number: &String| {
        let in_file = |reading: &&&FieldReading| {
            numbers
                .iter()
                .any(|it| it.place.file == reading.place.file && bare(it) == *number)
        };
        readings.iter().filter(in_file).copied().collect()
    };
    different.iter().map(of_number).collect()
}

fn conflict(
    view: &MatterView<'_>,
    field: &str,
    readings: &[&FieldReading],
    severity: FindingSeverity,
) -> Option<FindingDraft> {
    let dated = readings.iter().filter_map(|it| Some((*it, as_date(&it.value)?)));
    let told = distinct(dated.collect());
    let ((_, first), (_, second)) = (told.first()?, told.get(1)?);
    let said: Vec<String> = told
        .iter()
        .map(|(reading, date)| format!("{date} in `{}`", view.path(&reading.place)))
        .collect();
    let mut message = format!("{} is {}", sentence(&field_words(field)), listed(&said));
    if is_swapped(*first, *second) {
        message.push_str("; day and month may have been changed round");
    } else {
        message.push_str(&apart(days_apart(*first, *second)));
    }
    let unsure = |(reading, _): &(&FieldReading, PartialDate)| {
        reading.method == ReadingMethod::Recognised || reading.certainty < UNSURE
    };
    let severity =
        if told.iter().any(unsure) { severity.min(FindingSeverity::Medium) } else { severity };
    let action = "Find out which day is right, correct the other document, and explain it where it cannot be \
        corrected.";
    Some(
        FindingDraft::shown(severity, message + ".")
            .at(told.iter().map(|(reading, _)| reading.place.clone()))
            .about([field])
            .action(action),
    )
}

fn apart(days: i64) -> String {
    match days {
        1 => "; they lie a day apart".to_owned(),
        days => format!("; they lie {days} days apart or more"),
    }
}

/// One reading for each day that is surely another, the fullest dates first.
fn distinct(mut dated: Vec<(&FieldReading, PartialDate)>) -> Vec<(&FieldReading, PartialDate)> {
    let fullness = |date: PartialDate| (date.month().is_none(), date.day().is_none());
    dated.sort_by_key(|(_, date)| fullness(*date));
    let mut told: Vec<(&FieldReading, PartialDate)> = Vec::new();
    for (reading, date) in dated {
        if !told.iter().any(|(_, known)| known.may_be(date)) {
            told.push((reading, date));
        }
    }
    told
}
