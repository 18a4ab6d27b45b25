//! Stages that no run can reach.

use std::collections::VecDeque;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem},
    model::StageDef,
    stage_graph::branch_set,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let reached = reached(view);
    for (index, _) in view.stages().filter(|(index, _)| !reached[*index]) {
        // A stage of a cycle is named by the cycle.
        if !view.topology.knots.iter().any(|knot| knot.contains(&index)) {
            let message = format!("stage {} can never be reached", view.stage(index));
            let hint = "every way to it leads through a cycle or a branch that is never taken";
            let pointer = format!("/stages/{index}");
            report.add(problem("unreachable-stage", pointer, message).hint(hint.to_owned()));
        }
    }
}

fn reached(view: &DefinitionContext<'_>) -> Vec<bool> {
    // A stage that depends on an unknown one has its diagnostic already.
    let starts = |stage: &StageDef| {
        stage.depends_on.is_empty()
            || stage.depends_on.iter().any(|id| view.topology.index(id).is_none())
    };
    let mut reached: Vec<bool> = view.definition.stages.iter().map(starts).collect();
    let mut queue: VecDeque<usize> =
        (0..reached.len()).filter(|index| reached[*index]).collect();
    while let Some(stage) = queue.pop_front() {
        for next in view.topology.successors(stage) {
            if !reached[next] && may_take(view, stage, next) {
                reached[next] = true;
                queue.push_back(next);
            }
        }
    }
    reached
}

/// Whether a run may go from `from` to its successor `to`: not if only branches after one that
/// always holds name it.
fn may_take(view: &DefinitionContext<'_>, from: usize, to: usize) -> bool {
    let route = &view.definition.stages[from].route;
    let Some(named) = view.topology.choices[from].get(&to) else { return true };
    let always = route.iter().position(|branch| branch.when.is_none());
    let live = always.map_or(route.len(), |always| always + 1);
    (0..live).any(|place| named & branch_set(place) != 0)
}
