//! Conditions against a run: which values an expression may see.

use std::{collections::BTreeMap, sync::Arc};

use serde_json::Value as Json;

use super::RunState;
use crate::{
    ancestor_view::AncestorView,
    condition::{CelCondition, ConditionScope},
    instance::StageIx,
    plan::ChannelIx,
};

/// Why a condition gave no answer.
#[derive(Debug)]
pub(super) struct ConditionFailure(pub(super) String);

impl RunState {
    pub(super) fn holds(
        &self,
        condition: &CelCondition,
        view: &AncestorView,
        epoch: u32,
    ) -> Result<bool, ConditionFailure> {
        let value = |channel: &str| self.channel(view, channel);
        self.scoped(&value, epoch, |scope| condition.eval_bool(scope))
    }

    pub(super) fn value(
        &self,
        condition: &CelCondition,
        view: &AncestorView,
        epoch: u32,
    ) -> Result<Json, ConditionFailure> {
        let value = |channel: &str| self.channel(view, channel);
        self.scoped(&value, epoch, |scope| condition.eval(scope))
    }

    /// The outputs that the definition declares, over the final state.
    pub(crate) fn outputs(&self) -> Result<Json, String> {
        let value = |channel: &str| self.final_value(channel);
        let mut outputs = serde_json::Map::new();
        for (name, condition) in &self.plan.conditions.outputs {
            let output = self.scoped(&value, 0, |scope| condition.eval(scope));
            let output = output.map_err(|unclear| format!("output `{name}`: {}", unclear.0))?;
            outputs.insert(name.clone(), output);
        }
        Ok(Json::Object(outputs))
    }

    /// The merged value of a channel over all merged instances.
    pub(crate) fn final_value(&self, channel: &str) -> Option<Arc<Json>> {
        let channel = *self.plan.channel_ix.get(channel)?;
        let entry = |(at, value): (&crate::instance::MergePosition, &crate::StoredValue)| {
            crate::ancestor_view::ChannelPatch { at: *at, value: value.clone() }
        };
        let entries: Vec<_> = self.live[channel].iter().map(entry).collect();
        let entries: Vec<&_> = entries.iter().collect();
        Some(crate::ancestor_view::fold(&self.plan, &self.start, channel, &entries))
    }

    /// The whole final state, by channel.
    pub(crate) fn final_state(&self) -> Json {
        let value = |name: &Arc<str>| {
            let value = self.final_value(name).unwrap_or_default();
            (name.to_string(), Json::clone(&value))
        };
        Json::Object(self.plan.channel_ix.keys().map(value).collect())
    }

    /// What the instances of a stage see, by channel; nothing before it has begun.
    pub(crate) fn seen(&self, stage: StageIx) -> BTreeMap<String, Json> {
        let Some(view) = &self.stages[stage].base else { return BTreeMap::new() };
        let value = |(name, ix): (&Arc<str>, &ChannelIx)| {
            let value = view.value(&self.plan, &self.start, *ix);
            (name.to_string(), Json::clone(&value))
        };
        self.plan.channel_ix.iter().map(value).collect()
    }

    fn channel(&self, view: &AncestorView, channel: &str) -> Option<Arc<Json>> {
        let channel = *self.plan.channel_ix.get(channel)?;
        Some(view.value(&self.plan, &self.start, channel))
    }

    fn scoped<T, E: std::fmt::Display>(
        &self,
        state: &dyn Fn(&str) -> Option<Arc<Json>>,
        epoch: u32,
        evaluate: impl FnOnce(&ConditionScope<'_>) -> Result<T, E>,
    ) -> Result<T, ConditionFailure> {
        let loops = |name: &str| {
            let found = self.plan.counters.iter().position(|counter| counter == name);
            found.map(|ix| self.counters[ix].count)
        };
        let budgets = |name: &str| {
            let found = self.plan.budgets.iter().position(|budget| &*budget.name == name);
            found.map(|ix| (self.budgets[ix].used, self.budgets[ix].limit))
        };
        let scope = ConditionScope {
            params: &self.params,
            state,
            epoch,
            attempt: 1,
            loops: &loops,
            budgets: &budgets,
        };
        evaluate(&scope).map_err(|error| ConditionFailure(error.to_string()))
    }
}
