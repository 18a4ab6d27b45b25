//! `CHILD_AGE_IMPOSSIBLE`: a child that is older than the parents' years allow.

use super::super::{
    ConsistencyCheck, FindingDraft, MatterView,
    date_reach::is_surely_younger,
    matter_view::as_date,
    people::{aligned_fields, is_child},
    spoken::{role_words, sentence},
};
use crate::model::{FieldReading, FindingCategory, FindingSeverity, PartialDate};

pub(super) const CHECK: ConsistencyCheck = ConsistencyCheck {
    code: "CHILD_AGE_IMPOSSIBLE",
    category: FindingCategory::Relationship,
    run,
};

/// Below this age a parent of a child of the body is not credible.
const LEAST_AGE: i16 = 12;

fn run(view: &MatterView<'_>) -> Vec<FindingDraft> {
    let fields = aligned_fields(view);
    let born = |role: &str| -> Option<(&FieldReading, PartialDate)> {
        let reading = *fields.get(&format!("{role}.birth_date"))?.first()?;
        Some((reading, as_date(&reading.value)?))
    };
    let children = fields
        .keys()
        .filter_map(|field| field.strip_suffix(".birth_date").filter(|role| is_child(role)));
    let told = |role: &str| {
        let child = born(role)?;
        let is_step = fields.get(&format!("{role}.relation")).is_some_and(|readings| {
            let words = readings.iter().map(|it| it.value.to_string().to_lowercase());
            words
                .into_iter()
                .any(|it| it.contains("step") || it.contains("adopt"))
        });
        let parents = ["applicant", "sponsor", "spouse"];
        let young = parents.into_iter().filter_map(|parent| Some((parent, born(parent)?)));
        let mut young =
            young.filter(|(_, parent)| is_surely_younger(parent.1, LEAST_AGE, child.1));
        let (parent, of_parent) = young.next().filter(|_| !is_step)?;
        Some(draft(view, (role, child), (parent, of_parent)))
    };
    children.filter_map(told).collect()
}

type BornPerson<'a> = (&'a str, (&'a FieldReading, PartialDate));

fn draft(view: &MatterView<'_>, child: BornPerson<'_>, parent: BornPerson<'_>) -> FindingDraft {
    let (role, (reading, born)) = child;
    let (parent_role, (parent_reading, parent_born)) = parent;
    let message = format!(
        "{} was born on {born} by `{}`, and {} on {parent_born} by `{}`.",
        sentence(&role_words(role)),
        view.path(&reading.place),
        role_words(parent_role),
        view.path(&parent_reading.place)
    );
    FindingDraft::shown(FindingSeverity::Medium, message)
        .at([reading.place.clone(), parent_reading.place.clone()])
        .about([format!("{role}.birth_date"), format!("{parent_role}.birth_date")])
        .action("Check both days of birth; where the child is adopted or the partner's own, say so.")
}
