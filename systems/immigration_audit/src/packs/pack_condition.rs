//! A condition of a pack with three values: what was not seen makes it unknown, and never false.

use std::collections::{BTreeMap, BTreeSet};

use jurat_engine::{
    CelCondition, ConditionScope, DeclaredNames, DeclaredType, ExpectedType, ValueType,
};

use super::{
    condition_facts::ConditionFacts,
    condition_text::{NameRead, spelled},
    pack_names::{PackNames, names},
};
use crate::model::FactPlace;

/// Whether something is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TruthValue {
    True,
    False,
    /// It reads what was not seen, and that decides.
    Unknown,
}

/// A condition that was compiled.
#[derive(Debug, Clone)]
pub struct PackCondition {
    condition: CelCondition,
    reads: Vec<NameRead>,
}

/// What a condition came to.
#[derive(Debug, Clone, PartialEq)]
pub struct ConditionReading {
    pub value: TruthValue,
    /// Names that it reads and that were not seen, as `sponsor.status`.
    pub missing: Vec<String>,
    /// Where the values stand that were seen.
    pub places: Vec<FactPlace>,
    /// Values that were seen, as `sponsor.status = citizen`.
    pub seen: Vec<String>,
    /// Why it has no value although every name was seen.
    pub failure: Option<String>,
}

/// A condition that does not compile: what is wrong, and what may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ConditionFault {
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl PackCondition {
    /// Compiles a condition; what is wrong comes back in words.
    pub fn compile(text: &str) -> Result<Self, String> {
        Self::compiled(text).map_err(|faults| {
            let told: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
            told.join("; ")
        })
    }

    pub(super) fn compiled(text: &str) -> Result<Self, Vec<ConditionFault>> {
        let names = names().ok_or_else(|| vec![fault("the file of names cannot be read")])?;
        let made = spelled(text, names);
        let mut faults: Vec<_> = made
            .reads
            .iter()
            .filter_map(|read| unknown_name(read, names))
            .collect();
        if reads_presence(&made.engine_text) {
            let told = "`has()` is not for packs: what was not seen is unknown, never false";
            faults.push(fault(told));
        }
        let declared = declared(names);
        match CelCondition::compile(&made.engine_text, &declared, ExpectedType::Bool) {
            Ok(condition) if faults.is_empty() => Ok(Self { condition, reads: made.reads }),
            Ok(_) => Err(faults),
            Err(issues) => {
                let issues = issues
                    .into_iter()
                    .map(|it| ConditionFault { message: it.message, hint: it.hint });
                Err(faults.into_iter().chain(issues).collect())
            }
        }
    }

    /// Names of minima that it asks for.
    pub(super) fn minima(&self) -> impl Iterator<Item = &str> {
        let asked = |read: &&NameRead| read.root == "minimum" || read.root == "least_known";
        self.reads.iter().filter(asked).map(|read| read.name.as_str())
    }

    /// Holds it against a matter.
    pub fn reading(&self, facts: &ConditionFacts) -> ConditionReading {
        let none = BTreeMap::new();
        let scope = ConditionScope {
            params: &none,
            state: &|root| Some(facts.under(root)),
            epoch: 0,
            attempt: 0,
            loops: &|_| None,
            budgets: &|_| None,
        };
        let mut reading = ConditionReading {
            value: TruthValue::Unknown,
            missing: Vec::new(),
            places: Vec::new(),
            seen: Vec::new(),
            failure: None,
        };
        for read in &self.reads {
            match facts.told(&read.root, &read.name) {
                Some(told) => {
                    reading.seen.push(format!("{} = {told}", read.path()));
                    reading.places.extend_from_slice(facts.places(&read.root, &read.name));
                }
                None => reading.missing.push(read.path()),
            }
        }
        match self.condition.eval_bool(&scope) {
            Ok(true) => reading.value = TruthValue::True,
            Ok(false) => reading.value = TruthValue::False,
            Err(error) if reading.missing.is_empty() => {
                reading.failure = Some(error.to_string());
            }
            Err(_) => {}
        }
        reading.places.dedup();
        reading
    }
}

fn fault(message: impl Into<String>) -> ConditionFault {
    ConditionFault { message: message.into(), hint: None }
}

fn unknown_name(read: &NameRead, names: &PackNames) -> Option<ConditionFault> {
    if names.knows(&read.root, &read.name) {
        return None;
    }
    let message = format!("unknown name `{}`", read.path());
    let near = jurat_canon::nearest(&read.name, names.under(&read.root));
    let hint = near.map(|near| format!("did you mean `{}.{near}`?", read.root));
    Some(ConditionFault { message, hint })
}

fn reads_presence(engine_text: &str) -> bool {
    let packed: String = engine_text.chars().filter(|it| !it.is_whitespace()).collect();
    packed.contains("has(state.")
}

fn declared(names: &PackNames) -> DeclaredNames {
    let object = DeclaredType {
        value_type: ValueType::Object,
        items: None,
        max_items: None,
    };
    DeclaredNames {
        params: BTreeMap::new(),
        channels: names.roots().map(|root| (root.to_owned(), object)).collect(),
        counters: BTreeSet::new(),
        budgets: BTreeSet::new(),
    }
}
