//! What the documents say of people and events, each value with its places and how sure it is.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{FactPlace, MatterFile, PartialDate};

/// What intake read: nothing is chosen between sources that disagree, and nothing is concluded.
///
/// A field is `<role>.<name>` with the names of `data/fields.json`: `applicant.family_name`, `sponsor.birth_date`,
/// `relationship.marriage_date`, `child1.given_name`, `matter.funds`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MatterProfile {
    /// All readings of a field, the surest first.
    pub fields: BTreeMap<String, Vec<FieldReading>>,
    /// Rows of addresses, jobs, studies, journeys, relationships, in the order of files.
    pub histories: Vec<HistoryRow>,
    /// Whom documents are about, by the ids of their files: a role, or `other` where they name somebody whom no form names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub people: BTreeMap<String, String>,
}

impl MatterProfile {
    /// The surest reading of a field: a correction by a person before all else.
    pub fn best(&self, field: &str) -> Option<&FieldReading> {
        self.fields.get(field)?.first()
    }

    /// Whom a file is about: a role, or `other`; nothing where nobody is named.
    pub fn about<'a>(&'a self, file: &'a MatterFile) -> Option<&'a str> {
        let named = self.people.get(&file.id).or(file.about.as_ref());
        named.map(String::as_str)
    }

    /// The day of a field, where its surest reading is one.
    pub fn date(&self, field: &str) -> Option<PartialDate> {
        match self.best(field)?.value {
            FieldValue::Date(date) => Some(date),
            _ => None,
        }
    }

    /// The words of a field, whatever it holds.
    pub fn words(&self, field: &str) -> Option<String> {
        self.best(field).map(|reading| reading.value.to_string())
    }

    /// Rows of one kind about one person.
    pub fn history<'a>(
        &'a self,
        person: &'a str,
        kind: HistoryKind,
    ) -> impl Iterator<Item = &'a HistoryRow> {
        self.histories
            .iter()
            .filter(move |row| row.person == person && row.kind == kind)
    }
}

/// One reading of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FieldReading {
    pub value: FieldValue,
    pub place: FactPlace,
    pub method: ReadingMethod,
    /// From 0 to 1: how often readings made in this way are right.
    pub certainty: f64,
}

/// What a field holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "value", rename_all = "snake_case")]
pub enum FieldValue {
    Text(String),
    Date(PartialDate),
    Number(f64),
    Flag(bool),
    /// An amount in hundredths of a unit, and the currency, as `CAD`.
    Money {
        cents: i64,
        currency: String,
    },
    /// A value of a list of the form: its code there and its label.
    Choice {
        code: String,
        label: String,
    },
}

impl std::fmt::Display for FieldValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Date(date) => write!(f, "{date}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            Self::Money { cents, currency } => {
                write!(f, "{currency} {}.{:02}", cents / 100, cents.rem_euclid(100))
            }
            Self::Choice { label, .. } => f.write_str(label),
        }
    }
}

/// How a value was read.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ReadingMethod {
    /// A person said so, with a reason.
    Correction,
    /// Filled into a form.
    FormField,
    /// The machine-readable zone of a passport.
    MachineZone,
    /// Beside a label in a document.
    Label,
    /// In running words.
    Prose,
    /// A model read it, and its words stand there.
    Model,
    /// Out of a picture.
    Recognised,
}

/// A row of a history.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryRow {
    /// By role.
    pub person: String,
    pub kind: HistoryKind,
    pub from: Option<PartialDate>,
    pub to: Option<PartialDate>,
    /// Whether it is said to go on.
    pub ongoing: bool,
    /// What stands in it: `city`, `country`, `employer`, `job`, `school`, `status`, `purpose`, `name` …
    pub values: BTreeMap<String, FieldValue>,
    pub place: FactPlace,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    Residence,
    Employment,
    Education,
    /// A journey, or a stay outside the country of residence.
    Travel,
    /// A marriage or common-law partnership.
    Relationship,
    /// An earlier application, with what became of it.
    Application,
    /// A member of the family: parents, children, siblings.
    Family,
}
