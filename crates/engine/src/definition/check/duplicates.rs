//! Names listed twice in one list.

use std::collections::BTreeSet;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    json_pointer::escape,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (index, stage) in view.stages() {
        let at = |key: &str| format!("/stages/{index}/{key}");
        once(report, &at("depends_on"), &stage.depends_on);
        once(report, &at("writes"), &stage.writes);
        for (place, branch) in stage.route.iter().enumerate() {
            once(report, &at(&format!("route/{place}/to")), branch.to.names());
        }
    }
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let repeats = back.repeats.as_deref().unwrap_or_default();
        once(report, &format!("/loop_back/{index}/repeats"), repeats);
    }
    for (name, budget) in &view.definition.budgets {
        let stages = budget.stages.as_deref().unwrap_or_default();
        once(report, &format!("/budgets/{}/stages", escape(name)), stages);
    }
}

fn once(report: &mut DiagnosticReport<'_>, pointer: &str, names: &[String]) {
    let mut seen = BTreeSet::new();
    for (place, name) in names.iter().enumerate() {
        if !seen.insert(name) {
            let message = format!("{} is listed twice", quoted(name));
            report.add(problem("listed-twice", format!("{pointer}/{place}"), message));
        }
    }
}
