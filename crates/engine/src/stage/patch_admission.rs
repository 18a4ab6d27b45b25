//! The gate before the journal: a patch is checked against the definition.

use std::sync::Arc;

use serde_json::Value as Json;

use jurat_canon::Blob;

use super::{Patch, StageError};
use crate::{
    AttemptCompleted, ChannelWrites, WorkflowPlan,
    ancestor_view::{AncestorView, ChannelPatch, InitialChannels},
    instance::{InstanceKey, MergePosition, StageIx},
    plan::ChannelIx,
    reducer::reducer,
    state::{fits, type_text},
    stored_value::StoredValue,
};

/// What an instance sees: the merged patches of its ancestors, and the state before any.
pub(crate) type SeenChannels<'a> = (&'a AncestorView, &'a InitialChannels);

/// Checks a patch against the definition and what its instance saw, and makes it ready to be
/// journaled.
pub(crate) fn admit(
    plan: &WorkflowPlan,
    (key, attempt): (InstanceKey, u32),
    seen: SeenChannels<'_>,
    patch: Patch,
) -> Result<(AttemptCompleted, Vec<Blob>), StageError> {
    if let Some(flaw) = patch.flaw {
        return Err(StageError::permanent(flaw));
    }
    let (mut writes, mut blobs): (ChannelWrites, Vec<Blob>) = (Vec::new(), Vec::new());
    for (channel, value) in patch.writes {
        let name = admitted(plan, key.stage, &channel, &value).map_err(|why| {
            StageError::permanent(format!("its patch of channel `{channel}` is refused: {why}"))
        })?;
        let datum = StoredValue::new(value);
        let (datum, blob) = datum.map_err(|error| StageError::permanent(error.to_string()))?;
        writes.push((name, datum));
        blobs.extend(blob);
    }
    if let Some(overfull) = overfull(plan, key, seen, &writes) {
        return Err(StageError::permanent(format!("its patch is refused: {overfull}")));
    }
    let (at, spend, outcome) = (plan.text(key), patch.spend, patch.outcome);
    Ok((AttemptCompleted { at, attempt, writes, spend, outcome }, blobs))
}

/// The first channel that would be too long for whoever rests on this instance alone. What its
/// siblings add is looked at when all are through, so that it does not matter who is first.
fn overfull(
    plan: &WorkflowPlan,
    key: InstanceKey,
    (view, start): SeenChannels<'_>,
    writes: &ChannelWrites,
) -> Option<String> {
    let bounded = |(name, value): &(Arc<str>, StoredValue)| {
        let ix = *plan.channel_ix.get(name)?;
        let at = MergePosition::of(key, u32::MAX);
        plan.channels[ix]
            .max_items
            .map(|_| (ix, ChannelPatch { at, value: value.clone() }))
    };
    let patches: Vec<(ChannelIx, ChannelPatch)> = writes.iter().filter_map(bounded).collect();
    if patches.is_empty() {
        return None;
    }
    let after = view.with(plan, (key.stage, key.epoch), patches.clone());
    let too_long = |ix: &ChannelIx| plan.overfull(*ix, &after.value(plan, start, *ix));
    patches.iter().find_map(|(ix, _)| too_long(ix))
}

fn admitted(
    plan: &WorkflowPlan,
    stage: StageIx,
    channel: &str,
    value: &Json,
) -> Result<Arc<str>, String> {
    let ix = *plan.channel_ix.get(channel).ok_or("there is no such channel")?;
    if !plan.stages[stage].writes.contains(&ix) {
        return Err("the stage does not list it in `writes`".into());
    }
    let planned = &plan.channels[ix];
    (reducer(planned.reducer).admit)(value).map_err(str::to_owned)?;
    let def = &plan.definition.channels[channel];
    if fits(def.value_type, def.items, value) {
        Ok(Arc::clone(&planned.name))
    } else {
        Err(format!("expected {}", type_text(def.value_type, def.items)))
    }
}
