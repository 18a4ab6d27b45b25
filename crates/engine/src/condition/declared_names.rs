//! What a condition may speak of, and what it must yield.

use std::collections::{BTreeMap, BTreeSet};

use crate::definition::{ValueType, WorkflowDefinition};

/// The names that a definition declares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredNames {
    /// The parameters of a run.
    pub params: BTreeMap<String, DeclaredType>,
    /// The channels of its state.
    pub channels: BTreeMap<String, DeclaredType>,
    /// The counters of its loops.
    pub counters: BTreeSet<String>,
    pub budgets: BTreeSet<String>,
}

/// The declared shape of a parameter or a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeclaredType {
    pub value_type: ValueType,
    /// Type of the elements of an array.
    pub items: Option<ValueType>,
    /// Upper bound on the elements of an array.
    pub max_items: Option<u32>,
}

/// What the place of a condition needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedType {
    Bool,
    List,
    Any,
}

impl DeclaredNames {
    /// The names of `definition`.
    pub fn of(definition: &WorkflowDefinition) -> Self {
        let params = definition.params.iter().map(|(name, param)| {
            let shape = DeclaredType {
                value_type: param.value_type,
                items: param.items,
                max_items: None,
            };
            (name.clone(), shape)
        });
        let channels = definition.channels.iter().map(|(name, channel)| {
            let shape = DeclaredType {
                value_type: channel.value_type,
                items: channel.items,
                max_items: channel.max_items,
            };
            (name.clone(), shape)
        });
        Self {
            params: params.collect(),
            channels: channels.collect(),
            counters: definition
                .loop_back
                .iter()
                .map(crate::LoopBackDef::counter_name)
                .collect(),
            budgets: definition.budgets.keys().cloned().collect(),
        }
    }
}
