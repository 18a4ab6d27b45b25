//! Loops that wait for each other. A stage beyond a loop starts when the loop is over; if the loop
//! could not be over before that stage is done, neither would ever be.

use std::collections::BTreeSet;

use petgraph::{algo::is_cyclic_directed, graph::NodeIndex};

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem},
    model::LoopBackDef,
    stage_graph::AncestorSets,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let Some(order) = &view.topology.order else { return };
    let mut graph = view.topology.graph.clone();
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let waits = waits(view, order, back);
        let edges: Vec<_> = waits
            .into_iter()
            .map(|(from, to)| graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ()))
            .collect();
        if !edges.is_empty() && is_cyclic_directed(&graph) {
            let message = format!("loop {} and one before it wait for each other", index + 1);
            let hint = "let one stage depend on the ends of both, and go back from there";
            let pointer = format!("/loop_back/{index}");
            report.add(problem("crossing-loops", pointer, message).hint(hint.to_owned()));
            // What was added last goes first, so that the others keep their numbers.
            for edge in edges.into_iter().rev() {
                graph.remove_edge(edge);
            }
        }
    }
}

/// The end of a loop, and each stage that a token out of the loop's middle leads to.
fn waits(
    view: &DefinitionContext<'_>,
    order: &AncestorSets,
    back: &LoopBackDef,
) -> BTreeSet<(usize, usize)> {
    let ends = (view.topology.index(&back.from), view.topology.index(&back.to));
    let (Some(from), Some(to)) = ends else { return BTreeSet::new() };
    let between = |stage: usize| order.is_between(to, stage, from);
    let repeated = |stage: usize| match &back.repeats {
        None => between(stage),
        Some(names) => names.iter().any(|name| view.topology.index(name) == Some(stage)),
    };
    let mut waits = BTreeSet::new();
    for (stage, inputs) in view.topology.inputs.iter().enumerate() {
        let middle = |input: &usize| *input != from && between(*input) && repeated(*input);
        if !between(stage) && inputs.iter().any(middle) {
            waits.insert((from, stage));
        }
    }
    waits
}
