//! The graph of the code as a figure.

use std::collections::BTreeSet;

use jurat_code::facts::{EdgeKind, OrchestrationEdge};
use jurat_document::{GraphEdge, GraphFigure, GraphNode, StatusTone, visible};

use crate::{formats::highlights, report::GraphFacts};

/// Names of where a graph begins and ends.
const ENDS: [&str; 2] = ["START", "END"];
/// Letters of a name that are drawn.
const LONGEST_NAME: usize = 28;

/// The figure; none where the graph has no edge that can be told.
pub(super) fn figure(graph: &GraphFacts) -> Option<GraphFigure> {
    if graph.edges.is_empty() {
        return None;
    }
    let ends = graph.edges.iter().flat_map(|edge| [&edge.from, &edge.to]);
    let names: BTreeSet<&str> =
        graph.node_names.iter().chain(ends).map(String::as_str).collect();
    // Where it begins stands first, wherever its letters would put it.
    let mut names: Vec<&str> = names.into_iter().collect();
    names.sort_by_key(|name| (*name != ENDS[0], *name == ENDS[1]));
    let node = |name: &&str| GraphNode {
        name: highlights::clipped(&visible(name), LONGEST_NAME),
        tone: if graph.hollow_nodes.iter().any(|hollow| hollow == name) {
            StatusTone::Bad
        } else {
            StatusTone::Plain
        },
        faint: ENDS.contains(name),
    };
    let place = |name: &str| names.iter().position(|one| *one == name);
    let edge = |edge: &OrchestrationEdge| {
        Some(GraphEdge {
            from: place(&edge.from)?,
            to: place(&edge.to)?,
            dashed: edge.kind == EdgeKind::Conditional,
        })
    };
    Some(GraphFigure {
        nodes: names.iter().map(node).collect(),
        edges: graph.edges.iter().filter_map(edge).collect(),
        words: graph.details.clone(),
    })
}
