//! Stages that cannot both run, because one route chooses between them.
//!
//! Every routed edge becomes a node of its own. A stage runs only if all nodes that dominate it
//! do, so two stages exclude each other where their ways part at a route, into edges that no
//! branch takes together.

use std::collections::BTreeMap;

use petgraph::{
    algo::dominators::simple_fast,
    graph::{DiGraph, NodeIndex},
};

use super::stage_graph::{BranchSet, StageGraph};

/// How many choices before a stage are looked at when its join is checked.
const MAX_CHOICES: usize = 64;

pub(super) struct StageDominators {
    nodes: Vec<DominatorNode>,
    /// For each power of two, the node that many steps up.
    above: Vec<Vec<usize>>,
}

#[derive(Clone, Copy)]
struct DominatorNode {
    depth: usize,
    /// For a routed edge: the stage that routes, and the branches that take the edge.
    choice: Option<(usize, BranchSet)>,
}

impl StageDominators {
    pub(super) fn of(topology: &StageGraph<'_>) -> Self {
        let (graph, choices, root) = split(topology);
        let dominators = simple_fast(&graph, root);
        let parent = |node: usize| dominators.immediate_dominator(NodeIndex::new(node));
        // A node that nothing reaches is dominated by the root, as good as by nothing.
        let parents: Vec<usize> = (0..graph.node_count())
            .map(|node| parent(node).unwrap_or(root).index())
            .collect();
        let depths = depths(&parents, root.index());
        let choice = |node: usize| choices.get(&node).copied();
        let nodes = depths.into_iter().enumerate();
        let nodes = nodes
            .map(|(node, depth)| DominatorNode { depth, choice: choice(node) })
            .collect();
        Self { nodes, above: powers(parents) }
    }

    /// Whether no run takes both `a` and `b`.
    pub(super) fn exclusive(&self, a: usize, b: usize) -> bool {
        let Some((a, b)) = self.parting(a, b) else { return false };
        match (self.nodes[a].choice, self.nodes[b].choice) {
            (Some((at, taken)), Some((same, other))) => at == same && taken & other == 0,
            _ => false,
        }
    }

    /// The first nodes in which the ways to `a` and `b` differ; none if one is on the other's way.
    fn parting(&self, a: usize, b: usize) -> Option<(usize, usize)> {
        let depth = self.nodes[a].depth.min(self.nodes[b].depth);
        let (mut a, mut b) = (self.lift(a, depth), self.lift(b, depth));
        if a == b {
            return None;
        }
        for row in self.above.iter().rev() {
            if row[a] != row[b] {
                (a, b) = (row[a], row[b]);
            }
        }
        Some((a, b))
    }

    fn lift(&self, node: usize, depth: usize) -> usize {
        let steps = self.nodes[node].depth - depth;
        let rows = self.above.iter().enumerate();
        rows.filter(|(power, _)| steps >> power & 1 == 1)
            .fold(node, |at, (_, row)| row[at])
    }

    /// An upper bound on how many of `stages` one run takes.
    pub(super) fn most_together(&self, stages: &[usize]) -> usize {
        let mut by_route: BTreeMap<usize, Vec<BranchSet>> = BTreeMap::new();
        for (route, taken) in stages.iter().flat_map(|stage| self.choices(*stage)) {
            by_route.entry(route).or_default().push(taken);
        }
        let most = by_route.values().map(|choices| {
            let of_branch =
                |branch| choices.iter().filter(|taken| **taken >> branch & 1 == 1).count();
            let fullest = (0..BranchSet::BITS).map(of_branch).max().unwrap_or(0);
            stages.len() - choices.len() + fullest
        });
        most.min().unwrap_or(stages.len())
    }

    /// The choices on every way to `stage`, the nearest first.
    fn choices(&self, stage: usize) -> impl Iterator<Item = (usize, BranchSet)> {
        let up = |node: &usize| (0 < self.nodes[*node].depth).then(|| self.above[0][*node]);
        let way = std::iter::successors(Some(stage), up);
        way.filter_map(|node| self.nodes[node].choice).take(MAX_CHOICES)
    }
}

type RoutedEdges = BTreeMap<usize, (usize, BranchSet)>;

/// The graph with a node for each routed edge and one root before all stages.
fn split(topology: &StageGraph<'_>) -> (DiGraph<(), ()>, RoutedEdges, NodeIndex) {
    let mut graph = DiGraph::new();
    for _ in &topology.inputs {
        graph.add_node(());
    }
    let root = graph.add_node(());
    let mut choices = BTreeMap::new();
    for (to, inputs) in topology.inputs.iter().enumerate() {
        if inputs.is_empty() {
            graph.add_edge(root, NodeIndex::new(to), ());
        }
        for from in inputs {
            let Some(branches) = topology.choices[*from].get(&to) else {
                graph.add_edge(NodeIndex::new(*from), NodeIndex::new(to), ());
                continue;
            };
            let edge = graph.add_node(());
            choices.insert(edge.index(), (*from, *branches));
            graph.add_edge(NodeIndex::new(*from), edge, ());
            graph.add_edge(edge, NodeIndex::new(to), ());
        }
    }
    (graph, choices, root)
}

fn depths(parents: &[usize], root: usize) -> Vec<usize> {
    let mut depths: Vec<Option<usize>> = vec![None; parents.len()];
    depths[root] = Some(0);
    for node in 0..parents.len() {
        let mut way = vec![node];
        while let Some(top) = way.last().copied() {
            match (depths[top], depths[parents[top]]) {
                (Some(_), _) => drop(way.pop()),
                (None, Some(above)) => depths[top] = Some(above + 1),
                (None, None) => way.push(parents[top]),
            }
        }
    }
    depths.into_iter().map(Option::unwrap_or_default).collect()
}

fn powers(parents: Vec<usize>) -> Vec<Vec<usize>> {
    let mut rows = vec![parents];
    while let Some(last) = rows.last()
        && 1 << rows.len() < last.len()
    {
        let next = last.iter().map(|node| last[*node]).collect();
        rows.push(next);
    }
    rows
}
