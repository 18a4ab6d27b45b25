//! What is measured of orchestration graphs. The best graph of the repository counts.

use jurat_code::facts::{LibrarySort, OrchestrationGraph, OrchestrationNode};

use super::{
    ExaminationContext,
    measurement::{QueryMeasurement, ShortfallMeaning},
    unit::MeasureUnit,
};
use crate::{
    model::{Evidence, EvidenceFact, EvidenceSet, GraphMeasure},
    rubric::{
        cross::RepositoryLookup,
        graph_flow::{GraphFlow, is_border},
        idle_nodes::idle_nodes,
        pattern::fits_any,
        unread_files::CodeSearchKind,
    },
};

/// Graphs that are looked at, by id.
const MOST_GRAPHS: usize = 16;

/// A graph of the product, and how it flows.
pub(super) struct ProductGraph<'d> {
    evidence: &'d Evidence,
    graph: &'d OrchestrationGraph,
    /// None where there are too many graphs to follow each.
    flow: Option<GraphFlow>,
}

/// Every graph of the product, by id; those that never run after all that may.
pub(super) fn followed<'d>(
    evidences: &'d EvidenceSet,
    known: &RepositoryLookup,
) -> Vec<ProductGraph<'d>> {
    let graphs = evidences.repo.iter().filter_map(|one| one.with(EvidenceFact::graph));
    let mut graphs: Vec<(&Evidence, &OrchestrationGraph)> =
        graphs.filter(|(one, _)| known.counts(&one.location.path)).collect();
    graphs.sort_by_key(|(evidence, graph)| (!graph.counts(), &evidence.id));
    let follow = |(at, (evidence, graph)): (usize, (&'d Evidence, &'d OrchestrationGraph))| {
        ProductGraph {
            evidence,
            graph,
            flow: (at < MOST_GRAPHS).then(|| GraphFlow::of(graph)),
        }
    };
    graphs.into_iter().enumerate().map(follow).collect()
}

pub(super) fn seen<'d>(
    view: &ExaminationContext<'_, 'd>,
    measure: &GraphMeasure,
    unit: MeasureUnit,
) -> QueryMeasurement<'d> {
    let unread = view.unread.code(CodeSearchKind::Graphs, &[], &[], false);
    if !view.has_code(&[], false) {
        return QueryMeasurement::nothing("no code in a language that is read").unless(unread);
    }
    // A graph that never runs is none that the code builds.
    let running = view.graphs.partition_point(|one| one.graph.counts());
    let (graphs, idle) = view.graphs.split_at(running);
    if let Some(why) = doubt(graphs, idle) {
        return QueryMeasurement::untold(why);
    }
    let none_read = || unread.clone().or_else(|| unread_flow(view));
    if *measure == GraphMeasure::Count {
        let number = graphs.len() as u64;
        let shown = if graphs.is_empty() { idle } else { graphs };
        let evidence = shown.iter().map(|one| one.evidence).collect();
        let unread = if graphs.is_empty() { none_read() } else { unread };
        return QueryMeasurement::number(number, unit.counted(number), evidence)
            .overlooking(unread)
            .short_means(without(idle));
    }
    let measured = graphs.iter().filter_map(|one| {
        let (number, words) = measured(one.graph, one.flow.as_ref()?, measure, unit);
        Some((number, words, one))
    });
    // The first of the best, by id.
    let best = measured.reduce(|best, next| if best.0 < next.0 { next } else { best });
    let Some((number, words, best)) = best else {
        let evidence = idle.iter().map(|one| one.evidence).collect();
        let seen = QueryMeasurement {
            evidence,
            ..QueryMeasurement::nothing(no_graph(idle))
        };
        return seen.short_means(without(idle)).unless(none_read());
    };
    let overlooked = unsure(best, MOST_GRAPHS < graphs.len()).or(unread);
    let untold = untold(graphs, measure);
    QueryMeasurement::number(number, words, vec![best.evidence])
        .overlooking(overlooked)
        .overlooking_some(untold, || untold_words(untold))
        .short_means(shortfall(best.graph, measure))
}

/// Nodes of which nobody can tell whether they do anything, in the graph that has most.
fn untold(graphs: &[ProductGraph], measure: &GraphMeasure) -> u64 {
    let asked = |node: &&OrchestrationNode| match measure {
        GraphMeasure::HollowNodes => node.untold,
        GraphMeasure::Asking(patterns) => {
            node.asks_model.is_none() && is_named(node, fits_any(patterns))
        }
        _ => false,
    };
    let count = |one: &ProductGraph| {
        let untold = one.graph.nodes.iter().filter(asked);
        untold.filter(|node| !is_border(&node.name)).count() as u64
    };
    graphs.iter().map(count).max().unwrap_or(0)
}

fn untold_words(untold: u64) -> String {
    let nodes = MeasureUnit::Things { one: "node", many: "nodes" }.counted(untold);
    format!("what stands behind {nodes} could not be told")
}

/// What it shows that a graph has too few of something. Its edges and nodes are known; whether
/// nodes by other names are meant is not.
fn shortfall(graph: &OrchestrationGraph, measure: &GraphMeasure) -> ShortfallMeaning {
    let named = |patterns: &[String]| -> Vec<&OrchestrationNode> {
        let fits = fits_any(patterns);
        graph.nodes.iter().filter(|node| is_named(node, &fits)).collect()
    };
    let shown = match measure {
        GraphMeasure::Parallel(patterns) => 2 <= named(patterns).len(),
        GraphMeasure::Asking(patterns) => {
            named(patterns).iter().any(|node| node.asks_model == Some(false))
        }
        GraphMeasure::Named(_) => false,
        _ => true,
    };
    if shown { ShortfallMeaning::Shown } else { ShortfallMeaning::NotSeen }
}

/// What it shows that no graph runs: one that never does speaks for it, none at all does not.
const fn without(idle: &[ProductGraph]) -> ShortfallMeaning {
    if idle.is_empty() { ShortfallMeaning::NotSeen } else { ShortfallMeaning::Shown }
}

/// That the flow is built with libraries whose flows are not read.
fn unread_flow(view: &ExaminationContext<'_, '_>) -> Option<String> {
    let all = view.docket.evidences.repo.iter().filter_map(|one| one.fact.library());
    let unread = all.filter(|library| library.sort == LibrarySort::Agents);
    let names: Vec<&str> = unread.map(|library| library.name.as_str()).collect();
    let names = names.join(", ");
    (!names.is_empty())
        .then(|| format!("its flow is built with {names}, whose flows are not read"))
}

/// Why nobody can tell whether the only graph counts.
fn doubt(running: &[ProductGraph], idle: &[ProductGraph]) -> Option<String> {
    let doubted = || idle.iter().find_map(|one| one.graph.doubted.as_deref());
    let why = doubted().filter(|_| running.is_empty())?;
    Some(format!("a graph of which nobody can tell that it runs: {why}"))
}

/// That there is none, and why those that are there are none.
fn no_graph(idle: &[ProductGraph]) -> String {
    let why = idle.iter().find_map(|one| one.graph.unreached.as_deref());
    match why {
        Some(why) => format!("no graph in the code that ever runs: {why}"),
        None => "no graph in the code".to_owned(),
    }
}

/// Why a graph may hold more than was seen.
fn unsure(best: &ProductGraph, many: bool) -> Option<String> {
    let routes = best.graph.unresolved.len() as u64;
    if 0 < routes {
        let routes = MeasureUnit::Things { one: "route", many: "routes" }.counted(routes);
        return Some(format!("{routes} could not be told"));
    }
    if best.flow.as_ref().is_some_and(GraphFlow::is_cut) {
        return Some("the graph is too large to be followed".to_owned());
    }
    many.then(|| "there are too many graphs to follow each".to_owned())
}

fn measured(
    graph: &OrchestrationGraph,
    flow: &GraphFlow,
    measure: &GraphMeasure,
    unit: MeasureUnit,
) -> (u64, String) {
    let nodes = || graph.nodes.iter().filter(|node| !is_border(&node.name));
    let found: Vec<&str> = match measure {
        GraphMeasure::Count => return (1, unit.counted(1)),
        GraphMeasure::Nodes => return plain(nodes().count() as u64, unit),
        GraphMeasure::Edges => return plain(graph.edges.len() as u64, unit),
        GraphMeasure::Conditional => return plain(graph.conditional_count.into(), unit),
        GraphMeasure::FanOuts => flow.fan_outs(),
        GraphMeasure::FanIns => flow.fan_ins(),
        GraphMeasure::Parallel(patterns) => {
            let fits = fits_any(patterns);
            flow.parallel(|name| nodes().any(|node| node.name == name && is_named(node, &fits)))
        }
        GraphMeasure::Named(patterns) => {
            let fits = fits_any(patterns);
            let named = nodes().filter(|node| is_named(node, &fits));
            named.map(|node| node.name.as_str()).collect()
        }
        GraphMeasure::HollowNodes => {
            idle_nodes(graph).iter().map(|node| node.name.as_str()).collect()
        }
        GraphMeasure::Asking(patterns) => {
            let fits = fits_any(patterns);
            let asks = |node: &&OrchestrationNode| node.asks_model == Some(true);
            let named = nodes().filter(|node| is_named(node, &fits)).filter(asks);
            named.map(|node| node.name.as_str()).collect()
        }
    };
    let (number, words) = plain(found.len() as u64, unit);
    if found.is_empty() {
        return (number, words);
    }
    (number, format!("{words}: {}", found.join(", ")))
}

fn plain(number: u64, unit: MeasureUnit) -> (u64, String) {
    (number, unit.counted(number))
}

fn is_named(node: &OrchestrationNode, fits: impl Fn(&str) -> bool) -> bool {
    fits(&node.name) || node.function.as_deref().is_some_and(fits)
}
