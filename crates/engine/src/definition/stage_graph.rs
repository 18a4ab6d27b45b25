//! The graph of a definition: who depends on whom, and who comes before whom.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::{
    algo::{kosaraju_scc, toposort},
    graph::{DiGraph, NodeIndex},
};

use super::model::{RouteDef, StageDef, WorkflowDefinition};

pub(super) type BranchSet = u128;
/// Most branches of a route, so that `BranchSet` holds them all.
pub(super) const MAX_BRANCHES: usize = 100;

/// The stages as a graph, by index. Unknown names have no edge.
pub(super) struct StageGraph<'d> {
    indexes: BTreeMap<&'d str, usize>,
    pub(super) graph: DiGraph<(), ()>,
    /// The stages that each stage depends on, sorted.
    pub(super) inputs: Vec<Vec<usize>>,
    /// For each stage the stages that its route names, and the branches that name them.
    pub(super) choices: Vec<BTreeMap<usize, BranchSet>>,
    /// What is known where there is no cycle.
    pub(super) order: Option<AncestorSets>,
    /// The sets of stages that wait for each other.
    pub(super) knots: Vec<BTreeSet<usize>>,
}

/// A graph without cycles.
pub(super) struct AncestorSets {
    ancestors: Vec<Vec<u64>>,
}

impl<'d> StageGraph<'d> {
    pub(super) fn of(definition: &'d WorkflowDefinition) -> Self {
        let stages = &definition.stages;
        // Of two stages with one id the first is meant; the second is an error of its own.
        let indexes: BTreeMap<&str, usize> = stages
            .iter()
            .enumerate()
            .rev()
            .map(|(index, stage)| (stage.id.as_str(), index))
            .collect();
        let inputs: Vec<Vec<usize>> =
            stages.iter().map(|stage| known_inputs(stage, &indexes)).collect();
        let choices = stages.iter().map(|stage| choices(&stage.route, &indexes)).collect();
        let graph = graph_of(&inputs);
        let order = toposort(&graph, None)
            .ok()
            .map(|sorted| AncestorSets::of(&sorted, &inputs));
        let knots = if order.is_some() { Vec::new() } else { knots(&graph, &inputs) };
        Self { indexes, graph, inputs, choices, order, knots }
    }

    pub(super) fn index(&self, id: &str) -> Option<usize> {
        self.indexes.get(id).copied()
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = &'d str> {
        self.indexes.keys().copied()
    }

    pub(super) fn is_input(&self, before: usize, after: usize) -> bool {
        self.inputs[after].binary_search(&before).is_ok()
    }

    pub(super) fn successors(&self, stage: usize) -> impl Iterator<Item = usize> {
        self.graph.neighbors(NodeIndex::new(stage)).map(NodeIndex::index)
    }
}

impl AncestorSets {
    fn of(sorted: &[NodeIndex], inputs: &[Vec<usize>]) -> Self {
        let words = inputs.len().div_ceil(64);
        let mut ancestors = vec![Vec::new(); inputs.len()];
        for stage in sorted.iter().map(|node| node.index()) {
            let mut row = vec![0_u64; words];
            for input in &inputs[stage] {
                row[input / 64] |= 1 << (input % 64);
                row.iter_mut()
                    .zip(&ancestors[*input])
                    .for_each(|(word, above)| *word |= above);
            }
            ancestors[stage] = row;
        }
        Self { ancestors }
    }

    pub(super) fn is_before(&self, before: usize, after: usize) -> bool {
        self.ancestors[after][before / 64] & (1 << (before % 64)) != 0
    }

    /// Whether `middle` is `from`, `to` or on a path between them.
    pub(super) fn is_between(&self, from: usize, middle: usize, to: usize) -> bool {
        (from == middle || self.is_before(from, middle))
            && (middle == to || self.is_before(middle, to))
    }
}

fn known_inputs(stage: &StageDef, indexes: &BTreeMap<&str, usize>) -> Vec<usize> {
    let known = stage
        .depends_on
        .iter()
        .filter_map(|id| indexes.get(id.as_str()).copied());
    known.collect::<BTreeSet<usize>>().into_iter().collect()
}

fn choices(route: &[RouteDef], indexes: &BTreeMap<&str, usize>) -> BTreeMap<usize, BranchSet> {
    let mut choices: BTreeMap<usize, BranchSet> = BTreeMap::new();
    for (place, branch) in route.iter().enumerate() {
        let targets = branch.to.names().iter();
        for target in targets.filter_map(|id| indexes.get(id.as_str()).copied()) {
            *choices.entry(target).or_default() |= branch_set(place);
        }
    }
    choices
}

/// The set of one branch. Those past the limit share a place; their route is refused anyway.
pub(super) fn branch_set(place: usize) -> BranchSet {
    1 << place.min(MAX_BRANCHES)
}

fn graph_of(inputs: &[Vec<usize>]) -> DiGraph<(), ()> {
    let mut graph = DiGraph::new();
    for _ in inputs {
        graph.add_node(());
    }
    for (to, inputs) in inputs.iter().enumerate() {
        for from in inputs {
            graph.add_edge(NodeIndex::new(*from), NodeIndex::new(to), ());
        }
    }
    graph
}

fn knots(graph: &DiGraph<(), ()>, inputs: &[Vec<usize>]) -> Vec<BTreeSet<usize>> {
    let parts = kosaraju_scc(graph).into_iter();
    let parts =
        parts.map(|part| part.into_iter().map(NodeIndex::index).collect::<BTreeSet<_>>());
    let waits_for_itself = |stage: &usize| inputs[*stage].binary_search(stage).is_ok();
    let mut knots: Vec<BTreeSet<usize>> = parts
        .filter(|part| 1 < part.len() || part.iter().any(waits_for_itself))
        .collect();
    knots.sort();
    knots
}
