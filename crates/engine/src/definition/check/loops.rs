//! Loops: back to an earlier stage, over the stages between, with one limit per counter.

use std::collections::BTreeMap;

use super::DefinitionContext;
use crate::definition::{
    diagnostic_report::{DiagnosticReport, problem, quoted},
    model::{ExhaustionRoute, LoopBackDef},
    stage_graph::AncestorSets,
};

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    shared_counters(view, report);
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let ends = (view.topology.index(&back.from), view.topology.index(&back.to));
        let (Some(from), Some(to)) = ends else { continue };
        let pointer = format!("/loop_back/{index}");
        exit(view, report, &pointer, back, from);
        if let Some(order) = &view.topology.order {
            goes_back(view, report, &pointer, order, (from, to));
            repeats(view, report, &pointer, order, (back, from, to));
        }
    }
}

fn shared_counters(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    let mut first = BTreeMap::new();
    for (index, back) in view.definition.loop_back.iter().enumerate() {
        let counter = back.counter_name();
        let (earlier, limit) = first.entry(counter.clone()).or_insert((index, &back.limit));
        if *limit != &back.limit {
            let message = format!(
                "loops {} and {} share counter {} and differ in their limits",
                *earlier + 1,
                index + 1,
                quoted(&counter)
            );
            report.add(problem("counter-limits", format!("/loop_back/{index}/limit"), message));
        }
    }
}

fn exit(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: &str,
    back: &LoopBackDef,
    from: usize,
) {
    let ExhaustionRoute::Stage(id) = &back.on_exhausted.then else { return };
    let Some(then) = view.topology.index(id) else { return };
    if !view.topology.is_input(from, then) {
        let (then, from) = (view.stage(then), view.stage(from));
        let message =
            format!("an exhausted loop leads to {then}, which does not depend on {from}");
        let pointer = format!("{pointer}/on_exhausted/then/stage");
        report.add(problem("loop-exit", pointer, message));
    }
}

fn goes_back(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: &str,
    order: &AncestorSets,
    (from, to): (usize, usize),
) {
    if !order.is_between(to, to, from) {
        let (from, to) = (view.stage(from), view.stage(to));
        let message =
            format!("loop goes from {from} back to {to}, which does not come before it");
        report.add(problem("loop-target", format!("{pointer}/to"), message));
    }
}

fn repeats(
    view: &DefinitionContext<'_>,
    report: &mut DiagnosticReport<'_>,
    pointer: &str,
    order: &AncestorSets,
    (back, from, to): (&LoopBackDef, usize, usize),
) {
    let Some(repeats) = &back.repeats else { return };
    for (place, id) in repeats.iter().enumerate() {
        let Some(stage) = view.topology.index(id) else { continue };
        if !order.is_between(to, stage, from) {
            let names = (view.stage(stage), view.stage(to), view.stage(from));
            let message = format!("{} is not between {} and {}", names.0, names.1, names.2);
            report.add(problem("loop-repeats", format!("{pointer}/repeats/{place}"), message));
        }
    }
    for end in [&back.to, &back.from] {
        if !repeats.contains(end) {
            let message = format!("`repeats` must contain {}", quoted(end));
            report.add(problem("loop-repeats", format!("{pointer}/repeats"), message));
        }
    }
}
