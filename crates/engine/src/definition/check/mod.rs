//! Whether a definition makes sense. One file per kind of defect, one line per file in `ALL`.

mod budgets;
mod channels;
mod crossing;
mod cycles;
mod joins;
mod limits;
mod loops;
mod names;
mod reachable;
mod routes;
mod stages;
mod twice;
mod unknown;
mod values;
mod writers;

use super::{
    model::{Definition, StageDef},
    report::{Report, quoted},
    topology::Topology,
};

/// What a check sees.
pub(super) struct View<'d> {
    pub(super) definition: &'d Definition,
    pub(super) topology: Topology<'d>,
}

type Check = fn(&View<'_>, &mut Report<'_>);

const ALL: &[Check] = &[
    names::check,
    unknown::check,
    twice::check,
    stages::check,
    channels::check,
    values::check,
    limits::check,
    budgets::check,
    routes::check,
    cycles::check,
    reachable::check,
    loops::check,
    crossing::check,
    joins::check,
    writers::check,
];

/// Runs every check on `definition`.
pub(super) fn check(definition: &Definition, report: &mut Report<'_>) {
    let view = View { definition, topology: Topology::of(definition) };
    for check in ALL {
        check(&view, report);
    }
}

impl<'d> View<'d> {
    /// The stages with their indexes.
    fn stages(&self) -> impl Iterator<Item = (usize, &'d StageDef)> + use<'d> {
        self.definition.stages.iter().enumerate()
    }

    /// The name of a stage, for messages.
    fn stage(&self, index: usize) -> String {
        quoted(&self.definition.stages[index].id)
    }
}

#[cfg(test)]
mod tests;
