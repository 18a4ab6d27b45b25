//! What is measured of orchestration graphs. The best graph of the repository counts.

use jurat_model::court::{Evidence, Evidences, Fact, Graph, GraphMeasure, Node};

use super::{
    Case,
    seen::{Seen, counted},
};
use crate::court::{
    cross::Known,
    flow::{Flow, is_border},
    pattern::fits_any,
    unread::Sought,
};

/// Graphs that are looked at, by id.
const MOST_GRAPHS: usize = 16;

/// A graph of the product, and how it flows.
pub(super) struct Followed<'d> {
    evidence: &'d Evidence,
    graph: &'d Graph,
    /// None where there are too many graphs to follow each.
    flow: Option<Flow>,
}

/// Every graph of the product, by id.
pub(super) fn followed<'d>(evidences: &'d Evidences, known: &Known) -> Vec<Followed<'d>> {
    let mut graphs: Vec<(&Evidence, &Graph)> = Vec::new();
    for evidence in &evidences.repo {
        if let Fact::Graph(graph) = &evidence.fact
            && known.counts(&evidence.location.path)
        {
            graphs.push((evidence, graph));
        }
    }
    graphs.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    let follow = |(at, (evidence, graph)): (usize, (&'d Evidence, &'d Graph))| Followed {
        evidence,
        graph,
        flow: (at < MOST_GRAPHS).then(|| Flow::of(graph)),
    };
    graphs.into_iter().enumerate().map(follow).collect()
}

pub(super) fn seen<'d>(case: &Case<'_, 'd>, measure: &GraphMeasure) -> Seen<'d> {
    let unread = case.unread.code(Sought::Graphs, &[], &[], false);
    if !case.has_code(&[], false) {
        return Seen::nothing("there is no code in a language that is read").unless(unread);
    }
    let graphs = case.graphs;
    if *measure == GraphMeasure::Count {
        let number = graphs.len() as u64;
        let evidence = graphs.iter().map(|one| one.evidence).collect();
        return Seen::number(number, counted(number, "graph", "graphs"), evidence)
            .overlooking(unread);
    }
    let measured = graphs.iter().filter_map(|one| {
        let (number, words) = measured(one.graph, one.flow.as_ref()?, measure);
        Some((number, words, one))
    });
    // The first of the best, by id.
    let best = measured.reduce(|best, next| if best.0 < next.0 { next } else { best });
    let Some((number, words, best)) = best else {
        return Seen::nothing("the code builds no graph").unless(unread);
    };
    let overlooked = unsure(best, MOST_GRAPHS < graphs.len()).or(unread);
    Seen::number(number, words, vec![best.evidence]).overlooking(overlooked)
}

/// Why a graph may hold more than was seen.
fn unsure(best: &Followed, many: bool) -> Option<String> {
    let routes = best.graph.unresolved.len() as u64;
    if 0 < routes {
        return Some(format!("{} could not be told", counted(routes, "route", "routes")));
    }
    if best.flow.as_ref().is_some_and(Flow::is_cut) {
        return Some("the graph is too large to be followed".to_owned());
    }
    many.then(|| "there are too many graphs to follow each".to_owned())
}

fn measured(graph: &Graph, flow: &Flow, measure: &GraphMeasure) -> (u64, String) {
    let count = |number: usize, one: &str, many: &str| {
        (number as u64, counted(number as u64, one, many))
    };
    let named = |names: Vec<&str>, one: &str, many: &str| {
        let (number, words) = count(names.len(), one, many);
        let list = names.join(", ");
        (number, if list.is_empty() { words } else { format!("{words}: {list}") })
    };
    let nodes = || graph.nodes.iter().filter(|node| !is_border(&node.name));
    match measure {
        GraphMeasure::Count => (1, counted(1, "graph", "graphs")),
        GraphMeasure::Nodes => count(nodes().count(), "node", "nodes"),
        GraphMeasure::Edges => count(graph.edges.len(), "edge", "edges"),
        GraphMeasure::Conditional => {
            let number = u64::from(graph.conditional_count);
            (number, counted(number, "conditional edge", "conditional edges"))
        }
        GraphMeasure::FanOuts => {
            named(flow.fan_outs(), "node leads to several", "nodes lead to several")
        }
        GraphMeasure::FanIns => {
            named(flow.fan_ins(), "node joins branches", "nodes join branches")
        }
        GraphMeasure::Parallel(patterns) => {
            let wanted =
                |name: &str| nodes().any(|node| node.name == name && is_named(node, patterns));
            let beside = "beside each other";
            let found = flow.parallel(wanted);
            named(found, &format!("node {beside}"), &format!("nodes {beside}"))
        }
        GraphMeasure::Named(patterns) => {
            let found: Vec<&str> = nodes()
                .filter(|node| is_named(node, patterns))
                .map(|node| node.name.as_str())
                .collect();
            named(found, "node of that name", "nodes of that name")
        }
    }
}

fn is_named(node: &Node, patterns: &[String]) -> bool {
    fits_any(patterns, &node.name)
        || node
            .function
            .as_ref()
            .is_some_and(|function| fits_any(patterns, function))
}
