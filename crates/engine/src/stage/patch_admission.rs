//! The gate before the journal: a patch is checked against the definition.

use std::sync::Arc;

use serde_json::Value as Json;

use jurat_canon::Blob;

use super::{Patch, StageError};
use crate::{
    AttemptCompleted, ChannelWrites, WorkflowPlan,
    instance::{InstanceKey, StageIx},
    reducer::reducer,
    state::{fits, type_text},
    stored_value::StoredValue,
};

/// Checks a patch and makes it ready to be journaled.
pub(crate) fn admit(
    plan: &WorkflowPlan,
    key: InstanceKey,
    attempt: u32,
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
    let (at, spend, outcome) = (plan.text(key), patch.spend, patch.outcome);
    Ok((AttemptCompleted { at, attempt, writes, spend, outcome }, blobs))
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
