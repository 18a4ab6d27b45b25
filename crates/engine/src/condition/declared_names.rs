//! What a condition may speak of, and what it must yield.

use std::collections::{BTreeMap, BTreeSet};

use crate::definition::{ValueType, WorkflowDefinition};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredNames {
    pub params: BTreeMap<String, DeclaredType>,
    pub channels: BTreeMap<String, DeclaredType>,
    pub counters: BTreeSet<String>,
    pub budgets: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeclaredType {
    pub value_type: ValueType,
    pub items: Option<ValueType>,
    pub max_items: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExpectedType {
    Bool,
    List,
    Any,
}

impl DeclaredNames {
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
