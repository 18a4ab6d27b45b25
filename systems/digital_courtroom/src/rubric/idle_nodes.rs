//! Nodes of a graph that are there and do nothing.
//!
//! A node in which branches meet may do nothing but wait for them, and one that only a router leads
//! to may do nothing but end: neither is hollow for that. Nor is one that sets fields to nothing
//! where most of the others work, nor one that chooses between constants unless most do nothing.

use jurat_code::facts::{CHOOSES, CLEARS, EdgeKind, OrchestrationGraph, OrchestrationNode};

use crate::model::{Criterion, Evidence, EvidenceSet, RubricCheck, RubricQuery};

/// A graph most of whose nodes do nothing: it is a picture of one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct HollowGraph<'e> {
    idle: usize,
    all: usize,
    pub(crate) evidence: &'e Evidence,
}

impl<'e> HollowGraph<'e> {
    /// The one with most such nodes, among those that count.
    pub(crate) fn of(evidences: &'e EvidenceSet) -> Option<Self> {
        let graphs = evidences
            .repo
            .iter()
            .filter_map(|one| one.fact.graph().map(|it| (one, it)));
        let hollow = graphs
            .filter(|(_, graph)| graph.counts())
            .map(|(evidence, graph)| Self {
                idle: idle_nodes(graph).len(),
                all: graph.nodes.len(),
                evidence,
            });
        let most = hollow.filter(|one| one.all < 2 * one.idle);
        most.max_by(|a, b| {
            (a.idle, a.all, &b.evidence.id).cmp(&(b.idle, b.all, &a.evidence.id))
        })
    }

    pub(crate) fn saw(&self) -> String {
        format!("{} of {} nodes of the graph do nothing", self.idle, self.all)
    }
}

/// Whether some check of a criterion is about the graph.
pub(crate) fn asks_of_graphs(criterion: &Criterion) -> bool {
    let asks = |check: &RubricCheck| matches!(check.query, RubricQuery::Graph(_));
    criterion.checks.iter().any(asks)
}

pub(crate) fn idle_nodes(graph: &OrchestrationGraph) -> Vec<&OrchestrationNode> {
    let hollow = graph.nodes.iter().filter(|node| node.hollow.is_some()).count();
    let most_work = 2 * hollow < graph.nodes.len();
    let makes_room =
        |node: &OrchestrationNode| most_work && node.hollow.as_deref() == Some(CLEARS);
    let most_idle = graph.nodes.len() < 2 * hollow;
    let is_step =
        |node: &OrchestrationNode| !most_idle && node.hollow.as_deref() == Some(CHOOSES);
    let idle = |node: &&OrchestrationNode| {
        let aside = makes_room(node) || is_step(node);
        node.hollow.is_some() && !aside && works(graph, node)
    };
    graph.nodes.iter().filter(idle).collect()
}

/// Whether a node is one that must do something: a single way leads to it, and always.
fn works(graph: &OrchestrationGraph, node: &OrchestrationNode) -> bool {
    let into: Vec<_> = graph.edges.iter().filter(|edge| edge.to == node.name).collect();
    // A way back to try again is no branch that meets others.
    let always: Vec<_> = into
        .iter()
        .filter(|edge| edge.kind != EdgeKind::Conditional)
        .collect();
    let meets = always.iter().any(|edge| edge.from != always[0].from);
    let after_many = into.iter().any(|edge| {
        let before = graph.edges.iter().filter(|one| one.to == edge.from);
        before.into_iter().any(|one| one.many)
    });
    let routed = !into.is_empty() && into.iter().all(|edge| edge.kind == EdgeKind::Conditional);
    !meets && !after_many && !routed
}
