//! Budgets that count nothing, or that lead where only loops may.

use super::View;
use crate::definition::{
    model::Then,
    pointer::escape,
    report::{Report, problem, quoted},
};

pub(super) fn check(view: &View<'_>, report: &mut Report<'_>) {
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
        if let Then::Stage(_) = budget.on_exhausted.then {
            let message = format!("budget {name} cannot lead to a stage; only a loop can");
            let hint = "`go_on` or `stop`".to_owned();
            let pointer = format!("{pointer}/on_exhausted/then");
            report.add(problem("budget-then", pointer, message).hint(hint));
        }
    }
}
