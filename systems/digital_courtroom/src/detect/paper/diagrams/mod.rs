//! Diagrams that are written as text between fences: Mermaid, Graphviz, boxes of characters.

mod dot;
mod mermaid;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::{LocatedValue, PaperFigure, Rendition, SubmissionArtifact};

use super::{
    character_diagrams,
    figure_parts::{empty, label},
    layout::{PaperBlockKind, PaperLayout},
};

const MOST: usize = 64;
/// Nodes and edges of one figure.
const SIZE: usize = 1_000;
/// The most bytes of one figure that is looked at.
const LONGEST: usize = 100_000;

/// The diagrams that a paper writes as text. Nodes that one node leads to, and that are no choice
/// between ways, are a row.
pub fn written_figures(
    exhibit_name: &str,
    rendition: &Rendition,
) -> Vec<LocatedValue<PaperFigure>> {
    let sheet = PaperLayout::of(exhibit_name, rendition);
    let mut found = Vec::new();
    for block in &sheet.blocks {
        let PaperBlockKind::Code(info) = block.kind else { continue };
        let text = sheet.words(block);
        let language = info.of(sheet.text).unwrap_or_default();
        if let Some(figure) = figure(language, text).filter(|_| text.len() <= LONGEST) {
            let mut located = sheet.located(figure, block.span);
            located.at.artifact = SubmissionArtifact::Vision;
            found.push(located);
        }
        if MOST <= found.len() {
            break;
        }
    }
    found
}

/// Whether a fence says that a diagram is written behind it.
pub(super) fn is_drawn(language: &str) -> bool {
    let word = language.trim().trim_matches(['{', '}', '.']).to_ascii_lowercase();
    matches!(
        word.split_whitespace().next().unwrap_or_default(),
        "mermaid" | "dot" | "graphviz" | "plantuml" | "puml" | "d2"
    )
}

fn figure(language: &str, text: &str) -> Option<PaperFigure> {
    let word = language.trim().trim_matches(['{', '}', '.']).to_ascii_lowercase();
    let first = text.split_whitespace().next().unwrap_or_default();
    match word.split_whitespace().next().unwrap_or_default() {
        "mermaid" => Some(mermaid::read_mermaid(text).figure()),
        "dot" | "graphviz" => Some(dot::read_dot(text).figure()),
        "plantuml" | "puml" | "d2" => Some(unread(&word)),
        "" | "text" | "txt" | "ascii" => match first {
            "flowchart" | "graph" | "sequenceDiagram" | "stateDiagram-v2" => {
                Some(mermaid::read_mermaid(text).figure())
            }
            "digraph" => Some(dot::read_dot(text).figure()),
            _ => character_diagrams::drawn_figure(text),
        },
        _ => None,
    }
}

fn unread(language: &str) -> PaperFigure {
    let mut figure = empty();
    figure.unread = Some(format!("diagrams in {language} are not read"));
    figure
}

/// Nodes and what leads where.
#[derive(Debug, Default)]
struct ParsedDiagram {
    /// By id, in the order in which they are first named.
    order: Vec<String>,
    /// The lines of words in a node.
    labels: BTreeMap<String, Vec<String>>,
    edges: Vec<(String, String)>,
    /// Nodes from which one of several ways is taken.
    choices: BTreeSet<String>,
    /// Whether what leads where says what runs beside what.
    no_rows: bool,
}

impl ParsedDiagram {
    fn node(&mut self, id: &str, label: Option<&str>) {
        if SIZE <= self.order.len() && !self.labels.contains_key(id) {
            return;
        }
        if !self.labels.contains_key(id) {
            self.order.push(id.to_owned());
            self.labels.insert(id.to_owned(), vec![id.to_owned()]);
        }
        if let Some(label) = label {
            let lines = lines(label);
            if !lines.is_empty() {
                self.labels.insert(id.to_owned(), lines);
            }
        }
    }

    fn edge(&mut self, from: &str, to: &str) {
        if self.edges.len() < SIZE {
            self.edges.push((from.to_owned(), to.to_owned()));
        }
    }

    fn figure(self) -> PaperFigure {
        let mut figure = empty();
        "written".clone_into(&mut figure.picture.form);
        let first = |id: &String| self.labels.get(id).and_then(|lines| lines.first()).cloned();
        let lines = self.order.iter().filter_map(|id| self.labels.get(id)).flatten();
        figure.labels = lines.map(|line| label(line, 0, 0)).collect();
        if !self.no_rows {
            for parent in &self.order {
                let below: BTreeSet<&String> = self.below(parent).collect();
                let row: Vec<String> = self
                    .order
                    .iter()
                    .filter(|id| below.contains(id))
                    .filter_map(first)
                    .collect();
                if 1 < row.len() && !self.choices.contains(parent) {
                    figure.rows.push(row);
                }
            }
        }
        figure.connectors = u32::try_from(self.edges.len()).ok();
        if figure.labels.is_empty() {
            figure.unread = Some("no node was found in what is written".to_owned());
        }
        figure
    }

    fn below<'a>(&'a self, parent: &'a str) -> impl Iterator<Item = &'a String> {
        let leads = move |edge: &&(String, String)| edge.0 == parent && edge.1 != parent;
        self.edges.iter().filter(leads).map(|(_, to)| to)
    }
}

/// The lines of a label: broken by a sign of its own.
fn lines(label: &str) -> Vec<String> {
    const LINES: usize = 8;
    let even = label
        .replace("<br/>", "\n")
        .replace("<br />", "\n")
        .replace("<br>", "\n");
    let even = even.replace("\\n", "\n").replace("#quot;", "");
    let trim = |line: &str| line.trim().trim_matches(['"', '`', '*']).trim().to_owned();
    let lines = even.split('\n').map(trim).filter(|line| !line.is_empty());
    lines.take(LINES).collect()
}

#[cfg(test)]
mod tests;
