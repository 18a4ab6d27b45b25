//! `MARRIAGE_OVERLAP`: a marriage that was celebrated while an earlier one stood, by the dates given.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    matter_view::{as_date, row_name},
    name_likeness::{NameDifference, difference},
    spoken::{role_words, sentence},
};
use crate::model::{
    FactPlace, FieldReading, FindingCategory, FindingSeverity, HistoryKind, HistoryRow,
    PartialDate,
};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "MARRIAGE_OVERLAP",
    category: FindingCategory::Relationship,
    run,
};

const MARRIED: &str = "relationship.marriage_date";

const ACTION: &str = "Get the divorce order or death certificate of the earlier marriage and check its day; a marriage \
    during another is none in the family class (IRPR 117(9)(c)(i)).";

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let Some(wedding) = view.profile.best(MARRIED) else { return Vec::new() };
    let Some(day) = as_date(&wedding.value) else { return Vec::new() };
    let mut drafts = Vec::new();
    for role in ["applicant", "sponsor", "spouse"] {
        let rows = view.rows(HistoryKind::Relationship).filter(|row| row.person == role);
        let mut earlier =
            rows.filter(|row| is_marriage(row) && !is_present_partner(view, row, day));
        let standing = earlier.find_map(|row| stood_at(row, day));
        let ended = standing.or_else(|| divorced_after(view, role, day));
        if let Some((words, place)) = ended {
            drafts.push(draft(view, role, (wedding, day), (&words, place)));
        }
    }
    drafts
}

/// Where an earlier marriage surely still stood on the day.
fn stood_at(row: &HistoryRow, day: PartialDate) -> Option<(String, FactPlace)> {
    let begun = row.from.is_none_or(|from| from.is_surely_before(day));
    let ended_after = row.to.is_some_and(|to| day.is_surely_before(to));
    let name = row_name(row).unwrap_or_else(|| "someone not named".to_owned());
    let words = match row.to {
        Some(to) if begun && ended_after && !row.ongoing => {
            format!("an earlier marriage to `{name}` ended on {to}")
        }
        _ if begun && row.ongoing => format!("an earlier marriage to `{name}` has not ended"),
        _ => return None,
    };
    Some((words, row.place.clone()))
}

/// A day of divorce after the wedding, where it stands in a field of its own.
fn divorced_after(
    view: &MatterView<'_>,
    role: &str,
    day: PartialDate,
) -> Option<(String, FactPlace)> {
    let reading = view.profile.best(&format!("{role}.divorce_date"))?;
    let divorced = as_date(&reading.value)?;
    let after = day.is_surely_before(divorced);
    after.then(|| (format!("the divorce is of {divorced}"), reading.place.clone()))
}

/// Rows that do not say what they are stand for marriages; common-law partnerships may overlap.
fn is_marriage(row: &HistoryRow) -> bool {
    let told = ["status", "purpose", "relation"]
        .iter()
        .filter_map(|key| row.values.get(*key));
    !told
        .map(|value| value.to_string().to_lowercase())
        .any(|words| words.contains("common"))
}

/// Whether a row is of the partner of this matter: by name, or by the day of this wedding.
fn is_present_partner(view: &MatterView<'_>, row: &HistoryRow, day: PartialDate) -> bool {
    let Some(name) = row_name(row) else {
        return row.from.is_some_and(|from| from.may_be(day));
    };
    let partners = ["applicant", "sponsor", "spouse"]
        .into_iter()
        .filter(|it| *it != row.person);
    let alike = |role: &str| {
        let part =
            |name: &str| view.profile.words(&format!("{role}.{name}")).unwrap_or_default();
        let whole = format!("{} {}", part("given_name"), part("family_name"));
        difference(&name, &whole).is_some_and(|it| it < NameDifference::Other)
    };
    partners.into_iter().any(alike)
}

fn draft(
    view: &MatterView<'_>,
    role: &str,
    (wedding, day): (&FieldReading, PartialDate),
    (words, place): (&str, FactPlace),
) -> FindingDraft {
    let message = format!(
        "{} married on {day} by `{}`, and {words} by `{}`.",
        sentence(&role_words(role)),
        view.path(&wedding.place),
        view.path(&place)
    );
    FindingDraft::shown(FindingSeverity::Critical, message)
        .at([wedding.place.clone(), place])
        .about([MARRIED])
        .action(ACTION)
}
