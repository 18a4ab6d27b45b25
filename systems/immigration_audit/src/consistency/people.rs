//! Who is who: readings of a field by person, with children matched by name and birth, for forms list them in any order.

use std::collections::BTreeMap;

use super::{
    matter_view::{MatterView, as_date},
    name_likeness::{NameDifference, difference},
};
use crate::model::FieldReading;

/// The readings of every field, children's under one role a child.
pub(super) type AlignedFields<'a> = BTreeMap<String, Vec<&'a FieldReading>>;

/// What one file says of one child, by the name of the field.
type ChildRecord<'a> = BTreeMap<&'a str, Vec<&'a FieldReading>>;

pub(super) fn aligned_fields<'a>(view: &MatterView<'a>) -> AlignedFields<'a> {
    let mut fields = AlignedFields::new();
    let mut records: BTreeMap<(&str, &str), ChildRecord<'a>> = BTreeMap::new();
    for (field, readings) in &view.profile.fields {
        let Some((role, name)) = field.split_once('.').filter(|(role, _)| is_child(role))
        else {
            fields.entry(one_name(field)).or_default().extend(readings);
            continue;
        };
        for reading in readings {
            let record = records.entry((reading.place.file.as_str(), role)).or_default();
            record.entry(name).or_default().push(reading);
        }
    }
    for (role, child) in matched(&records) {
        for (name, readings) in child {
            let of_field = fields.entry(format!("{role}.{name}")).or_default();
            of_field.extend(readings);
        }
    }
    fields
}

/// The wedding of this matter stands under the name of whoever filled in the form.
fn one_name(field: &str) -> String {
    match field.split_once('.') {
        Some(("applicant" | "sponsor" | "spouse", "marriage_date")) => {
            "relationship.marriage_date".to_owned()
        }
        _ => field.to_owned(),
    }
}

/// Each child once, with all that files say of it.
fn matched<'a>(
    records: &BTreeMap<(&'a str, &'a str), ChildRecord<'a>>,
) -> Vec<(String, ChildRecord<'a>)> {
    let mut children: Vec<(String, ChildRecord<'a>)> = Vec::new();
    for ((_, role), record) in records {
        let known = children
            .iter()
            .position(|(of, child)| is_one(of == role, child, record));
        let at = known.unwrap_or_else(|| {
            children.push((free_role(&children, role), ChildRecord::new()));
            children.len() - 1
        });
        for (name, readings) in record {
            children[at].1.entry(*name).or_default().extend(readings);
        }
    }
    children
}

/// Whether two records may be of one child: a name alike, or a day of birth where names do not settle it.
fn is_one(same_role: bool, a: &ChildRecord<'_>, b: &ChildRecord<'_>) -> bool {
    let given = |record: &ChildRecord<'_>| {
        let first = record.get("given_name").and_then(|it| it.first());
        first.map(|reading| reading.value.to_string())
    };
    let born = |record: &ChildRecord<'_>| {
        let first = record.get("birth_date").and_then(|it| it.first());
        first.and_then(|reading| as_date(&reading.value))
    };
    let names = given(a).zip(given(b)).and_then(|(a, b)| difference(&a, &b));
    let births = born(a).zip(born(b)).map(|(a, b)| a.may_be(b));
    match (names, births) {
        (Some(names), _) if names < NameDifference::Other => true,
        (Some(_), born_alike) => born_alike == Some(true) && same_role,
        (None, Some(born_alike)) => born_alike || same_role,
        (None, None) => same_role,
    }
}

fn free_role(children: &[(String, ChildRecord<'_>)], wished: &str) -> String {
    let taken = |role: &str| children.iter().any(|(of, _)| of == role);
    if !taken(wished) {
        return wished.to_owned();
    }
    (1..=children.len() + 1)
        .map(|number| format!("child{number}"))
        .find(|role| !taken(role))
        .unwrap_or_else(|| wished.to_owned())
}

pub(super) fn is_child(role: &str) -> bool {
    role.strip_prefix("child")
        .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit()))
}

/// Names of a person as one file gives them.
pub(super) struct NamedPerson<'a> {
    pub(super) role: String,
    pub(super) file: &'a str,
    pub(super) family: Option<&'a FieldReading>,
    pub(super) given: Option<&'a FieldReading>,
}

impl NamedPerson<'_> {
    /// Given names and family name, as far as they are there.
    pub(super) fn whole(&self) -> String {
        let parts = [self.given, self.family];
        let words: Vec<String> = parts
            .iter()
            .flatten()
            .map(|reading| reading.value.to_string())
            .collect();
        words.join(" ")
    }
}

/// Every person of every file, by role and then by file.
pub(super) fn named_people<'a>(fields: &AlignedFields<'a>) -> Vec<NamedPerson<'a>> {
    let mut people: BTreeMap<(String, &'a str), NamedPerson<'a>> = BTreeMap::new();
    for (field, readings) in fields {
        let Some((role, name)) = field.split_once('.') else { continue };
        if !matches!(name, "family_name" | "given_name") {
            continue;
        }
        for reading in readings {
            let file = reading.place.file.as_str();
            let person = people.entry((role.to_owned(), file)).or_insert_with(|| NamedPerson {
                role: role.to_owned(),
                file,
                family: None,
                given: None,
            });
            let slot =
                if name == "family_name" { &mut person.family } else { &mut person.given };
            slot.get_or_insert(*reading);
        }
    }
    people.into_values().collect()
}
