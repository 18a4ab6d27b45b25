//! What a fork would do a second time: acts outside that the old run has begun.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    error::EngineError,
    journal_reader::{load_run, parse},
};
use crate::{
    EffectClass, RunId, RunMode, RunOutcome, RunStore, StateOperation, WorkflowPlan,
    instance::InstanceKey, state::RunState,
};

/// The stages with `effect: external` that a run has begun, and that a fork of it after event `at_seq` would do again:
/// under another idempotency key, so the other side cannot tell. What was done up to that event is kept, and not among them.
pub fn repeated_acts(
    store: &dyn RunStore,
    plan: &Arc<WorkflowPlan>,
    (parent, at_seq): (RunId, u64),
) -> Result<Vec<String>, EngineError> {
    let state = load_run(store, parent, plan, Some(at_seq))?.state;
    let mut begun = unfinished(&state);
    for sealed in store.events(parent, at_seq + 1, usize::MAX)? {
        for op in parse(parent, &sealed)?.ops {
            begun.extend(started(plan, &op));
        }
    }
    begun.retain(|key| plan.definition.stages[key.stage].effect == EffectClass::External);
    if state.mode == RunMode::Pull {
        let reported = reported(store, plan, parent)?;
        // What is only due there has nobody begun, as far as anyone has said.
        let tried =
            |key: &InstanceKey| state.open.get(key).is_some_and(|open| 1 < open.attempt);
        begun.retain(|key| reported.contains(key) || tried(key));
    }
    let stages: BTreeSet<usize> = begun.iter().map(|key| key.stage).collect();
    Ok(stages
        .into_iter()
        .map(|stage| plan.names[stage].to_string())
        .collect())
}

/// What has begun by now and is to be done again: what is open, and what failed and is tried again.
fn unfinished(state: &RunState) -> BTreeSet<InstanceKey> {
    let open = state.open.iter().filter(|(_, open)| !open.asks).map(|(key, _)| *key);
    let failed =
        if state.ended == Some(RunOutcome::Failed) { state.retriable() } else { Vec::new() };
    open.chain(failed.iter().filter_map(|name| state.plan.key(name)))
        .collect()
}

fn started(plan: &WorkflowPlan, op: &StateOperation) -> Vec<InstanceKey> {
    let StateOperation::Start(start) = op else { return Vec::new() };
    let Some(stage) = plan.stage_ix.get(&start.stage) else { return Vec::new() };
    let key = |index| InstanceKey { stage: *stage, epoch: start.epoch, index };
    (0..start.width).map(key).collect()
}

/// The instances of which somebody outside said that they are done, or that they failed.
fn reported(
    store: &dyn RunStore,
    plan: &WorkflowPlan,
    run: RunId,
) -> Result<BTreeSet<InstanceKey>, EngineError> {
    let headers = store.headers(run, 1, usize::MAX)?;
    let reports = headers
        .iter()
        .filter(|header| matches!(&*header.kind, "completed" | "failed"));
    Ok(reports.filter_map(|header| plan.key(&header.subject)).collect())
}
