//! A graph drawn as SVG, for screens.

use std::fmt::Write as _;

use crate::{
    escape::{html as safe, visible},
    graph_layout::{ChannelLine, GraphChannel, GraphLayout, PlacedItem},
    html::tone,
    tree::GraphFigure,
};

/// The width of a cell, the height of a node, of a row of lines, and of what stands above an arrow.
const CELL: usize = 8;
const NODE: usize = 30;
const TRACK: usize = 12;
const ABOVE: usize = 14;
/// Room at the edges.
const EDGE: usize = 6;

/// The drawing; none where there is nothing to draw, or too much.
pub(crate) fn drawing(figure: &GraphFigure) -> Option<String> {
    let layout = GraphLayout::of(figure)?;
    let (mut shapes, mut top) = (String::new(), EDGE);
    for (rank, layer) in layout.layers.iter().enumerate() {
        for item in layer {
            node(&mut shapes, figure, item, top);
        }
        top += NODE;
        if let Some(channel) = layout.channels.get(rank) {
            let below = &layout.layers[rank + 1];
            lines(&mut shapes, channel, (top, below));
            top += height(channel);
        }
    }
    let (width, height) = (layout.width * CELL + 2 * EDGE, top + EDGE);
    Some(format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{}\">{shapes}</svg>",
        safe(&figure.words)
    ))
}

const fn height(channel: &GraphChannel) -> usize {
    channel.tracks * TRACK + ABOVE
}

/// The middle of a cell.
const fn across(cell: usize) -> usize {
    EDGE + cell * CELL + CELL / 2
}

fn node(shapes: &mut String, figure: &GraphFigure, item: &PlacedItem, top: usize) {
    let Some(node) = item.node.and_then(|node| figure.nodes.get(node)) else {
        let x = across(item.middle());
        let _ = write!(shapes, "<path d=\"M{x} {top}v{NODE}\"/>");
        return;
    };
    let class = if node.faint { "faint" } else { tone(node.tone) };
    let (left, width) = (EDGE + item.left * CELL, item.width * CELL);
    // The box stands around the middle of its cells, where lines come and go.
    let left = left + CELL / 2 - if item.width.is_multiple_of(2) { 0 } else { CELL / 2 };
    let (x, y) = (left + width / 2, top + 20);
    let _ = write!(
        shapes,
        "<rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{NODE}\" \
         rx=\"4\"/><text x=\"{x}\" y=\"{y}\">{}</text>",
        safe(&visible(&node.name))
    );
}

fn lines(shapes: &mut String, channel: &GraphChannel, (top, below): (usize, &Vec<PlacedItem>)) {
    let bottom = top + height(channel);
    for line in &channel.lines {
        let class = if line.dashed { " class=\"dashed\"" } else { "" };
        let _ = write!(shapes, "<path{class} d=\"{}\"/>", path(line, top, bottom));
    }
    let ends = channel.lines.iter().flat_map(|line| &line.to);
    for at in ends {
        let passes = below.iter().any(|item| item.node.is_none() && item.middle() == *at);
        if !passes {
            let (x, y) = (across(*at), bottom);
            let _ = write!(shapes, "<path class=\"head\" d=\"M{x} {y}l-4 -8h8z\"/>");
        }
    }
}

/// Down to the row of a line, along it, and down to where it ends.
fn path(line: &ChannelLine, top: usize, bottom: usize) -> String {
    let row = top + line.track * TRACK + TRACK / 2 + 2;
    let (start, end) = line.span();
    let mut path = String::new();
    for at in &line.from {
        let _ = write!(path, "M{} {top}V{row}", across(*at));
    }
    if start < end {
        let _ = write!(path, "M{} {row}H{}", across(start), across(end));
    }
    for at in &line.to {
        let _ = write!(path, "M{} {row}V{bottom}", across(*at));
    }
    path
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::drawing;
    use crate::tree::{GraphEdge, GraphFigure, GraphNode};

    #[test]
    fn names_of_others_cannot_leave_the_drawing() {
        let node = |name: &str| GraphNode { name: name.to_owned(), ..GraphNode::default() };
        let figure = GraphFigure {
            nodes: vec![node("</text><script>"), node("b")],
            edges: vec![GraphEdge { from: 0, to: 1, dashed: true }],
            words: "a \" b".to_owned(),
        };
        let drawn = drawing(&figure).unwrap();
        assert!(!drawn.contains("<script>"), "{drawn}");
        assert!(drawn.contains("aria-label=\"a &quot; b\""), "{drawn}");
        assert!(drawn.contains("class=\"dashed\""), "{drawn}");
    }
}
