//! Mermaid: flowcharts, states, sequences.

use super::ParsedDiagram;

/// Shapes of nodes: how they open and close. The longer come first.
const SHAPES: [(&str, &str); 13] = [
    ("(((", ")))"),
    ("([", "])"),
    ("[[", "]]"),
    ("[(", ")]"),
    ("((", "))"),
    ("{{", "}}"),
    ("[/", "/]"),
    ("[\\", "\\]"),
    ("[", "]"),
    ("(", ")"),
    ("{", "}"),
    (">", "]"),
    ("@{", "}"),
];

/// What is written on edges between which one is chosen.
const CHOICES: [&str; 14] = [
    "yes", "no", "true", "false", "ok", "error", "pass", "fail", "sim", "oui", "non", "ja",
    "nein", "else",
];

/// Reads a diagram; lines that say nothing of nodes are passed over.
pub(super) fn read_mermaid(text: &str) -> ParsedDiagram {
    let mut drawn = ParsedDiagram::default();
    let kind = text.split_whitespace().next().unwrap_or_default();
    drawn.no_rows = !matches!(kind, "flowchart" | "graph" | "stateDiagram-v2" | "stateDiagram");
    let sequence = kind == "sequenceDiagram";
    for line in text.lines().skip(1).flat_map(|line| line.split(';')) {
        let line = line.split("%%").next().unwrap_or_default().trim();
        if sequence {
            message(line, &mut drawn);
        } else if !is_setting(line) {
            statement(line, &mut drawn);
        }
    }
    drawn
}

fn is_setting(line: &str) -> bool {
    #[rustfmt::skip]
    const WORDS: [&str; 13] = [
        "subgraph", "end", "direction", "style", "classDef", "class", "linkStyle", "click",
        "note", "title", "accTitle:", "accDescr:", "---",
    ];
    let first = line.split_whitespace().next().unwrap_or_default();
    WORDS.contains(&first) || line.is_empty()
}

/// `A & B -->|words| C[Label] --> D`.
fn statement(line: &str, drawn: &mut ParsedDiagram) {
    let mut rest = line;
    let mut from: Vec<String> = Vec::new();
    let mut words = String::new();
    // Each turn takes at least one sign of the line.
    loop {
        let (nodes, after) = group(rest, drawn);
        if nodes.is_empty() {
            return;
        }
        for parent in &from {
            for child in &nodes {
                drawn.edge(parent, child);
            }
            if CHOICES.contains(&words.trim_matches('"').to_lowercase().as_str()) {
                drawn.choices.insert(parent.clone());
            }
        }
        let Some((said, after)) = arrow(after.trim_start()) else { return };
        (from, words, rest) = (nodes, said, after);
    }
}

/// Nodes joined by `&`, and what is left of the line.
fn group<'a>(line: &'a str, drawn: &mut ParsedDiagram) -> (Vec<String>, &'a str) {
    let mut nodes = Vec::new();
    let mut rest = line.trim_start();
    while let Some((id, after)) = node(rest, drawn) {
        nodes.push(id);
        rest = after.trim_start();
        let Some(more) = rest.strip_prefix('&') else { break };
        rest = more.trim_start();
    }
    (nodes, rest)
}

fn node<'a>(line: &'a str, drawn: &mut ParsedDiagram) -> Option<(String, &'a str)> {
    if let Some(rest) = line.strip_prefix("[*]") {
        return Some(("[*]".to_owned(), rest));
    }
    let part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | ':');
    let mut end = line.find(|letter| !part(letter)).unwrap_or(line.len());
    // A hyphen within a name is part of it, an arrow is not.
    while line[end..].starts_with('-')
        && line[end + 1..].starts_with(|letter: char| letter.is_alphanumeric())
    {
        let rest = &line[end + 1..];
        end += 1 + rest.find(|letter| !part(letter)).unwrap_or(rest.len());
    }
    let (id, rest) = line.split_at(end);
    let id = id.trim_end_matches(':');
    if id.is_empty() {
        return None;
    }
    let (label, rest) = shape(rest);
    drawn.node(id, label);
    if label.is_some() && line[end..].starts_with('{') && !line[end..].starts_with("{{") {
        drawn.choices.insert(id.to_owned());
    }
    // `A:::name` gives a node its look.
    let rest = match rest.strip_prefix(":::") {
        Some(look) => look.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_'),
        None => rest,
    };
    Some((id.to_owned(), rest))
}

/// The words within a shape, and what is left.
fn shape(rest: &str) -> (Option<&str>, &str) {
    for (open, close) in SHAPES {
        let Some(inside) = rest.strip_prefix(open) else { continue };
        // In quotes a closing sign may be a word of the label.
        let quoted = inside.strip_prefix('"').and_then(|label| {
            let end = label.find('"')?;
            let after = label[end + 1..].strip_prefix(close)?;
            Some((&label[..end], after))
        });
        if let Some((label, after)) = quoted {
            return (Some(label), after);
        }
        if let Some(end) = inside.find(close) {
            return (Some(&inside[..end]), &inside[end + close.len()..]);
        }
    }
    (None, rest)
}

/// An arrow with its words, and what is left behind it.
fn arrow(line: &str) -> Option<(String, &str)> {
    let mark = |letter: char| "-=.<>~".contains(letter);
    let end = line.find(|letter| !mark(letter)).unwrap_or(line.len());
    if end < 2 {
        return None;
    }
    let (first, rest) = line.split_at(end);
    // `--o` and `--x` end in a letter.
    let rest = rest
        .strip_prefix(['o', 'x'])
        .filter(|rest| rest.starts_with(' '))
        .unwrap_or(rest);
    if let Some(said) = rest.trim_start().strip_prefix('|') {
        let (words, after) = said.split_once('|')?;
        return Some((words.trim().to_owned(), after));
    }
    // `A -- words --> B`
    if matches!(first, "--" | "==" | "-.") {
        let close = ["-->", "==>", ".->", "---", "-.-"];
        let (at, mark) = close
            .iter()
            .filter_map(|mark| rest.find(mark).map(|at| (at, mark)))
            .min()?;
        return Some((rest[..at].trim().to_owned(), &rest[at + mark.len()..]));
    }
    Some((String::new(), rest))
}

/// `A->>B: words`, `participant A as Words`.
fn message(line: &str, drawn: &mut ParsedDiagram) {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    if matches!(first, "participant" | "actor") {
        let (id, label) = rest.split_once(" as ").unwrap_or((rest, rest));
        drawn.node(id.trim(), Some(label));
        return;
    }
    let head = line.split(':').next().unwrap_or_default();
    let arrows = ["-->>", "->>", "-->", "->", "--x", "-x", "-)"];
    let found = arrows.iter().find_map(|arrow| head.split_once(arrow));
    let Some((from, to)) = found.filter(|_| line.contains(':')) else { return };
    let (from, to) = (from.trim(), to.trim().trim_start_matches(['+', '-']));
    if !from.is_empty() && !to.is_empty() {
        drawn.node(from, None);
        drawn.node(to, None);
        drawn.edge(from, to);
    }
}
