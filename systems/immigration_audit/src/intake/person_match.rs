//! Whose values these are: names and birth dates of a document against those of the people whom forms name.

use crate::model::{MatterFile, PartialDate};

use super::{
    profile_draft::ProfileDraft,
    value_reading::date_of,
    word_search::{distance, folded},
};

/// Forms that say who applicant and sponsor are, before those that each person fills in.
const PRINCIPAL: [&str; 9] = [
    "IMM 1344", "IMM 0008", "IMM 1294", "IMM 1295", "IMM 5257", "IMM 5708", "IMM 5709",
    "IMM 5710", "IMM 5532",
];

/// The order in which forms are read.
pub(super) fn form_rank(file: &MatterFile) -> usize {
    let number = file.form.as_ref().map(|form| form.number.as_str());
    match number {
        Some(
            "IMM 0008" | "IMM 1294" | "IMM 1295" | "IMM 5257" | "IMM 5708" | "IMM 5709"
            | "IMM 5710",
        ) => 0,
        Some("IMM 1344") => 1,
        Some("IMM 0008DEP") => 2,
        _ => 3,
    }
}

/// Roles that a person of a document may have.
const ROLES: [&str; 3] = ["applicant", "sponsor", "spouse"];

/// A person as a document names them.
#[derive(Debug, Clone, Default)]
pub(super) struct MatchedPerson {
    pub(super) family: Option<String>,
    pub(super) given: Option<String>,
    /// Where the parts are not told apart.
    pub(super) full: Option<String>,
    pub(super) born: Option<PartialDate>,
}

/// A form that each person fills in is the applicant's unless it names another person whom we know.
pub(super) fn give_to_its_person(
    file: &MatterFile,
    known: &ProfileDraft,
    one: &mut ProfileDraft,
) {
    let number = file.form.as_ref().map_or("", |form| form.number.as_str());
    if PRINCIPAL.contains(&number) {
        return;
    }
    let first = |name: &str| one.words(&format!("applicant.{name}")).next();
    let person = MatchedPerson {
        family: first("family_name"),
        given: first("given_name"),
        full: first("full_name"),
        born: first("birth_date").and_then(|words| date_of(&words)),
    };
    let Some(role) = role_of(&person, known).filter(|role| role != "applicant") else { return };
    let taken = std::mem::take(&mut one.fields);
    for (field, readings) in taken {
        let name = match field.split_once('.') {
            Some(("applicant", name)) => format!("{role}.{name}"),
            // Whose spouse that is depends on who fills it in: it is not read.
            Some(("spouse", _)) => continue,
            _ => field,
        };
        one.fields.insert(name, readings);
    }
    for row in &mut one.histories {
        if row.person == "applicant" {
            row.person.clone_from(&role);
        }
    }
}

/// The role of a person; nothing where it is nobody whom we know, or may be two.
pub(super) fn role_of(person: &MatchedPerson, known: &ProfileDraft) -> Option<String> {
    match match_of(person, known) {
        PersonMatch::One(role) => Some(role),
        PersonMatch::Several | PersonMatch::Nobody => None,
    }
}

/// Whom of the people that are known a person may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PersonMatch {
    One(String),
    /// Two or more, equally likely.
    Several,
    Nobody,
}

/// Holds a person against those who are known.
pub(super) fn match_of(person: &MatchedPerson, known: &ProfileDraft) -> PersonMatch {
    let children = (1..=20).map(|number| format!("child{number}"));
    let roles = ROLES.iter().map(|role| (*role).to_owned()).chain(children);
    let mut scored: Vec<(u32, String)> = roles
        .filter_map(|role| Some((likeness(person, &role, known)?, role)))
        .collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let Some((best, role)) = scored.first() else { return PersonMatch::Nobody };
    // The sponsor of a spouse is their spouse: one person, told by the surer role.
    let rival = scored
        .get(1)
        .filter(|(score, other)| score == best && !pair(role, other));
    if rival.is_some() { PersonMatch::Several } else { PersonMatch::One(role.clone()) }
}

fn pair(one: &str, other: &str) -> bool {
    matches!((one, other), ("sponsor", "spouse") | ("spouse", "sponsor"))
}

/// How much two people are one: nothing where fewer than two of family name, given name and birth agree.
fn likeness(person: &MatchedPerson, role: &str, known: &ProfileDraft) -> Option<u32> {
    let of = |name: &str| -> Vec<String> {
        known
            .words(&format!("{role}.{name}"))
            .map(|words| folded(&words))
            .collect()
    };
    let (families, givens, fulls) = (of("family_name"), of("given_name"), of("full_name"));
    let births: Vec<PartialDate> = known
        .words(&format!("{role}.birth_date"))
        .filter_map(|words| date_of(&words))
        .collect();
    let born = person.born.is_some_and(|born| births.contains(&born));
    if let Some(full) = &person.full {
        let full = folded(full);
        let family = families.iter().any(|family| holds_name(&full, family));
        let given = givens.iter().any(|given| {
            given
                .split(' ')
                .any(|one| holds_name(&full, one) || holds_initial(&full, one))
        });
        let same = fulls.iter().any(|known| near(known, &full));
        return agreed([family || same, given || same, born]);
    }
    let family = person.family.as_deref().map(folded);
    let given = person.given.as_deref().map(folded);
    let family_told = family.as_ref().is_some_and(|name| {
        families.iter().any(|known| near(known, name))
            || givens
                .iter()
                .any(|known| known.split(' ').any(|known| near(known, name)))
            || fulls.iter().any(|full| holds_name(full, name))
    });
    let given_told = given.as_ref().is_some_and(|name| {
        name.split(' ').any(|one| {
            let in_given = givens
                .iter()
                .chain(&families)
                .any(|known| known.split(' ').any(|known| near(known, one)));
            in_given || fulls.iter().any(|full| holds_name(full, one))
        })
    });
    agreed([family_told, given_told, born])
}

fn agreed(told: [bool; 3]) -> Option<u32> {
    let score = told.into_iter().map(u32::from).sum();
    // A family name and nothing else is shared by families; a birth date with one name is a person.
    (2 <= score).then_some(score)
}

/// Names that may be one: the same, or two letters apart in a long one.
fn near(one: &str, other: &str) -> bool {
    let length = one.chars().count().max(other.chars().count());
    let allowed = match length {
        0..=3 => 0,
        4..=6 => 1,
        _ => 2,
    };
    length.abs_diff(one.chars().count().min(other.chars().count())) <= allowed
        && distance(one, other) <= allowed
}

/// Whether a full name has a name among its words, or nearly.
fn holds_name(full: &str, name: &str) -> bool {
    if name.is_empty() {
        return false;
    }
    let words: Vec<&str> = full.split(' ').collect();
    let length = name.split(' ').count();
    words
        .windows(length.min(words.len()).max(1))
        .any(|some| near(&some.join(" "), name))
}

/// Whether a full name has the first letter of a name in place of it: `R. Muster`.
fn holds_initial(full: &str, name: &str) -> bool {
    let first = name.chars().next();
    full.split(' ').any(|word| {
        let mut letters = word.chars();
        letters.next() == first && letters.next().is_none()
    })
}

/// Whether anybody is known by name.
pub(super) fn knows_anybody(known: &ProfileDraft) -> bool {
    ROLES.iter().any(|role| {
        ["family_name", "full_name"]
            .iter()
            .any(|name| known.fields.contains_key(&format!("{role}.{name}")))
    })
}

#[cfg(test)]
mod tests {
    use super::{MatchedPerson, PersonMatch, match_of, role_of};
    use crate::{
        intake::profile_draft::ProfileDraft,
        model::{FactPlace, FieldReading, FieldValue, ReadingMethod},
    };

    fn known(rows: &[(&str, &str)]) -> ProfileDraft {
        let mut draft = ProfileDraft::default();
        for (field, value) in rows {
            let place = FactPlace {
                file: "F01".to_owned(),
                page: None,
                form_path: None,
                span: None,
                words: (*value).to_owned(),
            };
            let value = FieldValue::Text((*value).to_owned());
            draft.add(
                (*field).to_owned(),
                FieldReading {
                    value,
                    place,
                    method: ReadingMethod::FormField,
                    certainty: 0.98,
                },
            );
        }
        draft
    }

    fn person(family: &str, given: &str) -> MatchedPerson {
        MatchedPerson {
            family: Some(family.to_owned()),
            given: Some(given.to_owned()),
            ..MatchedPerson::default()
        }
    }

    #[test]
    fn people_are_told_by_two_of_three() {
        let known = known(&[
            ("applicant.family_name", "Exempelsson"),
            ("applicant.given_name", "Nils Fiktiv"),
            ("applicant.birth_date", "1988-11-02"),
            ("sponsor.family_name", "Exempelsson"),
            ("sponsor.given_name", "Kim"),
        ]);
        let role = |person: &MatchedPerson| role_of(person, &known);
        assert_eq!(role(&person("EXEMPELSON", "NILS")).as_deref(), Some("applicant"));
        assert_eq!(role(&person("Exempelsson", "Kim")).as_deref(), Some("sponsor"));
        assert_eq!(role(&person("Exempelsson", "Ada")), None);
        assert_eq!(role(&person("Nils", "Exempelsson")).as_deref(), Some("applicant"));
        let full = MatchedPerson {
            full: Some("Mr. Nils Exempelsson".to_owned()),
            ..MatchedPerson::default()
        };
        assert_eq!(role(&full).as_deref(), Some("applicant"));
        let short = |full: &str| MatchedPerson {
            full: Some(full.to_owned()),
            ..MatchedPerson::default()
        };
        assert_eq!(role(&short("N. Exempelsson")).as_deref(), Some("applicant"));
        assert_eq!(match_of(&short("Kim Nils Exempelsson"), &known), PersonMatch::Several);
        assert_eq!(match_of(&short("Ada Fremd"), &known), PersonMatch::Nobody);
    }
}
