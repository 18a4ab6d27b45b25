//! A graph on paper: names in frames, and lines between their rows.

use jurat_typeset::{
    DrawnShape, FlowBlock, FontFace, FrameBlock, FrameLook, InlineDrawing, InlineRun,
    RgbColour, TextBlock, WordFrame, WordRole,
};

use super::{
    PaperSetter,
    style_sheet::{
        GOLD, LINE, NAVY, QUIET, SHEET, TextScale, WHITE, firm, stroke, style, tone,
    },
    text,
};
use crate::{
    graph_layout::{ChannelLine, GraphChannel, GraphLayout, PlacedItem},
    graph_text,
    tree::{GraphFigure, GraphNode, StatusTone},
};

/// How wide a letter of a fixed width is, as a part of its size.
const ADVANCE: f64 = 0.602;
/// The size of names where they have room, and the least that can be read.
const SIZE: f64 = 7.5;
const LEAST_SIZE: f64 = 5.0;
/// What stands around a name within its frame, in cells on each side.
const WITHIN: f64 = 1.6;
const TRACK: f64 = 6.0;
const ABOVE: f64 = 9.0;
/// How high a name stands in its frame.
const NODE: f64 = 2.2;
const THIN: f64 = 0.7;

impl PaperSetter {
    /// Drawn; told in words where there is too much of it or names would be too small.
    pub(super) fn graph(
        &mut self,
        shown: &mut Vec<FlowBlock>,
        figure: &GraphFigure,
        leads_back: &str,
    ) {
        let drawn = GraphLayout::of(figure).and_then(|layout| self.drawn(figure, &layout));
        let Some(runs) = drawn else {
            for line in graph_text::told(figure) {
                shown.push(self.plain(&line, TextScale::SMALL));
            }
            return;
        };
        shown.push(FlowBlock::Frame(FrameBlock {
            look: FrameLook::default(),
            gap: firm(8.0, 8.0),
            is_whole: true,
            blocks: vec![close_lines(runs)],
        }));
        let back = graph_text::back(figure);
        if !back.is_empty() {
            let back = format!("{leads_back}: {}", back.join(", "));
            shown.push(self.plain(&back, TextScale::SMALL));
        }
    }

    /// All lines in one paragraph, so that whoever has it read aloud hears the names in order.
    fn drawn(&mut self, figure: &GraphFigure, layout: &GraphLayout) -> Option<Vec<InlineRun>> {
        let room = SHEET.width - 2.0 * SHEET.side;
        let size = SIZE.min(room / (cells(layout.width) * ADVANCE));
        if size < LEAST_SIZE {
            return None;
        }
        let cell = size * ADVANCE;
        let margin = (room - cells(layout.width) * cell) / 2.0;
        let scale = GraphScale { size, cell, margin };
        let mut runs = Vec::new();
        for (rank, layer) in layout.layers.iter().enumerate() {
            self.layer(&mut runs, (figure, layer), &scale);
            if let Some(channel) = layout.channels.get(rank) {
                let drawing = channel_drawing(channel, &layout.layers[rank + 1], &scale);
                runs.extend([InlineRun::Break, InlineRun::Drawing(drawing), InlineRun::Break]);
            }
        }
        Some(runs)
    }

    /// The names of a layer, each in its frame at its place.
    fn layer(
        &mut self,
        runs: &mut Vec<InlineRun>,
        (figure, layer): (&GraphFigure, &[PlacedItem]),
        scale: &GraphScale,
    ) {
        let mut at = 0.0;
        for item in layer {
            let node = item.node.and_then(|node| figure.nodes.get(node));
            let middle = scale.across(item.middle());
            let letters = node.map_or(0.0, |node| cells(node.name.chars().count()));
            let width = match node {
                Some(_) => (letters + 2.0 * WITHIN) * scale.cell,
                None => THIN,
            };
            let left = middle - width / 2.0;
            runs.push(InlineRun::Room((left - at).max(0.0)));
            runs.push(match node {
                Some(node) => self.node(node, scale),
                None => InlineRun::Drawing(passing(scale)),
            });
            at = left + width;
        }
    }

    fn node(&mut self, node: &GraphNode, scale: &GraphScale) -> InlineRun {
        let colour = match node.tone {
            _ if node.faint => GOLD,
            StatusTone::Plain => NAVY,
            other => tone(other),
        };
        let frame = WordFrame {
            fill: Some(WHITE),
            stroke: Some(stroke(0.8, colour)),
            radius: 2.0,
            inset: (WITHIN * scale.cell, scale.size * 0.6),
            drop: scale.size * 0.6,
        };
        let style = style(FontFace::Mono, scale.size, NAVY);
        self.inline.run(&node.name, style, WordRole::Plain, Some(frame))
    }
}

struct GraphScale {
    size: f64,
    cell: f64,
    margin: f64,
}

impl GraphScale {
    /// The middle of a cell.
    fn across(&self, cell: usize) -> f64 {
        self.margin + (cells(cell) + 0.5) * self.cell
    }
}

#[expect(clippy::cast_precision_loss, reason = "a drawing has few cells")]
const fn cells(count: usize) -> f64 {
    count as f64
}

/// Lines without room between them.
fn close_lines(runs: Vec<InlineRun>) -> FlowBlock {
    FlowBlock::Text(TextBlock {
        leading: 0.0,
        ..text(runs, TextScale::SMALL, firm(0.0, 0.0))
    })
}

/// An edge on its way through a layer.
fn passing(scale: &GraphScale) -> InlineDrawing {
    let height = scale.size * NODE;
    InlineDrawing {
        width: THIN,
        height,
        drop: scale.size * 0.6,
        shapes: vec![bar((0.0, -2.0), (THIN, height + 4.0), QUIET)],
    }
}

fn channel_drawing(
    channel: &GraphChannel,
    below: &[PlacedItem],
    scale: &GraphScale,
) -> InlineDrawing {
    let height = TRACK * cells(channel.tracks) + ABOVE;
    let mut shapes: Vec<DrawnShape> = Vec::new();
    for one in &channel.lines {
        shapes.extend(run(one, height, scale));
        for at in &one.to {
            let passes = below.iter().any(|item| item.node.is_none() && item.middle() == *at);
            if !passes {
                shapes.extend(head(scale.across(*at), height));
            }
        }
    }
    InlineDrawing { width: 1.0, height, drop: 0.0, shapes }
}

/// Down to the row of a line, along it, and down to where it ends.
fn run(line: &ChannelLine, height: f64, scale: &GraphScale) -> Vec<DrawnShape> {
    let colour = if line.dashed { LINE } else { QUIET };
    let row = TRACK * (cells(line.track) + 0.5);
    let half = THIN / 2.0;
    let down = |at: usize, from: f64, to: f64| {
        bar((scale.across(at) - half, from), (THIN, to - from), colour)
    };
    let mut shapes: Vec<DrawnShape> =
        line.from.iter().map(|at| down(*at, -1.0, row + half)).collect();
    shapes.extend(line.to.iter().map(|at| down(*at, row - half, height + 1.0)));
    let (start, end) = line.span();
    let (start, end) = (scale.across(start), scale.across(end));
    if start < end {
        shapes.push(bar((start, row - half), (end - start, THIN), colour));
    }
    shapes
}

/// An arrow's head, a bar below the other.
fn head(x: f64, bottom: f64) -> Vec<DrawnShape> {
    let row = |step: u8| {
        let wide = 4.8 - 1.2 * f64::from(step);
        let y = bottom - 4.0 + f64::from(step);
        bar((x - wide / 2.0, y), (wide, 1.05), QUIET)
    };
    (0..4).map(row).collect()
}

const fn bar((x, y): (f64, f64), (width, height): (f64, f64), fill: RgbColour) -> DrawnShape {
    DrawnShape {
        x,
        y,
        width,
        height,
        radius: 0.0,
        fill: Some(fill),
        stroke: None,
    }
}
