//! Budgets that count nothing, or that lead where only loops may.

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    json_pointer::escape,
    model::ExhaustionRoute,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for (name, budget) in &view.definition.budgets {
        let pointer = format!("/budgets/{}", escape(name));
        let name = quoted(name);
        if budget.unit.trim().is_empty() {
            let message = format!("budget {name} has no unit");
            let hint = "`dispatches`, `wall_ms`, or what stages report".to_owned();
            report.add(problem("empty-unit", format!("{pointer}/unit"), message).hint(hint));
        }
        if budget.stages.as_ref().is_some_and(Vec::is_empty) {
            let message = format!("budget {name} counts no stage");
            let hint = "leave `stages` out to count all".to_owned();
            report
                .add(problem("empty-budget", format!("{pointer}/stages"), message).hint(hint));
        }
        if let ExhaustionRoute::Stage(_) = budget.on_exhausted.then {
            let message = format!("budget {name} cannot lead to a stage; only a loop can");
            let hint = "`go_on` or `stop`".to_owned();
            let pointer = format!("{pointer}/on_exhausted/then");
            report.add(problem("budget-then", pointer, message).hint(hint));
        }
    }
}
