//! Graphviz: nodes with labels, edges, and groups in braces.

use super::ParsedDiagram;

/// Words that set how things look.
const SETTINGS: [&str; 7] =
    ["graph", "node", "edge", "digraph", "subgraph", "rankdir", "label"];

/// Reads a graph; what says nothing of nodes is passed over.
pub(super) fn read_dot(text: &str) -> ParsedDiagram {
    let mut drawn = ParsedDiagram::default();
    let body = text.split_once('{').map_or(text, |(_, body)| body);
    for line in body.lines().flat_map(|line| line.split(';')) {
        let line = line.split("//").next().unwrap_or_default().trim();
        statement(line, &mut drawn);
    }
    drawn
}

/// `a -> {b c} -> d [label="words"]`
fn statement(line: &str, drawn: &mut ParsedDiagram) {
    let (chain, look) = line.split_once('[').unwrap_or((line, ""));
    let arrow = if chain.contains("->") { "->" } else { "--" };
    let mut from: Vec<String> = Vec::new();
    for group in chain.split(arrow) {
        let ids = ids(group);
        for id in &ids {
            drawn.node(id, None);
        }
        for parent in &from {
            for child in &ids {
                drawn.edge(parent, child);
            }
        }
        from = ids;
    }
    if let ([id], false) = (from.as_slice(), chain.contains(arrow)) {
        drawn.node(id, label(look));
        if look.contains("diamond") {
            drawn.choices.insert(id.clone());
        }
    }
}

fn ids(group: &str) -> Vec<String> {
    let group = group.trim().trim_matches(['{', '}', ' ']);
    if let Some(quoted) = group.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return vec![quoted.to_owned()];
    }
    let setting = group.contains('=')
        || SETTINGS
            .iter()
            .any(|word| group.split_whitespace().next() == Some(word));
    let words = group.split([' ', ',', ';']).map(|word| word.trim_matches('"'));
    let named = |word: &&str| word.chars().any(char::is_alphanumeric);
    if setting { Vec::new() } else { words.filter(named).map(str::to_owned).collect() }
}

fn label(look: &str) -> Option<&str> {
    let (_, rest) = look.split_once("label")?;
    let rest = rest.trim_start().strip_prefix('=')?.trim_start();
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split([',', ']', ' ']).next(),
    }
}
