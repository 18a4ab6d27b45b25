//! A definition as a Mermaid flowchart.

use std::fmt::Write as _;

use super::{DrawnEdge, DrawnStage, GraphDrawing};
use crate::definition::model::WorkflowDefinition;

pub fn mermaid(definition: &WorkflowDefinition) -> String {
    let drawing = GraphDrawing::of(definition);
    let mut text = String::from("flowchart TD\n");
    for (index, node) in drawing.nodes.iter().enumerate() {
        text.push_str(&node_line(index, node));
    }
    for edge in &drawing.edges {
        text.push_str(&edge_line(edge));
    }
    let optional = drawing.nodes.iter().enumerate().filter(|(_, node)| node.optional);
    let optional: Vec<String> = optional.map(|(index, _)| format!("s{index}")).collect();
    if !optional.is_empty() {
        text.push_str("    classDef optional stroke-dasharray: 5 5\n");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "    class {} optional", optional.join(","));
    }
    text
}

fn node_line(index: usize, node: &DrawnStage) -> String {
    let described = (!node.description.is_empty()).then_some(&node.description);
    let lines: Vec<String> =
        node.lines.iter().chain(described).map(|line| escape(line)).collect();
    let label = lines.join("<br/>");
    let (open, close) = if node.asks { ("{{", "}}") } else { ("[", "]") };
    format!("    s{index}{open}\"{label}\"{close}\n")
}

fn edge_line(edge: &DrawnEdge) -> String {
    let arrow = if edge.back { "-.->" } else { "-->" };
    let label = edge.label.as_ref().map(|label| format!("|\"{}\"|", escape(label)));
    format!("    s{} {arrow}{} s{}\n", edge.from, label.unwrap_or_default(), edge.to)
}

/// Whatever is neither letter, digit nor plain sign as an entity: Mermaid reads HTML and Markdown.
fn escape(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || " _-.,:+=!?()×…'/".contains(c);
    text.chars().fold(String::new(), |mut escaped, c| {
        if plain(c) {
            escaped.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "#{};", u32::from(c));
        }
        escaped
    })
}
