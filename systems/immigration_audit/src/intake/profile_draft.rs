//! The profile while it is read: readings as they come, children in the order in which they are met.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::model::{FieldReading, HistoryRow, MatterProfile};

use super::{form_mapping::MappedKind, form_reading::kind_of_word, word_search::folded};

/// The names that fields may have.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FieldNames {
    roles: Vec<String>,
    names: BTreeMap<String, String>,
}

static NAMES: LazyLock<FieldNames> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/fields.json")).unwrap_or_default()
});

impl FieldNames {
    /// A path that is one of our own names, and how it is read.
    pub(super) fn named(&self, path: &str) -> Option<(String, MappedKind)> {
        let (role, name) = path.split_once('.')?;
        let plain = role.trim_end_matches(|c: char| c.is_ascii_digit());
        let known = self.roles.iter().any(|known| known == plain);
        let word = self.names.get(name).filter(|_| known)?;
        Some((path.to_owned(), kind_of_word(word)))
    }

    /// Every name of a field; of children those of the first.
    pub(super) fn all(&self) -> Vec<String> {
        let numbered = |role: &str| {
            if role == "child" { "child1".to_owned() } else { role.to_owned() }
        };
        let of_role = |role: &String| {
            let role = numbered(role);
            self.names.keys().map(move |name| format!("{role}.{name}"))
        };
        self.roles.iter().flat_map(of_role).collect()
    }
}

/// What was read so far.
#[derive(Debug)]
pub(super) struct ProfileDraft {
    pub(super) fields: BTreeMap<String, Vec<FieldReading>>,
    pub(super) histories: Vec<HistoryRow>,
    pub(super) names: &'static FieldNames,
    /// Whom documents are about, by the ids of their files.
    people: BTreeMap<String, String>,
    /// Names of children, the first first.
    children: Vec<String>,
}

impl Default for ProfileDraft {
    fn default() -> Self {
        Self {
            fields: BTreeMap::new(),
            histories: Vec::new(),
            names: &NAMES,
            people: BTreeMap::new(),
            children: Vec::new(),
        }
    }
}

impl ProfileDraft {
    /// An empty draft that knows the children of another.
    pub(super) fn of_children(other: &Self) -> Self {
        Self {
            children: other.children.clone(),
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, field: String, reading: FieldReading) {
        let known = self.fields.entry(field).or_default();
        let same = known
            .iter()
            .any(|one| one.value == reading.value && one.place == reading.place);
        if !same {
            known.push(reading);
        }
    }

    /// Notes whom a document is about, where it names anybody.
    pub(super) fn note_person(&mut self, file: &str, about: Option<String>) {
        if let Some(about) = about {
            self.people.insert(file.to_owned(), about);
        }
    }

    /// The role of a child by its name: the same one for the same name, wherever it is met.
    pub(super) fn next_child(&mut self, name: &str) -> String {
        let name = folded(name);
        let at = self.children.iter().position(|known| *known == name);
        let at = at.unwrap_or_else(|| {
            self.children.push(name);
            self.children.len() - 1
        });
        format!("child{}", at + 1)
    }

    pub(super) fn take(&mut self, other: Self) {
        for (field, readings) in other.fields {
            for reading in readings {
                self.add(field.clone(), reading);
            }
        }
        self.histories.extend(other.histories);
        self.people.extend(other.people);
        self.children = other.children;
    }

    /// The words of all readings of a field.
    pub(super) fn words<'a>(&'a self, field: &str) -> impl Iterator<Item = String> + 'a {
        self.fields
            .get(field)
            .into_iter()
            .flatten()
            .map(|reading| reading.value.to_string())
    }

    /// The profile: the surest reading first; of equals, the one of the earlier file.
    pub(super) fn finish(self) -> MatterProfile {
        let mut fields = self.fields;
        for readings in fields.values_mut() {
            readings.sort_by(|one, other| {
                let sure = other.certainty.total_cmp(&one.certainty);
                sure.then_with(|| one.method.cmp(&other.method))
                    .then_with(|| one.place.cmp(&other.place))
            });
        }
        let mut histories = self.histories;
        histories.sort_by(|one, other| one.place.file.cmp(&other.place.file));
        MatterProfile { fields, histories, people: self.people }
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{FieldNames, NAMES};
    use crate::intake::form_mapping::{MappedKind, mappings};

    #[test]
    fn every_field_of_every_form_has_a_name() {
        serde_json::from_str::<FieldNames>(include_str!("../../data/fields.json")).unwrap();
        for mapping in mappings() {
            for field in &mapping.fields {
                assert!(
                    NAMES.named(&field.field).is_some(),
                    "{}: {}",
                    mapping.number,
                    field.field
                );
            }
        }
    }

    #[test]
    fn roles_and_names_are_known_together() {
        assert!(matches!(NAMES.named("child2.birth_date"), Some((_, MappedKind::Date))));
        assert!(NAMES.named("form1.birth_date").is_none());
        assert!(NAMES.named("applicant.nonsense").is_none());
    }
}
