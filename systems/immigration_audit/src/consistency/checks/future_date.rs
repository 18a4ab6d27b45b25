//! `FUTURE_DATE`: a day that has to lie in the past and lies after the day of the audit.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::{as_date, whole_file},
    spoken::{field_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "FUTURE_DATE",
    category: FindingCategory::Documentation,
    run,
};

/// Events that have happened where they are told.
const PAST: &[&str] = &[
    "birth_date",
    "first_met",
    "courtship_start",
    "cohabitation_start",
    "marriage_date",
    "passport_issued",
    "entry_date",
    "claim_date",
    "prior_refusal_date",
    "police_certificate_date",
    "medical_date",
    "language_test_date",
    "acceptance_letter_date",
];

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields =
        view.profile.fields.keys().filter(|field| {
            field.split_once('.').is_some_and(|(_, name)| PAST.contains(&name))
        });
    let of_fields = fields.filter_map(|field| {
        let readings = view.readings(field).iter();
        let mut dated = readings.filter_map(|it| Some((it, as_date(&it.value)?)));
        let (reading, date) = dated.find(|(_, date)| view.as_of.is_surely_before(*date))?;
        let message = format!(
            "{} is {date} in `{}`, after the day of this audit, {}.",
            sentence(&field_words(field)),
            view.path(&reading.place),
            view.as_of
        );
        let draft = FindingDraft::shown(FindingSeverity::Medium, message);
        Some(
            draft
                .at([reading.place.clone()])
                .about([field.clone()])
                .action(ACTION),
        )
    });
    let of_files = view.files.iter().filter_map(|file| {
        let signed = file.form.as_ref()?.signed_on?;
        view.as_of.is_surely_before(signed).then(|| {
            let message = format!(
                "`{}` is signed on {signed}, after the day of this audit, {}.",
                file.path, view.as_of
            );
            FindingDraft::shown(FindingSeverity::Medium, message)
                .at([whole_file(file, &signed.to_string())])
                .action(ACTION)
        })
    });
    of_fields.chain(of_files).collect()
}

const ACTION: &str = "Check the year; a form is signed on the day of signing.";
