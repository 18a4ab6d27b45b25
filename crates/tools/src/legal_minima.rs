//! The table of minima: facts of the law, each with versions of its own.

use serde::Deserialize;
use serde_json::Value as Json;

use crate::{
    CivilDay, ToolFailure,
    table::{DatedVersion, RuleTable, TableStamp, in_force},
};

#[derive(Debug, Deserialize)]
pub(crate) struct LegalMinima {
    pub(crate) facts: Vec<LegalFact>,
}

/// One fact of the law.
#[derive(Debug, Deserialize)]
pub(crate) struct LegalFact {
    pub(crate) id: String,
    pub(crate) group: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) provision: Vec<String>,
    source_ref: Option<String>,
    pub(crate) note: Option<String>,
    pub(crate) doubt: Option<String>,
    /// The rule of the table of holidays by which its time ends.
    pub(crate) day_rule: Option<String>,
    /// Months that do not count.
    #[serde(default)]
    pub(crate) left_out_months: Vec<i8>,
    /// `before`: the period is to be less than the time, so its last day is the day before.
    pub(crate) ends: Option<PeriodEnd>,
    versions: Vec<DatedVersion<FactValue>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PeriodEnd {
    Before,
}

#[derive(Debug, Deserialize)]
struct FactValue {
    value: Json,
}

/// The source of facts that name a provision and no other source.
const LAW: &str = "s_law";

/// A fact as it stood on a day.
pub(crate) struct FactInForce<'t> {
    pub(crate) fact: &'t LegalFact,
    pub(crate) value: &'t Json,
    pub(crate) stamp: TableStamp,
}

impl RuleTable<LegalMinima> {
    /// A fact by its id.
    pub(crate) fn fact(
        &self,
        id: &str,
        as_of: CivilDay,
        argument: &str,
    ) -> Result<FactInForce<'_>, ToolFailure> {
        let found = self.body.facts.iter().find(|fact| fact.id == id);
        let fact = found.ok_or_else(|| {
            let ids = self.body.facts.iter().map(|fact| fact.id.clone());
            ToolFailure::bad(argument, format!("{id:?}"), ids)
        })?;
        self.in_force(fact, as_of)
    }

    /// The groups of facts, in the order of the alphabet.
    pub(crate) fn groups(&self) -> Vec<String> {
        let mut groups: Vec<String> =
            self.body.facts.iter().map(|it| it.group.clone()).collect();
        groups.sort();
        groups.dedup();
        groups
    }

    pub(crate) fn in_force<'t>(
        &'t self,
        fact: &'t LegalFact,
        as_of: CivilDay,
    ) -> Result<FactInForce<'t>, ToolFailure> {
        let what = format!("`{}`", fact.id);
        let mut used = in_force(&fact.versions, as_of, &what)?;
        let mut unknown = None;
        // A rise whose amount was not found: the last amount that is known, and no verdict.
        while used.rule.value["amount"].is_null() && used.rule.value.get("amount").is_some() {
            let before = fact.versions.iter().rev().find(|it| it.from < used.from);
            let Some(before) = before else { break };
            unknown.get_or_insert(used.from);
            used = before;
        }
        let source = fact.source_ref.as_deref().unwrap_or(LAW);
        let mut stamp = TableStamp::new(self, used, as_of).only_source(source);
        stamp.title.clone_from(&fact.title);
        if let Some(day) = unknown {
            stamp.doubt(format!("it changed on {day} to an amount that was not found"));
        }
        stamp.doubts.extend(fact.doubt.clone());
        Ok(FactInForce { fact, value: &used.rule.value, stamp })
    }
}

impl FactInForce<'_> {
    /// A whole number of its value.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        self.value[name]
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
    }

    /// What a family of this size needs, where the fact is by size.
    pub(crate) fn for_family(&self, size: u32) -> Option<u64> {
        let sizes = self.value["by_family_size"].as_object()?;
        if let Some(amount) = sizes.get(&size.to_string()) {
            return amount.as_u64();
        }
        let largest = sizes.keys().filter_map(|key| key.parse::<u32>().ok()).max()?;
        let base = sizes.get(&largest.to_string())?.as_u64()?;
        let more = self.value["each_more"].as_u64()?;
        Some(base + more * u64::from(size.checked_sub(largest)?))
    }
}
