//! `BIRTH_AFTER_EVENT`: something that a person did before being born.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::as_date,
    people::aligned_fields,
    spoken::{field_words, role_words, sentence},
};
use crate::model::{
    FactPlace, FieldReading, FindingCategory, FindingSeverity, HistoryKind, PartialDate,
};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "BIRTH_AFTER_EVENT",
    category: FindingCategory::Background,
    run,
};

/// Events of both partners, and of the applicant, that stand under other roles.
const SHARED: &[&str] = &[
    "relationship.first_met",
    "relationship.courtship_start",
    "relationship.cohabitation_start",
    "relationship.marriage_date",
];
const APPLICANTS: &[&str] =
    &["matter.entry_date", "matter.claim_date", "matter.prior_refusal_date"];

/// An event before the birth: what it is, its day, where it stands.
struct EarlyEvent {
    words: String,
    date: PartialDate,
    place: FactPlace,
}

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = aligned_fields(view);
    let births = fields.iter().filter_map(|(field, readings)| {
        let role = field.strip_suffix(".birth_date")?;
        let reading = *readings.first()?;
        Some((role, reading, as_date(&reading.value)?))
    });
    births
        .filter_map(|(role, reading, birth)| told(view, role, (reading, birth)))
        .collect()
}

/// The earliest event of a person before the birth: the others follow from it.
fn told(
    view: &MatterView<'_>,
    role: &str,
    (reading, birth): (&FieldReading, PartialDate),
) -> Option<FindingDraft> {
    let mut events = events_of(view, role);
    events.retain(|event| event.date.is_surely_before(birth));
    let event = events.into_iter().min_by_key(|event| event.date)?;
    let message = format!(
        "{} was born on {birth} by `{}`, and {} is dated {} in `{}`.",
        sentence(&role_words(role)),
        view.path(&reading.place),
        event.words,
        event.date,
        view.path(&event.place)
    );
    Some(
        FindingDraft::shown(FindingSeverity::High, message)
            .at([reading.place.clone(), event.place])
            .about([format!("{role}.birth_date")])
            .action("One of the two days is wrong: copy both from the documents themselves."),
    )
}

fn events_of(view: &MatterView<'_>, role: &str) -> Vec<EarlyEvent> {
    let shared = matches!(role, "applicant" | "sponsor" | "spouse");
    let own =
        ["passport_issued", "divorce_date", "status_date"].map(|name| format!("{role}.{name}"));
    let others = SHARED.iter().filter(|_| shared);
    let matters = APPLICANTS.iter().filter(|_| role == "applicant");
    let names = own
        .into_iter()
        .chain(others.chain(matters).map(|it| (*it).to_owned()));
    let of_fields = names.flat_map(|field| {
        let readings = view.readings(&field).iter();
        readings
            .filter_map(|it| {
                let date = as_date(&it.value)?;
                Some(EarlyEvent {
                    words: field_words(&field),
                    date,
                    place: it.place.clone(),
                })
            })
            .collect::<Vec<_>>()
    });
    let rows = view
        .profile
        .histories
        .iter()
        .filter(|row| row.person == role && row.kind != HistoryKind::Family);
    let of_rows = rows.filter_map(|row| {
        let date = row.from.or(row.to)?;
        let words = "a row of the history".to_owned();
        Some(EarlyEvent { words, date, place: row.place.clone() })
    });
    of_fields.chain(of_rows).collect()
}
