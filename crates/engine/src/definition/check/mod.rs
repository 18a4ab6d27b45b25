//! Whether a definition makes sense. One file per kind of defect, one line per file in `ALL`.

mod budgets;
mod channels;
mod crossing_loops;
mod cycles;
mod duplicates;
mod identifiers;
mod joins;
mod limits;
mod loops;
mod routes;
mod stages;
mod unknown_names;
mod unreachable_stages;
mod values;
mod writers;

use super::{
    diagnostic_report::{DiagnosticReport, quoted},
    model::{StageDef, WorkflowDefinition},
    stage_graph::StageGraph,
};

pub(super) struct DefinitionContext<'d> {
    pub(super) definition: &'d WorkflowDefinition,
    pub(super) topology: StageGraph<'d>,
}

type DefinitionCheck = fn(&DefinitionContext<'_>, &mut DiagnosticReport<'_>);

const ALL: &[DefinitionCheck] = &[
    identifiers::check,
    unknown_names::check,
    duplicates::check,
    stages::check,
    channels::check,
    values::check,
    limits::check,
    budgets::check,
    routes::check,
    cycles::check,
    unreachable_stages::check,
    loops::check,
    crossing_loops::check,
    joins::check,
    writers::check,
];

/// Checks that look at one part at a time, and at nothing that names another.
const EACH: &[DefinitionCheck] = &[stages::check, channels::check, values::check];

/// Checks of names, of whatever order stages are.
const NAMES: &[DefinitionCheck] = &[identifiers::check, unknown_names::check];

pub(super) fn check(definition: &WorkflowDefinition, report: &mut DiagnosticReport<'_>) {
    made(ALL, definition, report);
}

pub(super) fn check_each(definition: &WorkflowDefinition, report: &mut DiagnosticReport<'_>) {
    made(EACH, definition, report);
}

pub(super) fn check_names(definition: &WorkflowDefinition, report: &mut DiagnosticReport<'_>) {
    made(NAMES, definition, report);
}

fn made(
    checks: &[DefinitionCheck],
    definition: &WorkflowDefinition,
    report: &mut DiagnosticReport<'_>,
) {
    let view = DefinitionContext { definition, topology: StageGraph::of(definition) };
    for check in checks {
        check(&view, report);
    }
}

impl<'d> DefinitionContext<'d> {
    fn stages(&self) -> impl Iterator<Item = (usize, &'d StageDef)> + use<'d> {
        self.definition.stages.iter().enumerate()
    }

    fn stage(&self, index: usize) -> String {
        quoted(&self.definition.stages[index].id)
    }
}

#[cfg(test)]
mod tests;
