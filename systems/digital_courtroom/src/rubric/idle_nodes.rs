//! Nodes of a graph that are there and do nothing.
//!
//! A node in which branches meet may do nothing but wait for them, and one that only a router leads
//! to may do nothing but end: neither is hollow for that.

use jurat_code::facts::{EdgeKind, OrchestrationGraph, OrchestrationNode};

pub(crate) fn idle_nodes(graph: &OrchestrationGraph) -> Vec<&OrchestrationNode> {
    let idle = |node: &&OrchestrationNode| node.hollow.is_some() && works(graph, node);
    graph.nodes.iter().filter(idle).collect()
}

/// Whether a node is one that must do something: a single way leads to it, and always.
fn works(graph: &OrchestrationGraph, node: &OrchestrationNode) -> bool {
    let into: Vec<_> = graph.edges.iter().filter(|edge| edge.to == node.name).collect();
    let meets = into.iter().any(|edge| edge.from != into[0].from);
    let after_many = into.iter().any(|edge| {
        let before = graph.edges.iter().filter(|one| one.to == edge.from);
        before.into_iter().any(|one| one.many)
    });
    let routed = !into.is_empty() && into.iter().all(|edge| edge.kind == EdgeKind::Conditional);
    !meets && !after_many && !routed
}
