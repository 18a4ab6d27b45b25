//! A definition in the DOT language of Graphviz.

use super::{DrawnEdge, DrawnStage, GraphDrawing};
use crate::definition::model::WorkflowDefinition;

pub fn dot(definition: &WorkflowDefinition) -> String {
    let drawing = GraphDrawing::of(definition);
    let mut text = format!("digraph \"{}\" {{\n", escape(&drawing.name));
    text.push_str("    rankdir=TB;\n    node [shape=box];\n");
    for (index, node) in drawing.nodes.iter().enumerate() {
        text.push_str(&node_line(index, node));
    }
    for edge in &drawing.edges {
        text.push_str(&edge_line(edge));
    }
    text.push_str("}\n");
    text
}

fn node_line(index: usize, node: &DrawnStage) -> String {
    let lines: Vec<String> = node.lines.iter().map(|line| escape(line)).collect();
    let mut attributes = vec![format!("label=\"{}\"", lines.join("\\n"))];
    if node.asks {
        attributes.push("shape=hexagon".into());
    }
    if node.optional {
        attributes.push("style=dashed".into());
    }
    if !node.description.is_empty() {
        attributes.push(format!("tooltip=\"{}\"", escape(&node.description)));
    }
    format!("    s{index} [{}];\n", attributes.join(", "))
}

fn edge_line(edge: &DrawnEdge) -> String {
    let mut attributes = Vec::new();
    if let Some(label) = &edge.label {
        attributes.push(format!("label=\"{}\"", escape(label)));
    }
    if edge.back {
        attributes.push("style=dotted, constraint=false".into());
    }
    let attributes = match attributes.as_slice() {
        [] => String::new(),
        some => format!(" [{}]", some.join(", ")),
    };
    format!("    s{} -> s{}{attributes};\n", edge.from, edge.to)
}

/// Inside a quoted string of DOT, which reads backslashes and HTML entities.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('&', "&amp;")
}
