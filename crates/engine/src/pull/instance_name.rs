//! The names by which stages are asked for and reported.
//!
//! A bare stage id is short for `id@0#0` and means nothing else, so that a late report of a first
//! pass can never be taken for one of a later pass or of another element.

use crate::{WorkflowPlan, instance::InstanceKey, state::RunState};

/// What is due, in definition order.
pub(super) fn due(state: &RunState) -> Vec<InstanceKey> {
    if state.ended.is_some() { Vec::new() } else { state.open.keys().copied().collect() }
}

/// The name to hand back: the bare id where it can mean only one instance.
pub(super) fn shown_name(plan: &WorkflowPlan, key: InstanceKey) -> String {
    if is_only(plan, key) { plan.names[key.stage].to_string() } else { plan.text(key) }
}

/// The instance that a name means: none for a fan-out without the place of its element.
pub(super) fn named_instance(plan: &WorkflowPlan, name: &str) -> Option<InstanceKey> {
    let written = plan.key(name).filter(|key| plan.text(*key) == name);
    let bare = plan.stage_ix.get(name).map(|stage| first_instance(*stage));
    written.or(bare.filter(|key| is_only(plan, *key)))
}

/// Whether a name is that of an instance, or of the stage it belongs to.
pub(super) fn names(plan: &WorkflowPlan, name: &str, key: InstanceKey) -> bool {
    &*plan.names[key.stage] == name || plan.text(key) == name
}

fn first_instance(stage: usize) -> InstanceKey {
    InstanceKey { stage, epoch: 0, index: 0 }
}

fn is_only(plan: &WorkflowPlan, key: InstanceKey) -> bool {
    plan.definition.stages[key.stage].for_each.is_none() && key == first_instance(key.stage)
}
