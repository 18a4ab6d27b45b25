//! Forms as data: which paths of which form hold which field, which rows make a history, and what a blank one holds.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use crate::model::HistoryKind;

/// What is known of one form, in all its editions.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FormMapping {
    /// `IMM 1344`.
    pub(super) number: String,
    /// Beginnings of paths that only this form has.
    pub(super) detect: Vec<String>,
    /// Where the edition stands, as `.ENU-09-2023`.
    pub(super) version: Vec<String>,
    /// Where number and edition stand, as `IMM 5645 (05-2018) E`.
    pub(super) number_path: Vec<String>,
    /// What is filled when the form was validated by its own button.
    pub(super) validated: Vec<String>,
    pub(super) signed_on: Vec<String>,
    /// What is filled when it is signed by typing.
    pub(super) signature: Vec<String>,
    /// Beginnings of paths that hold no answers: barcodes, counters, the form's own state.
    pub(super) skip: Vec<String>,
    /// What a blank edition holds.
    pub(super) defaults: BTreeMap<String, Vec<String>>,
    pub(super) fields: Vec<FieldMapping>,
    pub(super) people: Vec<PersonMapping>,
    pub(super) tables: Vec<TableMapping>,
}

/// A field and where it is filled in.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct FieldMapping {
    pub(super) field: String,
    pub(super) path: Option<String>,
    /// Year, month and day, where they are asked apart.
    pub(super) date: Vec<String>,
    /// Several paths that make one value.
    pub(super) join: Vec<String>,
    /// What stands between them; a space where nothing is said.
    pub(super) glue: Option<String>,
    /// The list that its codes are of.
    pub(super) list: Option<String>,
    #[serde(rename = "as")]
    pub(super) kind: MappedKind,
    /// Whether a code that the list lacks says nothing about this field.
    pub(super) listed_only: bool,
    /// The field holds `fixed` where this path holds this value.
    pub(super) given: Option<(String, String)>,
    pub(super) fixed: Option<String>,
}

impl FieldMapping {
    pub(super) fn paths(&self) -> impl Iterator<Item = &String> {
        self.path.iter().chain(&self.date).chain(&self.join)
    }
}

/// How a value is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MappedKind {
    #[default]
    Text,
    Date,
    Number,
    Flag,
    Money,
}

/// A person of the family who is repeated in a form, whose role another field tells.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct PersonMapping {
    pub(super) relation_path: String,
    pub(super) list: String,
    /// Codes of the spouse or partner.
    pub(super) spouse: Vec<String>,
    /// Codes of children.
    pub(super) child: Vec<String>,
    /// The path with which each person begins.
    pub(super) anchor: String,
    /// Fields without a role.
    pub(super) fields: Vec<FieldMapping>,
}

/// Rows of a history.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TableMapping {
    pub(super) kind: HistoryKind,
    pub(super) person: String,
    /// Paths of the rows.
    pub(super) rows: Vec<String>,
    /// Whether one path stands for many rows, in the order in which they are filled.
    #[serde(default)]
    pub(super) is_repeated: bool,
    #[serde(default)]
    pub(super) is_ongoing: bool,
    /// A date, or year and month.
    #[serde(default)]
    pub(super) from: Vec<String>,
    #[serde(default)]
    pub(super) to: Vec<String>,
    pub(super) values: BTreeMap<String, CellMapping>,
}

/// A cell of a row.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct CellMapping {
    pub(super) path: Option<String>,
    pub(super) list: Option<String>,
    #[serde(rename = "as")]
    pub(super) kind: MappedKind,
    /// What every row says of itself, such as `mother`.
    pub(super) fixed: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct CodeLists {
    lists: BTreeMap<String, BTreeMap<String, String>>,
}

/// The files of mappings: surest marks first, so that a form of its own root is known before those that share one.
const FILES: [&str; 18] = [
    include_str!("../../data/forms/imm5645.json"),
    include_str!("../../data/forms/imm5406.json"),
    include_str!("../../data/forms/imm5669.json"),
    include_str!("../../data/forms/imm5562.json"),
    include_str!("../../data/forms/imm5532.json"),
    include_str!("../../data/forms/imm5476.json"),
    include_str!("../../data/forms/imm5679.json"),
    include_str!("../../data/forms/imm5409.json"),
    include_str!("../../data/forms/imm1344.json"),
    include_str!("../../data/forms/imm0008dep.json"),
    include_str!("../../data/forms/imm0008.json"),
    include_str!("../../data/forms/imm1294.json"),
    include_str!("../../data/forms/imm1295.json"),
    include_str!("../../data/forms/imm5257.json"),
    include_str!("../../data/forms/imm5708.json"),
    include_str!("../../data/forms/imm5709.json"),
    include_str!("../../data/forms/imm5710.json"),
    include_str!("../../data/forms/bc_representative.json"),
];

static MAPPINGS: LazyLock<Vec<FormMapping>> = LazyLock::new(|| {
    FILES
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect()
});

static LISTS: LazyLock<CodeLists> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/forms/code_lists.json")).unwrap_or_default()
});

pub(super) fn mappings() -> &'static [FormMapping] {
    &MAPPINGS
}

/// The mapping of a form by its number.
pub(super) fn mapping_of(number: &str) -> Option<&'static FormMapping> {
    MAPPINGS.iter().find(|mapping| mapping.number == number)
}

/// Code and label of a value of a list, whether the form stores the one or the other.
pub(super) fn listed(list: &str, value: &str) -> Option<(&'static str, &'static str)> {
    let list = LISTS.lists.get(list)?;
    let by_code = list.get_key_value(value);
    let by_label = || list.iter().find(|(_, label)| label.eq_ignore_ascii_case(value));
    let (code, label) = by_code.or_else(by_label)?;
    Some((code, label))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::collections::BTreeSet;

    use super::{CodeLists, FILES, FormMapping, LISTS, MAPPINGS, listed};

    #[test]
    fn every_mapping_reads_and_names_lists_that_exist() {
        for text in FILES {
            let mapping: FormMapping = serde_json::from_str(text).unwrap();
            assert!(!mapping.number.is_empty());
            let fields = mapping.fields.iter().filter_map(|field| field.list.as_ref());
            let cells = mapping.tables.iter().flat_map(|table| table.values.values());
            for list in fields.chain(cells.filter_map(|cell| cell.list.as_ref())) {
                assert!(LISTS.lists.contains_key(list), "{}: {list}", mapping.number);
            }
        }
        let text = include_str!("../../data/forms/code_lists.json");
        serde_json::from_str::<CodeLists>(text).unwrap();
    }

    #[test]
    fn numbers_are_told_once() {
        let numbers: BTreeSet<_> = MAPPINGS.iter().map(|mapping| &mapping.number).collect();
        assert_eq!(numbers.len(), FILES.len());
    }

    #[test]
    fn codes_and_labels_are_of_the_same_list() {
        assert_eq!(listed("country", "511"), Some(("511", "Canada")));
        assert_eq!(listed("marital_status", "Married"), Some(("01", "Married")));
        assert_eq!(listed("marital_status", "02"), Some(("02", "Single")));
        assert_eq!(listed("union_5645", "7"), Some(("7", "Single")));
        assert_eq!(listed("country", "Atlantis"), None);
    }
}
