//! Checks that are lent to criteria of other rubrics, by id.

use std::collections::BTreeMap;

use super::{RubricError, read_rubric};
use crate::model::Criterion;

/// A rubric with checks, lent to rubrics without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckPack {
    criteria: BTreeMap<String, Criterion>,
    /// Other ids, each with the id that it stands for.
    aliases: BTreeMap<String, String>,
}

impl CheckPack {
    /// Of a rubric whose dimensions have checks, and `aliases` for the ids that other rubrics use.
    pub fn of(text: &str) -> Result<Self, RubricError> {
        let (rubric, names) = read_rubric(text, &[])?;
        let aliases = names
            .into_iter()
            .flat_map(|(id, names)| names.into_iter().map(move |name| (name, id.clone())))
            .collect();
        let checked = rubric.criteria.into_iter().filter(|one| !one.checks.is_empty());
        let criteria = checked.map(|one| (one.id.clone(), one)).collect();
        Ok(Self { criteria, aliases })
    }

    fn get(&self, id: &str) -> Option<(&str, &Criterion)> {
        let id = if self.criteria.contains_key(id) { id } else { self.aliases.get(id)? };
        self.criteria
            .get_key_value(id)
            .map(|(id, found)| (id.as_str(), found))
    }
}

/// The criterion of the first pack that knows the id, and its id there.
pub(super) fn lent<'p>(packs: &[&'p CheckPack], id: &str) -> Option<(&'p str, &'p Criterion)> {
    packs.iter().find_map(|pack| pack.get(id))
}

/// The id that an id stands for in the packs.
pub(super) fn stands_for<'p>(packs: &[&'p CheckPack], id: &str) -> Option<&'p str> {
    lent(packs, id).map(|(id, _)| id)
}
