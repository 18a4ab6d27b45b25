//! A graph drawn with letters, for Markdown and plain text.

use crate::{
    escape::visible,
    graph_layout::{AROUND, ChannelLine, GraphLayout, PlacedItem},
    tree::GraphFigure,
};

/// The widest drawing; wider ones are told in words.
const WIDEST: usize = 118;

/// Ways that lead out of a cell.
const UP: u8 = 1;
const DOWN: u8 = 2;
const LEFT: u8 = 4;
const RIGHT: u8 = 8;

/// The lines of a drawing; none where it would be too wide or hold too much.
pub(crate) fn drawing(figure: &GraphFigure) -> Option<Vec<String>> {
    let layout = GraphLayout::of(figure).filter(|layout| layout.width <= WIDEST)?;
    let mut lines = Vec::new();
    for (rank, layer) in layout.layers.iter().enumerate() {
        lines.push(names(figure, layer));
        if let Some(channel) = layout.channels.get(rank) {
            let mut rows = vec![vec![0_u8; layout.width + 1]; channel.tracks];
            for line in &channel.lines {
                run(&mut rows, line);
            }
            lines.extend(rows.iter().map(|row| row.iter().map(|ways| sign(*ways)).collect()));
            let ends = channel.lines.iter().flat_map(|line| &line.to);
            lines.push(arrows(ends.copied(), &layout.layers[rank + 1]));
        }
    }
    let lines = lines.iter().map(|line: &String| line.trim_end().to_owned());
    Some(lines.collect())
}

/// What leads to what, in words: for drawings that are none, and for edges that lead back.
pub(crate) fn told(figure: &GraphFigure) -> Vec<String> {
    let mut told = Vec::new();
    for (at, node) in figure.nodes.iter().enumerate() {
        let to = figure.edges.iter().filter(|edge| edge.from == at);
        let to: Vec<&str> = to
            .filter_map(|edge| Some(figure.nodes.get(edge.to)?.name.as_str()))
            .collect();
        if !to.is_empty() {
            told.push(format!("{} → {}", node.name, to.join(", ")));
        }
    }
    told
}

/// Edges that a drawing leaves out, as `c → a`.
pub(crate) fn back(figure: &GraphFigure) -> Vec<String> {
    let back = GraphLayout::of(figure).map(|layout| layout.back).unwrap_or_default();
    let name = |at: usize| figure.nodes.get(at).map_or("", |node| node.name.as_str());
    back.iter()
        .map(|(from, to)| format!("{} → {}", name(*from), name(*to)))
        .collect()
}

fn names(figure: &GraphFigure, layer: &[PlacedItem]) -> String {
    let mut line = String::new();
    for item in layer {
        let shown = match item.node {
            Some(node) => {
                let node = &figure.nodes[node];
                let name = visible(&node.name);
                let (open, close) = if node.faint { ('(', ')') } else { ('[', ']') };
                let room = item.width.saturating_sub(AROUND);
                format!("{open} {name:<room$} {close}")
            }
            None => "│".to_owned(),
        };
        let before = item.left.saturating_sub(line.chars().count());
        line.push_str(&" ".repeat(before));
        line.push_str(&shown);
    }
    line
}

/// Marks the cells that a line runs through.
fn run(rows: &mut [Vec<u8>], line: &ChannelLine) {
    let last = rows.len().saturating_sub(1);
    for at in &line.from {
        for row in &mut rows[..line.track] {
            row[*at] |= UP | DOWN;
        }
        rows[line.track][*at] |= UP;
    }
    for at in &line.to {
        rows[line.track][*at] |= DOWN;
        for row in &mut rows[line.track + 1..=last] {
            row[*at] |= UP | DOWN;
        }
    }
    let (start, end) = line.span();
    for at in start..end {
        rows[line.track][at] |= RIGHT;
        rows[line.track][at + 1] |= LEFT;
    }
}

fn sign(ways: u8) -> char {
    const SIGNS: [char; 16] =
        [' ', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼'];
    SIGNS[usize::from(ways & 15)]
}

/// Where lines end in nodes, and where they pass.
fn arrows(ends: impl Iterator<Item = usize>, layer: &[PlacedItem]) -> String {
    let mut row: Vec<char> = Vec::new();
    for at in ends {
        if row.len() <= at {
            row.resize(at + 1, ' ');
        }
        let passes = layer.iter().any(|item| item.node.is_none() && item.middle() == at);
        row[at] = if passes { '│' } else { '▼' };
    }
    row.into_iter().collect()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use super::{back, drawing, told};
    use crate::tree::{GraphEdge, GraphFigure, GraphNode};

    fn figure(names: &[&str], edges: &[(usize, usize)]) -> GraphFigure {
        let node = |name: &&str| GraphNode { name: (*name).to_owned(), ..GraphNode::default() };
        let edge =
            |(from, to): &(usize, usize)| GraphEdge { from: *from, to: *to, dashed: false };
        GraphFigure {
            nodes: names.iter().map(node).collect(),
            edges: edges.iter().map(edge).collect(),
            words: String::new(),
        }
    }

    #[test]
    fn a_graph_that_parts_and_meets_is_drawn_so() {
        let figure = figure(&["a", "left", "right", "z"], &[(0, 1), (0, 2), (1, 3), (2, 3)]);
        let drawn = drawing(&figure).unwrap().join("\n");
        let wanted = [
            "       [ a ]",
            "    ┌────┴─────┐",
            "    ▼          ▼",
            "[ left ]   [ right ]",
            "    └────┬─────┘",
            "         ▼",
            "       [ z ]",
        ];
        assert_eq!(drawn, wanted.join("\n"), "\n{drawn}");
    }

    #[test]
    fn what_leads_back_is_told() {
        let figure = figure(&["a", "b"], &[(0, 1), (1, 0)]);
        assert_eq!(back(&figure), ["b → a"]);
        assert_eq!(told(&figure), ["a → b", "b → a"]);
    }

    #[test]
    fn a_drawing_that_is_too_wide_is_none() {
        let names: Vec<String> =
            (0..12).map(|at| format!("a_long_name_of_node_{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert!(drawing(&figure(&names, &[])).is_none());
    }
}
