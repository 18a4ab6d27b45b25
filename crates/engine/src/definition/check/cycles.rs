//! Stages that wait for each other.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::DefinitionContext;
use crate::definition::diagnostic_report::{DiagnosticReport, problem};

/// Longest cycle written out; the middle of a longer one is left out.
const MAX_SHOWN: usize = 12;

pub(super) fn check(view: &DefinitionContext<'_>, report: &mut DiagnosticReport<'_>) {
    for knot in &view.topology.knots {
        let Some(first) = knot.first().copied() else { continue };
        let Some(cycle) = shortest_cycle(view, first, knot) else { continue };
        let message = format!("stages wait for each other: {}", written(view, &cycle));
        let hint = "a way back is a `loop_back`, not a `depends_on`".to_owned();
        let pointer = format!("/stages/{first}/depends_on");
        report.add(problem("cycle", pointer, message).hint(hint));
    }
}

/// The shortest way from `start` along its inputs back to it, in the order in which they run.
fn shortest_cycle(
    view: &DefinitionContext<'_>,
    start: usize,
    among: &BTreeSet<usize>,
) -> Option<Vec<usize>> {
    let mut next: BTreeMap<usize, usize> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(stage) = queue.pop_front() {
        for input in view.topology.inputs[stage]
            .iter()
            .filter(|input| among.contains(input))
        {
            if *input == start {
                next.insert(start, stage);
                return Some(follow(&next, start));
            }
            if !next.contains_key(input) {
                next.insert(*input, stage);
                queue.push_back(*input);
            }
        }
    }
    None
}

fn follow(next: &BTreeMap<usize, usize>, start: usize) -> Vec<usize> {
    let mut cycle = vec![start];
    let mut at = start;
    while let Some(stage) = next.get(&at).copied() {
        cycle.push(stage);
        at = stage;
        if at == start {
            break;
        }
    }
    cycle
}

fn written(view: &DefinitionContext<'_>, cycle: &[usize]) -> String {
    let mut names: Vec<String> = cycle.iter().map(|stage| view.stage(*stage)).collect();
    if MAX_SHOWN < names.len() {
        let half = MAX_SHOWN / 2;
        names.splice(half..names.len() - half, ["…".to_owned()]);
    }
    names.join(" → ")
}
