//! Figures of a paper held against the graphs that the code builds.

use std::collections::{BTreeMap, BTreeSet};

use jurat_code::facts::OrchestrationGraph;
use jurat_model::{FigureLabel, LabelSource, PaperFigure};

use super::{folding::folded, repository_lookup::RepositoryLookup};
use crate::{
    model::{DiagramMatch, Evidence, EvidenceFact, EvidenceSet},
    rubric::{
        graph_flow::{GraphFlow, is_border},
        pattern::near,
    },
};

/// Figures that are held against graphs, by id.
const MOST_FIGURES: usize = 32;
/// Graphs that they are held against, by id.
const MOST_GRAPHS: usize = 8;
/// Labels of a figure that are looked at.
const MOST_LABELS: usize = 200;

/// Each figure with each graph.
pub(super) fn matched(evidences: &EvidenceSet, known: &RepositoryLookup) -> Vec<Evidence> {
    let figures = evidences.vision.iter().chain(&evidences.docs);
    let mut figures: Vec<(&Evidence, &PaperFigure)> =
        figures.filter_map(|one| one.with(EvidenceFact::figure)).collect();
    let graphs = evidences.repo.iter().filter_map(|one| one.with(EvidenceFact::graph));
    let mut graphs: Vec<(&Evidence, &OrchestrationGraph)> = graphs
        .filter(|(one, graph)| graph.counts() && known.counts(&one.location.path))
        .collect();
    figures.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    graphs.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    let mut found = Vec::new();
    for (graph_evidence, graph) in graphs.into_iter().take(MOST_GRAPHS) {
        let code = CodeGraphNodes::of(graph);
        for (evidence, figure) in figures.iter().take(MOST_FIGURES) {
            if figure.unread.is_some() || figure.labels.is_empty() {
                continue;
            }
            let mut held = code.holds(figure, known);
            held.figure = evidence.id.to_string();
            held.graph = graph_evidence.id.to_string();
            let (at, words) = (evidence.location.clone(), evidence.content.clone());
            found.push(Evidence::of(EvidenceFact::DiagramMatch(held), at, words));
        }
    }
    found
}

/// A graph, by the names under which a figure may show its nodes.
struct CodeGraphNodes<'g> {
    nodes: BTreeSet<&'g str>,
    spelt: BTreeMap<String, &'g str>,
    flow: GraphFlow,
}

impl<'g> CodeGraphNodes<'g> {
    fn of(graph: &'g OrchestrationGraph) -> Self {
        let names = graph.nodes.iter().map(|node| node.name.as_str());
        let names = names.chain(graph.node_names.iter().map(String::as_str));
        let nodes: BTreeSet<&str> = names.filter(|name| !is_border(name)).collect();
        let mut spelt: BTreeMap<String, &str> = BTreeMap::new();
        for name in &nodes {
            spelt.entry(folded(name)).or_insert(name);
        }
        // A function's name serves where no node has it, and only one node has the function.
        let mut behind: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for node in &graph.nodes {
            let last = node.function.as_deref().and_then(|name| name.rsplit('.').next());
            if let Some(last) = last {
                behind.entry(folded(last)).or_default().insert(&node.name);
            }
        }
        for (name, nodes) in behind {
            if let (1, Some(node)) = (nodes.len(), nodes.first()) {
                spelt.entry(name).or_insert(node);
            }
        }
        Self { nodes, spelt, flow: GraphFlow::of(graph) }
    }

    fn holds(&self, figure: &PaperFigure, known: &RepositoryLookup) -> DiagramMatch {
        let labels = &figure.labels[..figure.labels.len().min(MOST_LABELS)];
        let shown: BTreeSet<&str> =
            labels.iter().filter_map(|label| self.node(&label.text)).collect();
        let invented: BTreeSet<&str> = labels
            .iter()
            .filter(|label| self.node(&label.text).is_none() && is_like_a_node(label, known))
            .map(|label| label.text.trim())
            .collect();
        let (mut parallel, mut not_parallel) = (Vec::new(), Vec::new());
        for row in &figure.rows {
            match self.row(row, labels) {
                Some(true) => parallel.push(row.clone()),
                Some(false) => not_parallel.push(row.clone()),
                None => {}
            }
        }
        DiagramMatch {
            figure: String::new(),
            graph: String::new(),
            left_out: owned(self.nodes.difference(&shown).copied()),
            shown: owned(shown.into_iter()),
            invented: owned(invented.into_iter()),
            parallel,
            not_parallel,
        }
    }

    /// The node that a label shows: itself, or one of its lines.
    fn node(&self, label: &str) -> Option<&'g str> {
        let lines = label.split(['\n', '|']).flat_map(|line| line.split("\\n"));
        let lines = lines.flat_map(|line| line.split("<br"));
        std::iter::once(label)
            .chain(lines)
            .find_map(|text| self.spelt_so(&folded(text)))
    }

    fn spelt_so(&self, text: &str) -> Option<&'g str> {
        if let Some(node) = self.spelt.get(text) {
            return Some(node);
        }
        // Short names differ by too little to be forgiven; no name is longer.
        let most = match text.chars().count() {
            0..5 | 100.. => return None,
            5..8 => 1,
            _ => 2,
        };
        let close = |(name, node): (&String, &&'g str)| Some((near(text, name, most)?, *node));
        let mut all: Vec<(usize, &str)> = self.spelt.iter().filter_map(close).collect();
        all.sort_unstable();
        match all.as_slice() {
            [(one, a), (two, b), ..] if one == two && a != b => None,
            [(_, node), ..] => Some(*node),
            [] => None,
        }
    }

    /// Whether a row of a figure is parallel in the code; none where the figure does not say so.
    fn row(&self, row: &[String], labels: &[FigureLabel]) -> Option<bool> {
        let mut nodes: Vec<&str> = row.iter().filter_map(|label| self.node(label)).collect();
        nodes.dedup();
        if nodes.len() < 2 {
            return None;
        }
        if self.flow.all_beside(&nodes) {
            return Some(true);
        }
        // Labels from left to right in the order of the code may be a flow that is drawn sideways.
        let sideways = self.flow.in_line(&nodes) && !self.is_crossed(row, labels);
        (!sideways).then_some(false)
    }

    /// Whether nodes of the code stand above and below a row, so that the figure flows downwards.
    fn is_crossed(&self, row: &[String], labels: &[FigureLabel]) -> bool {
        let heights = labels.iter().filter(|label| row.contains(&label.text));
        let heights: Vec<(i32, i32)> = heights
            .map(|label| (label.area.y, label.area.y + label.area.height))
            .collect();
        let top = heights.iter().map(|(top, _)| *top).min();
        let bottom = heights.iter().map(|(_, bottom)| *bottom).max();
        let Some((top, bottom)) = top.zip(bottom) else { return false };
        let nodes = || labels.iter().filter(|label| self.node(&label.text).is_some());
        nodes().any(|label| label.area.y + label.area.height <= top)
            && nodes().any(|label| bottom <= label.area.y)
    }
}

/// A single word such as `vote_counter` or `VoteCounter` that is no other name of the repository.
/// Letters that were recognised may be wrong: there, only `_` tells.
fn is_like_a_node(label: &FigureLabel, known: &RepositoryLookup) -> bool {
    let text = label.text.trim();
    let plain = 5 <= text.chars().count()
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && text.starts_with(|c: char| c.is_ascii_alphabetic());
    let humped = text
        .chars()
        .zip(text.chars().skip(1))
        .any(|(a, b)| a.is_ascii_lowercase() && b.is_ascii_uppercase());
    let joined = text.trim_matches('_').contains('_');
    let shaped = joined || (humped && label.source != LabelSource::Recognised);
    plain && shaped && known.name(text).is_none()
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}
