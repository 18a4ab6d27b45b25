//! `UNDER_AGE_UNION`: a marriage or a life together that began before one of both was of age.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    date_reach::is_surely_younger,
    legal_figure::figure,
    matter_view::as_date,
    spoken::{field_words, role_words, sentence},
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "UNDER_AGE_UNION",
    category: FindingCategory::Relationship,
    run,
};

/// The age asked where the shipped table has none for the day: the full age of the Act's spouses and partners.
const FULL_AGE: i16 = 18;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let least = figure("spouse_age", view.as_of, 1);
    let age = least.as_ref().and_then(|it| it.number("age_min"));
    let age = age.and_then(|it| i16::try_from(it).ok()).unwrap_or(FULL_AGE);
    let basis = least.map_or_else(String::new, |it| format!(" ({})", it.basis()));
    let mut drafts = Vec::new();
    for role in ["applicant", "sponsor", "spouse"] {
        let born = dated(view, &format!("{role}.birth_date"));
        let unions = ["relationship.marriage_date", "relationship.cohabitation_start"];
        let young = unions.iter().filter_map(|field| {
            let (birth, union) = (born?, dated(view, field)?);
            is_surely_younger(birth.1, age, union.1).then_some((*field, birth, union))
        });
        // The later of both follows from the earlier.
        let first = young.min_by_key(|(_, _, union)| union.1);
        if let Some((field, birth, union)) = first {
            drafts.push(draft(view, (role, age, &basis), field, (birth, union)));
        }
    }
    drafts
}

type DatedReading<'a> = (&'a FieldReading, PartialDate);

fn dated<'a>(view: &MatterView<'a>, field: &str) -> Option<DatedReading<'a>> {
    let reading = view.readings(field).first()?;
    Some((reading, as_date(&reading.value)?))
}

fn draft(
    view: &MatterView<'_>,
    (role, age, basis): (&str, i16, &str),
    field: &str,
    ((birth, born), (union, on)): (DatedReading<'_>, DatedReading<'_>),
) -> FindingDraft {
    let message = format!(
        "{} was not {age} yet when {} is dated: born {born} by `{}`, {on} by `{}`.",
        sentence(&role_words(role)),
        field_words(field),
        view.path(&birth.place),
        view.path(&union.place)
    );
    let action = format!(
        "Check both days; time together under {age} does not count towards a partnership, and a marriage under the age \
         of the place may be void{basis}."
    );
    FindingDraft::shown(FindingSeverity::High, message)
        .at([birth.place.clone(), union.place.clone()])
        .about([format!("{role}.birth_date"), field.to_owned()])
        .action(action)
}
