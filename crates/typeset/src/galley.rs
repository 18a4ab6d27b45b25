//! A galley: what is set one below the other on paper without end, before it is cut into pages.
//!
//! It is cut only between its slices; boxes and heads of tables go on after a cut.

use crate::{
    description::{BlockGap, DrawnShape, FrameLook, RgbColour},
    shaping::ShapedGlyph,
    tags::TagPlace,
};

#[derive(Debug, Default)]
pub(crate) struct PageGalley {
    pub(crate) slices: Vec<GalleySlice>,
    pub(crate) frames: Vec<GalleyFrame>,
    pub(crate) repeats: Vec<RepeatedHead>,
    pub(crate) bottom: f64,
    /// The room that the last block wants below it, and whether it insists; none at the top.
    below: Option<(f64, bool)>,
}

/// What no page break parts.
#[derive(Debug, Default)]
pub(crate) struct GalleySlice {
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    /// Whether the next slice belongs on the same page.
    pub(crate) keeps_next: bool,
    pub(crate) items: Vec<PageItem>,
    /// What links lead to here.
    pub(crate) anchors: Vec<String>,
}

/// A box from its first to its last slice.
#[derive(Debug, Clone)]
pub(crate) struct GalleyFrame {
    pub(crate) left: f64,
    pub(crate) width: f64,
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) look: FrameLook,
}

/// The head of a table, shown again where the table goes on.
#[derive(Debug)]
pub(crate) struct RepeatedHead {
    /// From the first row that is no head to the last.
    pub(crate) top: f64,
    pub(crate) bottom: f64,
    pub(crate) height: f64,
    /// As they stand from the top of the head.
    pub(crate) items: Vec<PageItem>,
}

/// Something to draw, at its place.
#[derive(Debug, Clone)]
pub(crate) struct PageItem {
    /// Its place among all items as they are read.
    pub(crate) order: u64,
    /// What it is read as; none where it is not read.
    pub(crate) tag: Option<TagPlace>,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) mark: PageMark,
}

#[derive(Debug, Clone)]
pub(crate) enum PageMark {
    /// Its y is the line that letters stand on.
    Glyphs(GlyphRun),
    Shape(DrawnShape),
    /// An area that leads to an anchor.
    Link {
        target: String,
        words: String,
        width: f64,
        height: f64,
    },
}

/// Glyphs of one face.
#[derive(Debug, Clone)]
pub(crate) struct GlyphRun {
    pub(crate) face: usize,
    pub(crate) size: f64,
    pub(crate) colour: RgbColour,
    pub(crate) text: String,
    pub(crate) glyphs: Vec<ShapedGlyph>,
}

impl PageGalley {
    /// A galley that begins at a height.
    pub(crate) fn at(top: f64) -> Self {
        Self { bottom: top, ..Self::default() }
    }

    /// Leaves the room above a block; its top.
    pub(crate) fn begin(&mut self, gap: BlockGap) -> f64 {
        if let Some((below, is_firm)) = self.below.take() {
            self.bottom += match (is_firm, gap.is_firm) {
                (true, false) => below,
                (false, true) => gap.above,
                _ => below.max(gap.above),
            };
        }
        self.bottom
    }

    /// Ends a block at a height.
    pub(crate) fn end(&mut self, bottom: f64, gap: BlockGap) {
        self.bottom = bottom;
        self.below = Some((gap.below, gap.is_firm));
    }

    /// Begins what is inside a block, where no room is left above the first.
    pub(crate) fn enter(&mut self, top: f64) {
        self.bottom = top;
        self.below = None;
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom
    }

    /// A galley that begins with the room which this one wants below it.
    pub(crate) fn next(&self) -> Self {
        Self { below: self.below, ..Self::default() }
    }

    /// Keeps all slices from one on together.
    pub(crate) fn keep_from(&mut self, first: usize) {
        let last = self.slices.len().saturating_sub(1);
        for slice in self.slices.iter_mut().take(last).skip(first) {
            slice.keeps_next = true;
        }
    }

    /// Takes in cells that stand side by side from `top` to `bottom`: what overlaps in height becomes one slice.
    pub(crate) fn take_in(&mut self, cells: Vec<Self>, (top, bottom): (f64, f64)) {
        let mut slices = Vec::new();
        for mut cell in cells {
            slices.append(&mut cell.slices);
            self.frames.append(&mut cell.frames);
        }
        slices.sort_by(|one, other| one.top.total_cmp(&other.top));
        let first = self.slices.len();
        for slice in slices {
            match self.slices.get_mut(first..).and_then(<[_]>::last_mut) {
                Some(last) if slice.top < last.bottom - 0.01 => last.merge(slice),
                _ => self.slices.push(slice),
            }
        }
        if self.slices.len() == first {
            self.slices.push(GalleySlice::default());
            self.slices[first].bottom = bottom;
        }
        // The room within cells stays with their first and last lines.
        self.slices[first].top = top;
        if let Some(last) = self.slices.last_mut() {
            last.bottom = bottom;
            last.keeps_next = false;
        }
    }
}

impl GalleySlice {
    fn merge(&mut self, mut other: Self) {
        self.bottom = self.bottom.max(other.bottom);
        self.keeps_next |= other.keeps_next;
        self.items.append(&mut other.items);
        self.anchors.append(&mut other.anchors);
    }
}
