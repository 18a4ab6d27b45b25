//! `PASSPORT_EXPIRED`: a passport that is past its day, or that ends before the stay does.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::as_date,
    spoken::{role_words, sentence},
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "PASSPORT_EXPIRED",
    category: FindingCategory::Documentation,
    run,
};

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = view.profile.fields.keys();
    let passports =
        fields.filter_map(|field| Some((field, field.strip_suffix(".passport_expires")?)));
    passports
        .filter_map(|(field, role)| told(view, field, role))
        .collect()
}

/// The latest passport counts; where papers differ on one, that is another finding.
fn told(view: &MatterView<'_>, field: &str, role: &str) -> Option<FindingDraft> {
    let readings = view.readings(field).iter();
    let dated = readings.filter_map(|it| Some((it, as_date(&it.value)?)));
    let (reading, expires) = dated.max_by_key(|(_, date)| date.last_day())?;
    let person = sentence(&role_words(role));
    let path = view.path(&reading.place);
    let draft = |severity, message: String| {
        FindingDraft::shown(severity, message)
            .at([reading.place.clone()])
            .about([field])
    };
    if expires.is_surely_before(view.as_of) {
        let message = format!(
            "{person}'s passport expired on {expires} by `{path}`; the audit is of {}.",
            view.as_of
        );
        return Some(
            draft(FindingSeverity::High, message)
                .action("Renew the passport before filing and give the new one in every form."),
        );
    }
    let (stay, until) = stay_end(view)?;
    let short = role == "applicant" && expires.is_surely_before(until);
    short.then(|| {
        let message = format!(
            "{person}'s passport expires on {expires} by `{path}`, before the stay ends on {until} by `{}`.",
            view.path(&stay.place)
        );
        draft(FindingSeverity::Medium, message)
            .at([stay.place.clone()])
            .action("Renew the passport: a permit is not given for longer than the passport holds.")
    })
}

fn stay_end<'a>(view: &MatterView<'a>) -> Option<(&'a FieldReading, PartialDate)> {
    let reading = view.readings("matter.stay_to").first()?;
    Some((reading, as_date(&reading.value)?))
}
