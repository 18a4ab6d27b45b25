//! Routes: they lead to successors, and the branch without a condition is the last.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem},
    stage_graph::MAX_BRANCHES,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, stage) in view.stages() {
        if MAX_BRANCHES < stage.route.len() {
            let count = stage.route.len();
            let stage = view.stage(index);
            let message =
                format!("stage {stage} has {count} branches; the limit is {MAX_BRANCHES}");
            report.add(problem("too-many", format!("/stages/{index}/route"), message));
        }
        for (place, branch) in stage.route.iter().enumerate() {
            let pointer = format!("/stages/{index}/route/{place}");
            if branch.when.is_none() && place + 1 < stage.route.len() {
                let message = format!(
                    "stage {}: a branch without `when` always holds, so it must be the last",
                    view.stage(index)
                );
                report.add(problem("route-order", &pointer, message));
            }
            for (pointer, id) in branch.to.places(&format!("{pointer}/to")) {
                successor(view, report, index, pointer, id);
            }
        }
    }
}

fn successor(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    from: usize,
    pointer: String,
    id: &str,
) {
    let Some(to) = view.topology.index(id) else { return };
    if !view.topology.is_input(from, to) {
        let (from, to) = (view.stage(from), view.stage(to));
        let message = format!("stage {from} routes to {to}, which does not depend on it");
        let hint = format!("add {from} to `depends_on` of {to}");
        report.add(problem("route-target", pointer, message).hint(hint));
    }
}
