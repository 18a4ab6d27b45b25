//! What one instance sees: the start state merged with the patches of its ancestors, in order.

use std::{cmp::Ordering, sync::Arc};

use serde_json::Value as Json;

use crate::{
    instance::{MergePosition, StageIx},
    persistent_list::PersistentList,
    plan::{ChannelIx, WorkflowPlan},
    reducer::reducer,
    stored_value::StoredValue,
};

#[derive(Debug, Clone)]
pub(crate) struct ChannelPatch {
    pub(crate) at: MergePosition,
    pub(crate) value: StoredValue,
}

impl PartialEq for ChannelPatch {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl Eq for ChannelPatch {}

impl PartialOrd for ChannelPatch {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ChannelPatch {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at.cmp(&other.at)
    }
}

/// The patches of a set of ancestors, per channel, sorted by place.
#[derive(Debug, Clone, Default)]
pub(crate) struct AncestorView {
    pub(crate) lines: Vec<PersistentList<ChannelPatch>>,
    /// The latest epoch of each repeated stage in the set; stages never repeated are left out.
    pub(crate) epochs: Vec<(u32, u32)>,
}

impl AncestorView {
    pub(crate) fn new(plan: &WorkflowPlan) -> Self {
        Self {
            lines: vec![PersistentList::default(); plan.channels.len()],
            epochs: Vec::new(),
        }
    }

    /// The set with one more stage in it, whose patches come sorted and after all others.
    pub(crate) fn with(
        &self,
        plan: &WorkflowPlan,
        (stage, epoch): (StageIx, u32),
        patches: impl IntoIterator<Item = (ChannelIx, ChannelPatch)>,
    ) -> Self {
        let mut view = self.clone();
        if 0 < epoch {
            view.note_epoch(plan, stage, epoch);
        }
        for (channel, entry) in patches {
            view.lines[channel].push(entry);
        }
        view
    }

    pub(crate) fn union(&self, other: &Self, plan: &WorkflowPlan) -> Self {
        let pairs = self.lines.iter().zip(&other.lines);
        let lines = pairs.map(|(mine, theirs)| mine.union(theirs)).collect();
        let mut view = Self { lines, epochs: self.epochs.clone() };
        for (stage, epoch) in &other.epochs {
            view.note_epoch(plan, *stage as StageIx, *epoch);
        }
        for (stage, epoch) in &self.epochs {
            view.supersede(plan, *stage as StageIx, *epoch);
        }
        view
    }

    /// The merged value of a channel.
    pub(crate) fn value(
        &self,
        plan: &WorkflowPlan,
        start: &InitialChannels,
        channel: ChannelIx,
    ) -> Arc<Json> {
        let line = &self.lines[channel];
        match (plan.channels[channel].reducer, line.last()) {
            // No need to walk a long past for its last word.
            (crate::ReducerName::Replace, Some(last)) => last.value.json(),
            _ => fold(plan, start, channel, &line.to_vec()),
        }
    }

    fn note_epoch(&mut self, plan: &WorkflowPlan, stage: StageIx, epoch: u32) {
        let name = u32::try_from(stage).unwrap_or(u32::MAX);
        match self.epochs.binary_search_by_key(&name, |(stage, _)| *stage) {
            Ok(found) if epoch <= self.epochs[found].1 => return,
            Ok(found) => self.epochs[found].1 = epoch,
            Err(place) => self.epochs.insert(place, (name, epoch)),
        }
        self.supersede(plan, stage, epoch);
    }

    /// A repeated stage's own patches from earlier epochs give way to the new ones.
    fn supersede(&mut self, plan: &WorkflowPlan, stage: StageIx, epoch: u32) {
        let superseded = |at: &MergePosition| at.stage as StageIx == stage && at.epoch < epoch;
        for channel in &plan.stages[stage].writes {
            if !plan.channels[*channel].keep {
                self.lines[*channel].retain(|entry| !superseded(&entry.at));
            }
        }
    }
}

/// The state before any patch: what the run was started with.
pub(crate) type InitialChannels = Vec<Option<StoredValue>>;

/// The merged value of sorted entries of a channel.
pub(crate) fn fold(
    plan: &WorkflowPlan,
    start: &InitialChannels,
    channel: ChannelIx,
    entries: &[&ChannelPatch],
) -> Arc<Json> {
    let given = start[channel].as_ref().map(StoredValue::json);
    let given = given.as_ref().or(plan.channels[channel].default.as_ref());
    match (given, entries) {
        (None, []) => Arc::new(Json::Null),
        (Some(value), []) => Arc::clone(value),
        (None, [only]) => only.value.json(),
        _ => fold_all(plan, channel, given, entries),
    }
}

fn fold_all(
    plan: &WorkflowPlan,
    channel: ChannelIx,
    start: Option<&Arc<Json>>,
    entries: &[&ChannelPatch],
) -> Arc<Json> {
    let reducer = reducer(plan.channels[channel].reducer);
    if let (crate::ReducerName::Replace, Some(last)) = (reducer.name, entries.last()) {
        return last.value.json();
    }
    let values: Vec<Arc<Json>> = entries.iter().map(|entry| entry.value.json()).collect();
    let values: Vec<&Json> = start.into_iter().chain(&values).map(|value| &**value).collect();
    Arc::new((reducer.fold)(&values))
}
