//! What a run was started with, held against what it says. A parameter that nothing was held against is told as not proven,
//! so that a new one is never silently believed.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use crate::{FinalState, LayerFindings, RulesVersion};

/// The parameters of a run, and those of them that were held against it.
pub struct AskedParams<'a> {
    state: &'a FinalState,
    /// The parameters of the definition.
    declared: BTreeSet<String>,
    held: BTreeSet<String>,
}

impl<'a> AskedParams<'a> {
    pub fn of(state: &'a FinalState) -> Self {
        let definition: Json = serde_json::from_str(&state.definition).unwrap_or_default();
        let declared = keys(&definition["params"]);
        Self { state, declared, held: BTreeSet::new() }
    }

    /// What the parameter says is what the run says in a place.
    pub fn hold(
        &mut self,
        name: &str,
        place: &str,
        same: impl FnOnce(&'a Json) -> bool,
        findings: &mut LayerFindings,
    ) {
        self.compare((name, RulesVersion::Ours), place, same, findings);
    }

    /// The same for what is recorded or decided by rules, which another version may have done otherwise.
    pub fn hold_by_rules(
        &mut self,
        name: &str,
        place: &str,
        same: impl FnOnce(&'a Json) -> bool,
        findings: &mut LayerFindings,
    ) {
        self.compare((name, self.state.rules()), place, same, findings);
    }

    fn compare(
        &mut self,
        (name, rules): (&str, RulesVersion<'_>),
        place: &str,
        same: impl FnOnce(&'a Json) -> bool,
        findings: &mut LayerFindings,
    ) {
        match self.state.params.get(name) {
            Some(given) => {
                let message = format!("the run was started with another `{name}`");
                findings.redecided("asked", (same(given), rules), place, &message);
                self.made_again(name);
            }
            None if self.declared.contains(name) => {
                let message = format!("the run was started without its `{name}`");
                findings.failed("asked", place, message);
            }
            // A workflow of someone's own need not have it.
            None => {}
        }
    }

    /// All that follows from the parameter is made again by another check: by the engine, which freezes limits and decides
    /// routes anew, or by rules that read it.
    pub fn made_again(&mut self, name: &str) {
        self.held.insert(name.to_owned());
    }

    /// Those that nothing was held against.
    pub fn open(state: &FinalState, held: &BTreeSet<String>) -> Vec<String> {
        let mut all = AskedParams::of(state).declared;
        all.extend(keys(&state.params));
        all.difference(held).cloned().collect()
    }

    /// Those that were held against the run.
    pub fn held(self) -> BTreeSet<String> {
        self.held
    }
}

fn keys(object: &Json) -> BTreeSet<String> {
    object
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys().cloned())
        .collect()
}
