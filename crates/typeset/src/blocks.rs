//! Blocks one below the other: each is set as wide as it may be, and takes the height it needs.

use krilla::tagging::TagKind;

use crate::{
    TypesetError,
    description::{DrawnShape, EdgeStroke, FlowBlock, FrameBlock},
    galley::{GalleyFrame, GalleySlice, PageGalley, PageItem, PageMark},
    shaping::TextShaper,
    tags::{TagArena, TagPlace},
};

/// Boxes within boxes, at most.
const MOST_NESTED: usize = 32;

/// No column is narrower, whatever is nested in what.
pub(crate) const LEAST_WIDTH: f64 = 24.0;

/// Sets blocks, and remembers what all of them share.
pub(crate) struct BlockLayout {
    pub(crate) shaper: TextShaper,
    pub(crate) tags: TagArena,
    /// Headings for the outline, as they come: level, title, and the anchor of each.
    pub(crate) outline: Vec<OutlineEntry>,
    order: u64,
    nested: usize,
}

#[derive(Debug)]
pub(crate) struct OutlineEntry {
    pub(crate) level: u16,
    pub(crate) title: String,
    pub(crate) anchor: String,
}

/// Where a block may stand.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineArea {
    pub(crate) left: f64,
    pub(crate) width: f64,
    /// Whether lines end at the right edge instead of beginning at the left.
    pub(crate) is_right: bool,
}

impl LineArea {
    pub(crate) fn new(left: f64, width: f64) -> Self {
        Self {
            left,
            width: width.max(LEAST_WIDTH),
            is_right: false,
        }
    }
}

impl BlockLayout {
    pub(crate) fn new() -> Self {
        Self {
            shaper: TextShaper::default(),
            tags: TagArena::new(),
            outline: Vec::new(),
            order: 0,
            nested: 0,
        }
    }

    pub(crate) fn blocks(
        &mut self,
        galley: &mut PageGalley,
        blocks: &[FlowBlock],
        area: LineArea,
        above: TagPlace,
    ) -> Result<(), TypesetError> {
        self.nested += 1;
        if MOST_NESTED < self.nested {
            return Err(TypesetError::nested(MOST_NESTED));
        }
        for block in blocks {
            match block {
                FlowBlock::Text(text) => self.text(galley, text, area, above),
                FlowBlock::Frame(frame) => self.frame(galley, frame, area, above)?,
                FlowBlock::Grid(grid) => self.grid(galley, grid, area, above)?,
                FlowBlock::Rule { stroke, gap, is_sticky } => {
                    let top = galley.begin(*gap);
                    let item = self.rule(*stroke, (area.left, top), area.width);
                    galley.slices.push(GalleySlice {
                        top,
                        bottom: top,
                        keeps_next: *is_sticky,
                        items: vec![item],
                        anchors: Vec::new(),
                    });
                    galley.end(top, *gap);
                }
                FlowBlock::Columns { blocks, .. } => {
                    self.blocks(galley, blocks, area, above)?;
                }
            }
        }
        self.nested -= 1;
        Ok(())
    }

    fn frame(
        &mut self,
        galley: &mut PageGalley,
        frame: &FrameBlock,
        area: LineArea,
        above: TagPlace,
    ) -> Result<(), TypesetError> {
        let inset = frame.look.inset;
        let top = galley.begin(frame.gap);
        let (place, first) = (galley.frames.len(), galley.slices.len());
        galley.frames.push(GalleyFrame {
            left: area.left,
            width: area.width,
            top,
            bottom: top,
            look: frame.look,
        });
        galley.enter(top + inset.top);
        let inner =
            LineArea::new(area.left + inset.left, area.width - inset.left - inset.right);
        self.blocks(galley, &frame.blocks, inner, above)?;
        let bottom = galley.height() + inset.bottom;
        if galley.slices.len() == first {
            galley
                .slices
                .push(GalleySlice { top, bottom, ..GalleySlice::default() });
        }
        if frame.is_whole {
            galley.keep_from(first);
        }
        galley.frames[place].bottom = bottom;
        galley.end(bottom, frame.gap);
        Ok(())
    }

    /// A line from side to side, its middle at a height.
    pub(crate) fn rule(
        &mut self,
        stroke: EdgeStroke,
        (x, y): (f64, f64),
        width: f64,
    ) -> PageItem {
        let shape = DrawnShape {
            x: 0.0,
            y: -stroke.width / 2.0,
            width,
            height: stroke.width,
            radius: 0.0,
            fill: Some(stroke.colour),
            stroke: None,
        };
        self.item(None, (x, y), PageMark::Shape(shape))
    }

    pub(crate) fn item(
        &mut self,
        tag: Option<TagPlace>,
        (x, y): (f64, f64),
        mark: PageMark,
    ) -> PageItem {
        self.order += 1;
        PageItem { order: self.order, tag, x, y, mark }
    }

    pub(crate) fn group(&mut self, above: TagPlace, kind: impl Into<TagKind>) -> TagPlace {
        self.tags.group(above, kind)
    }
}
