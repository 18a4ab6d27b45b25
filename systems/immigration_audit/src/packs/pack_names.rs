//! The names that packs may use: fields, histories, documents, findings, and what is worked out of them.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// What a field holds, as conditions see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum NamedValue {
    Text,
    Date,
    Number,
    Flag,
    Money,
}

/// The file of names.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PackNames {
    /// Roles that persons have.
    pub(super) people: Vec<String>,
    /// Fields of every person, by name.
    pub(super) person: BTreeMap<String, NamedValue>,
    /// Fields of one role alone, by role and name.
    pub(super) only: BTreeMap<String, BTreeMap<String, NamedValue>>,
    /// Names of which a yes counts although another paper says no.
    pub(super) yes_counts: Vec<String>,
    /// What is worked out of several fields, with how.
    pub(super) derived: BTreeMap<String, String>,
    /// What is counted over files.
    pub(super) files: BTreeMap<String, String>,
    /// Kinds of histories, as names of conditions.
    pub(super) histories: Vec<String>,
    /// Kinds of documents.
    pub(super) documents: Vec<String>,
    /// Codes of findings.
    pub(super) findings: Vec<String>,
}

static NAMES: LazyLock<Result<PackNames, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/pack_names.json"))
        .map_err(|error| error.to_string())
});

/// The names; a file that cannot be read fails a test, and here knows no name.
pub(super) fn names() -> Option<&'static PackNames> {
    NAMES.as_ref().ok()
}

/// What stands before a name in a condition, besides the roles.
pub(super) const ROOTS: [&str; 8] =
    ["derived", "files", "documents", "forms", "findings", "history", "minimum", "least_known"];

/// What is told of a day besides the day: `_days_since`, `_months_since`, `_years_since`.
pub(super) const SINCE: [&str; 3] = ["_days_since", "_months_since", "_years_since"];

impl PackNames {
    /// What a field holds; nothing where there is none of that name.
    pub(super) fn field(&self, role: &str, name: &str) -> Option<NamedValue> {
        let own = self.only.get(role).and_then(|fields| fields.get(name));
        let shared = || {
            let person = self.people.iter().any(|it| it == role);
            person.then(|| self.person.get(name)).flatten()
        };
        own.or_else(shared).copied()
    }

    /// Every role and root that a condition may begin a name with.
    pub(super) fn roots(&self) -> impl Iterator<Item = &str> {
        let roles = self.people.iter().chain(self.only.keys()).map(String::as_str);
        roles.chain(ROOTS)
    }

    /// Whether a condition may read `root.name`.
    pub(super) fn knows(&self, root: &str, name: &str) -> bool {
        match root {
            "derived" => self.derived.contains_key(name),
            "files" => self.files.contains_key(name),
            "documents" => self.documents.iter().any(|it| it == name),
            "findings" => self.findings.iter().any(|it| it == name),
            "forms" => name.starts_with("imm_"),
            "minimum" | "least_known" => super::legal_minimum::exists(name),
            "history" => {
                let parts = name.split_once('_');
                parts.is_some_and(|(person, kind)| {
                    self.people.iter().any(|it| it == person)
                        && self.histories.iter().any(|it| it == kind)
                })
            }
            _ => self.field(root, name).is_some() || self.is_since(root, name),
        }
    }

    /// The field that a name in a condition is read from, as `sponsor.birth_date` of `sponsor.age`; nothing for other roots.
    pub(super) fn field_read(root: &str, name: &str) -> Option<String> {
        if ROOTS.contains(&root) {
            return None;
        }
        let day = SINCE.iter().find_map(|since| name.strip_suffix(since));
        let plain = day.or_else(|| name.strip_suffix("_currency")).unwrap_or(name);
        let plain = if plain == "age" { "birth_date" } else { plain };
        Some(format!("{root}.{plain}"))
    }

    fn is_since(&self, role: &str, name: &str) -> bool {
        let day = SINCE.iter().find_map(|since| name.strip_suffix(since));
        let day = day.or_else(|| (name == "age").then_some("birth_date"));
        let coin = name.strip_suffix("_currency");
        day.is_some_and(|day| self.field(role, day) == Some(NamedValue::Date))
            || coin.is_some_and(|coin| self.field(role, coin) == Some(NamedValue::Money))
    }

    /// The names that a condition may have after a root, for hints.
    pub(super) fn under(&self, root: &str) -> Vec<&str> {
        match root {
            "derived" => self.derived.keys().map(String::as_str).collect(),
            "files" => self.files.keys().map(String::as_str).collect(),
            "documents" => self.documents.iter().map(String::as_str).collect(),
            "findings" => self.findings.iter().map(String::as_str).collect(),
            "minimum" | "least_known" => super::legal_minimum::ids(),
            _ => {
                let own = self.only.get(root).into_iter().flat_map(BTreeMap::keys);
                let person = self.people.iter().any(|it| it == root);
                let shared = person.then(|| self.person.keys());
                own.chain(shared.into_iter().flatten()).map(String::as_str).collect()
            }
        }
    }
}
