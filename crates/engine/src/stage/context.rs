//! What a stage function sees: the merged patches of its ancestors, and nothing else of the run.

use std::{collections::BTreeMap, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use jurat_canon::Hash;

use super::{Channel, StageError};
use crate::{
    BudgetDef, RunId, StageDef,
    ancestor_view::{AncestorView, InitialChannels},
    instance::InstanceKey,
    run::RunCell,
};

/// The window of one attempt onto its run.
#[derive(Clone)]
pub struct StageCtx {
    pub(crate) cell: Arc<RunCell>,
    pub(crate) key: InstanceKey,
    pub(crate) attempt: u32,
    pub(crate) view: Arc<AncestorView>,
    pub(crate) start: Arc<InitialChannels>,
    pub(crate) items: Option<Arc<Json>>,
}

impl StageCtx {
    pub fn get<T: DeserializeOwned>(&self, channel: Channel<T>) -> Result<T, StageError> {
        let value = self.json(channel.name());
        T::deserialize(&*value).map_err(|error| {
            let name = channel.name();
            StageError::permanent(format!(
                "channel `{name}` does not hold what is read: {error}"
            ))
        })
    }

    /// The value of a channel as JSON; null where nothing is.
    pub fn json(&self, channel: &str) -> Arc<Json> {
        let plan = &self.cell.workflow.plan;
        match plan.channel_ix.get(channel) {
            Some(channel) => self.view.value(plan, &self.start, *channel),
            None => Arc::new(Json::Null),
        }
    }

    pub fn param<T: DeserializeOwned>(&self, name: &str) -> Result<T, StageError> {
        let value = self.cell.params.get(name).unwrap_or(&Json::Null);
        T::deserialize(value)
            .map_err(|error| StageError::permanent(format!("parameter `{name}`: {error}")))
    }

    /// Every channel with its value, as this instance sees it.
    pub fn channels(&self) -> impl Iterator<Item = (&str, Arc<Json>)> {
        let plan = &self.cell.workflow.plan;
        let channels = plan.channels.iter().enumerate();
        channels.map(|(ix, channel)| (&*channel.name, self.view.value(plan, &self.start, ix)))
    }

    /// All parameters of the run.
    pub fn params(&self) -> &BTreeMap<String, Json> {
        &self.cell.params
    }

    /// The stage as it is defined.
    pub fn definition(&self) -> &StageDef {
        &self.cell.workflow.plan.definition.stages[self.key.stage]
    }

    /// The budgets of the workflow, by name.
    pub fn budgets(&self) -> &BTreeMap<String, BudgetDef> {
        &self.cell.workflow.plan.definition.budgets
    }

    /// The name of the workflow.
    pub fn workflow(&self) -> &str {
        &self.cell.workflow.plan.definition.name
    }

    /// This instance's element of a fan-out.
    pub fn item<T: DeserializeOwned>(&self) -> Result<T, StageError> {
        let list = self.items.as_deref().and_then(Json::as_array);
        let item = list
            .and_then(|list| list.get(self.key.index as usize))
            .unwrap_or(&Json::Null);
        T::deserialize(item).map_err(|error| {
            StageError::permanent(format!("element {}: {error}", self.key.index))
        })
    }

    pub fn run(&self) -> RunId {
        self.cell.run
    }

    pub fn stage(&self) -> &str {
        &self.cell.workflow.plan.names[self.key.stage]
    }

    /// Which pass of a loop this is, from 0.
    pub fn epoch(&self) -> u32 {
        self.key.epoch
    }

    /// Which element of a fan-out this is, from 0.
    pub fn index(&self) -> u32 {
        self.key.index
    }

    /// Which attempt this is, from 1.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// `stage@epoch#index`.
    pub fn instance(&self) -> String {
        self.cell.workflow.plan.text(self.key)
    }

    /// Whether the result is no longer wanted: long work should look now and then.
    pub fn is_cancelled(&self) -> bool {
        !self.cell.wants(self.key, self.attempt)
    }

    /// Whether this attempt is over in the run itself. One whose run is only let go of is not: somebody goes on with it.
    pub fn is_settled(&self) -> bool {
        self.cell.has_settled(self.key, self.attempt)
    }

    /// The same for every attempt of the same act, so that the other side can tell a repetition:
    /// BLAKE3(run, stage, epoch, index, input hash). The attempt is left out on purpose.
    pub fn idempotency_key(&self) -> Hash {
        let InstanceKey { epoch, index, .. } = self.key;
        Hash::of_parts(&[
            self.cell.run.as_bytes(),
            self.stage().as_bytes(),
            &epoch.to_le_bytes(),
            &index.to_le_bytes(),
            self.input_hash().as_bytes(),
        ])
    }

    fn input_hash(&self) -> Hash {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for (channel, line) in self.view.lines.iter().enumerate() {
            for entry in line.to_vec() {
                parts.push(format!("{channel} {:?}", entry.at).into_bytes());
                parts.push(match entry.value.blob() {
                    Some(hash) => hash.as_bytes().to_vec(),
                    None => entry.value.json().to_string().into_bytes(),
                });
            }
        }
        if let Some(items) = &self.items {
            parts.push(items.to_string().into_bytes());
        }
        parts.push(format!("{:?}", self.cell.params).into_bytes());
        let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
        Hash::of_parts(&parts)
    }
}
