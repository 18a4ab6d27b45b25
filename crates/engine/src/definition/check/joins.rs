//! Joins that can never fire.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem},
    exclusive_stages::StageDominators,
    model::{JoinDef, JoinName, JoinShape},
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let guards = view
        .topology
        .order
        .is_some()
        .then(|| StageDominators::of(&view.topology));
    for (index, stage) in view.stages() {
        if stage.depends_on.is_empty() && stage.join != JoinDef::Named(JoinName::All) {
            let message = format!("stage {} has a join and no inputs", view.stage(index));
            report.add(problem(
                "join-without-inputs",
                format!("/stages/{index}/join"),
                message,
            ));
            continue;
        }
        let Some((key, needed)) = needed(&stage.join) else { continue };
        let possible = possible(view, index, guards.as_ref());
        let pointer = format!("/stages/{index}/join/{key}");
        if needed == 0 {
            let message = format!("stage {} waits for 0 inputs", view.stage(index));
            report.add(problem("join-never-fires", pointer, message));
        } else if let Some(possible) = possible.filter(|possible| *possible < needed as usize) {
            let message = format!(
                "stage {} waits for {needed} inputs; at most {possible} can be done in one run",
                view.stage(index)
            );
            report.add(problem("join-never-fires", pointer, message));
        }
    }
}

/// How many inputs the join waits for, and the key that says so.
fn needed(join: &JoinDef) -> Option<(&'static str, u32)> {
    match join {
        JoinDef::Named(_) => None,
        JoinDef::Shaped(JoinShape::Quorum(needed)) => Some(("quorum", *needed)),
        JoinDef::Shaped(JoinShape::BestEffort(settings)) => Some(("best_effort", settings.min)),
    }
}

/// How many inputs can be done in one run; none where a fan-out decides.
fn possible(
    view: &DefinitionContext<'_>,
    stage: usize,
    guards: Option<&StageDominators>,
) -> Option<usize> {
    let known = &view.topology.inputs[stage];
    let written = &view.definition.stages[stage].depends_on;
    let fans_out = |input: &usize| view.definition.stages[*input].for_each.is_some();
    let unknown = written.iter().any(|id| view.topology.index(id).is_none());
    if unknown || known.iter().any(fans_out) {
        return None;
    }
    Some(guards.map_or(known.len(), |guards| guards.most_together(known)))
}
