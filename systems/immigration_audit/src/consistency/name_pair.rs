//! Pairs of readings of a person's name that are not the same, each pair of spellings once.

use super::{
    matter_view::MatterView,
    name_likeness::{NameDifference, difference},
    people::{AlignedFields, NamedPerson, aligned_fields, named_people},
};
use crate::model::{FieldReading, ReadingMethod};

/// Two readings of a name that differ.
pub(super) struct NamePair<'a> {
    pub(super) role: String,
    pub(super) field: String,
    pub(super) first: &'a FieldReading,
    pub(super) second: &'a FieldReading,
    pub(super) difference: NameDifference,
}

/// The names that differ, of each person and field: each spelling against the surest one alone, so that one slip is
/// told once.
pub(super) fn name_pairs<'a>(view: &MatterView<'a>) -> Vec<NamePair<'a>> {
    let fields = aligned_fields(view);
    let people = named_people(&fields);
    let mut pairs = Vec::new();
    for (field, readings) in &fields {
        let Some((role, name)) = field.split_once('.') else { continue };
        if !matches!(name, "family_name" | "given_name") {
            continue;
        }
        let of_role: Vec<&NamedPerson<'_>> =
            people.iter().filter(|person| person.role == role).collect();
        let Some(first) = readings.first() else { continue };
        let mut told: Vec<String> = Vec::new();
        for second in readings.iter().skip(1) {
            let Some(pair) = differing(field, first, second) else { continue };
            let spelling = second.value.to_string().to_lowercase();
            if is_excused(&fields, &pair, &of_role) || told.contains(&spelling) {
                continue;
            }
            told.push(spelling);
            pairs.push(pair);
        }
    }
    pairs.extend(whole_name_pairs(&fields, &people));
    without_twin_orders(pairs)
}

/// Whole names, as some forms and letters give them, against the parts that others give.
fn whole_name_pairs<'a>(
    fields: &AlignedFields<'a>,
    people: &[NamedPerson<'a>],
) -> Vec<NamePair<'a>> {
    let whole = fields.iter().filter_map(|(field, readings)| {
        Some((field, field.strip_suffix(".full_name")?, readings))
    });
    let mut pairs = Vec::new();
    for (field, role, readings) in whole {
        let parts = people.iter().find(|person| {
            person.role == role && person.family.is_some() && person.given.is_some()
        });
        let Some((person, first)) = parts.and_then(|it| Some((it, it.family?))) else {
            continue;
        };
        let mut told: Vec<String> = Vec::new();
        for second in readings {
            let spelling = second.value.to_string();
            let apart = difference(&person.whole(), &spelling).filter(|it| {
                !matches!(
                    it,
                    NameDifference::Same | NameDifference::Shorter | NameDifference::Order
                )
            });
            let Some(difference) = apart.filter(|_| !told.contains(&spelling)) else {
                continue;
            };
            let (role, field) = (role.to_owned(), field.clone());
            let pair = NamePair { role, field, first, second, difference };
            if !is_alias(fields, &pair) {
                told.push(spelling);
                pairs.push(pair);
            }
        }
    }
    pairs
}

fn differing<'a>(
    field: &str,
    first: &'a FieldReading,
    second: &'a FieldReading,
) -> Option<NamePair<'a>> {
    let role = field.split('.').next().unwrap_or_default().to_owned();
    let difference = difference(&first.value.to_string(), &second.value.to_string())?;
    let loose = |reading: &FieldReading| {
        matches!(
            reading.method,
            ReadingMethod::Prose
                | ReadingMethod::Label
                | ReadingMethod::Model
                | ReadingMethod::Recognised
        )
    };
    let machine = [first, second]
        .iter()
        .any(|it| it.method == ReadingMethod::MachineZone);
    let told = match difference {
        NameDifference::Same => false,
        // Letters leave middle names out, and the machine-readable zone has no accents and not every name.
        NameDifference::Shorter => !machine && !loose(first) && !loose(second),
        NameDifference::Marks => !machine,
        _ => true,
    };
    told.then(|| NamePair {
        role,
        field: field.to_owned(),
        first,
        second,
        difference,
    })
}

/// Whether something that the matter declares explains the difference.
fn is_excused(
    fields: &AlignedFields<'_>,
    pair: &NamePair<'_>,
    of_role: &[&NamedPerson<'_>],
) -> bool {
    is_alias(fields, pair) || is_other_order(pair, of_role) || is_partners_name(fields, pair)
}

/// Whether either name is declared as another name of the person.
fn is_alias(fields: &AlignedFields<'_>, pair: &NamePair<'_>) -> bool {
    let aliases = fields.get(&format!("{}.other_names", pair.role));
    let names = [pair.first, pair.second].map(|reading| reading.value.to_string());
    aliases.into_iter().flatten().any(|alias| {
        let alias = alias.value.to_string();
        names.iter().any(|name| {
            let told = super::name_likeness::tokens(&alias);
            let wanted = super::name_likeness::tokens(name);
            !wanted.is_empty() && wanted.iter().all(|token| told.contains(token))
        })
    })
}

/// Whether the whole names are the same and only their parts were put into other boxes; told as an order, once.
fn is_other_order(pair: &NamePair<'_>, of_role: &[&NamedPerson<'_>]) -> bool {
    let whole = |reading: &FieldReading| {
        let person = of_role.iter().find(|person| person.file == reading.place.file);
        person
            .filter(|person| person.family.is_some() && person.given.is_some())
            .map(|it| it.whole())
    };
    if pair.difference != NameDifference::Other {
        return false;
    }
    let names = whole(pair.first).zip(whole(pair.second));
    names
        .and_then(|(a, b)| difference(&a, &b))
        .is_some_and(|it| it <= NameDifference::Marks)
}

/// Whether a family name is that of the partner: a name taken at marriage.
fn is_partners_name(fields: &AlignedFields<'_>, pair: &NamePair<'_>) -> bool {
    let partners: &[&str] = match pair.role.as_str() {
        "applicant" | "spouse" => &["sponsor", "spouse", "applicant"],
        "sponsor" => &["applicant", "spouse"],
        _ => return false,
    };
    let mut partners = partners.iter().filter(|it| **it != pair.role);
    pair.field.ends_with(".family_name")
        && partners.any(|partner| {
            let theirs = fields.get(&format!("{partner}.family_name"));
            let theirs = theirs.and_then(|it| it.first()).map(|it| it.value.to_string());
            theirs.is_some_and(|name| {
                let second = pair.second.value.to_string();
                difference(&name, &second) == Some(NameDifference::Same)
            })
        })
}

/// One finding where family and given name changed places, not one for each.
fn without_twin_orders(pairs: Vec<NamePair<'_>>) -> Vec<NamePair<'_>> {
    let mut kept: Vec<NamePair<'_>> = Vec::new();
    for pair in pairs {
        let twin = |it: &NamePair<'_>| {
            it.role == pair.role
                && pair.difference == NameDifference::Order
                && it.difference == NameDifference::Order
                && it.second.place.file == pair.second.place.file
        };
        if !kept.iter().any(twin) {
            kept.push(pair);
        }
    }
    kept
}
