//! `PASSPORT_EXPIRED`: a passport that is past its day, or that ends before the stay or the studies begin or end.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::as_date,
    spoken::{role_words, sentence},
};
use crate::model::{FindingCategory, FindingSeverity};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "PASSPORT_EXPIRED",
    category: FindingCategory::Documentation,
    run,
};

/// Days that a passport has to reach, the worst to miss first.
const STAY: &[(&str, &str, FindingSeverity)] = &[
    ("matter.stay_from", "the stay begins", FindingSeverity::High),
    ("matter.program_start", "the studies begin", FindingSeverity::High),
    ("matter.stay_to", "the stay ends", FindingSeverity::Medium),
    ("matter.program_end", "the studies end", FindingSeverity::Medium),
];

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
    let short = |(field, words, severity): &(&str, &'static str, FindingSeverity)| {
        let stay = view.readings(field).first()?;
        let until = as_date(&stay.value).filter(|it| expires.is_surely_before(*it))?;
        Some((stay, until, *words, *severity))
    };
    let (stay, until, words, severity) =
        STAY.iter().find_map(short).filter(|_| role == "applicant")?;
    let message = format!(
        "{person}'s passport expires on {expires} by `{path}`, before {words} on {until} by `{}`.",
        view.path(&stay.place)
    );
    Some(draft(severity, message).at([stay.place.clone()]).action(
        "Renew the passport: a permit is not given for longer than the passport holds.",
    ))
}
