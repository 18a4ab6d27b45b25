//! How paper looks: sizes, colours and the room around things, each in one place.

use jurat_typeset::{
    BlockGap, BoxInset, EdgeStroke, FontFace, FrameLook, PaperSheet, RgbColour, TextStyle,
    WordFrame,
};

use crate::tree::StatusTone;

pub(super) const NAVY: RgbColour = RgbColour(0x0a, 0x19, 0x2f);
pub(super) const GOLD: RgbColour = RgbColour(0xc5, 0xa0, 0x59);
pub(super) const GOLD_INK: RgbColour = RgbColour(0x7a, 0x5a, 0x17);
pub(super) const PAPER: RgbColour = RgbColour(0xfd, 0xfb, 0xf7);
pub(super) const WHITE: RgbColour = RgbColour(0xff, 0xff, 0xff);
pub(super) const INK: RgbColour = RgbColour(0x1d, 0x24, 0x33);
pub(super) const QUIET: RgbColour = RgbColour(0x56, 0x5d, 0x6d);
pub(super) const LINE: RgbColour = RgbColour(0xe2, 0xda, 0xc8);
pub(super) const QUOTED: RgbColour = RgbColour(0xf3, 0xe3, 0xb8);

/// The series of scores, in turn.
pub(super) const SERIES: [RgbColour; 3] =
    [RgbColour(0x9c, 0x3b, 0x2e), RgbColour(0x2f, 0x6f, 0x9f), NAVY];

const MILLIMETRE: f64 = 72.0 / 25.4;

pub(super) const SIDE: f64 = 21.0 * MILLIMETRE;

/// US letter.
pub(super) const SHEET: PaperSheet = PaperSheet {
    width: 612.0,
    height: 792.0,
    colour: PAPER,
    top: 23.0 * MILLIMETRE,
    bottom: 21.0 * MILLIMETRE,
    side: SIDE,
};

/// Between the columns of an appendix.
pub(super) const COLUMN_GAP: f64 = 6.0 * MILLIMETRE;

/// Between the lines to sign on.
pub(super) const SIGNING_GAP: f64 = 8.0 * MILLIMETRE;

/// Letters of a fixed width look larger than others of their size.
const CODE_PART: f64 = 0.75;

/// The size of words, and the room between lines and between blocks.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextScale {
    pub(super) size: f64,
    pub(super) leading: f64,
    pub(super) spacing: f64,
}

impl TextScale {
    pub(super) const PAGE: Self = Self::of(10.0, 0.58, 0.85);
    pub(super) const CARD: Self = Self::of(9.2, 0.54, 0.7);
    pub(super) const EXHIBIT: Self = Self::of(7.8, 0.58, 0.85);
    pub(super) const TABLE: Self = Self::of(8.2, 0.5, 0.7);
    pub(super) const PAIRS: Self = Self::of(9.0, 0.54, 0.7);
    pub(super) const LISTING: Self = Self::of(7.0, 0.35, 0.35);
    pub(super) const SOURCE: Self = Self::of(8.5, 0.58, 0.85);
    pub(super) const SMALL: Self = Self::of(8.0, 0.58, 0.85);

    const fn of(size: f64, leading: f64, spacing: f64) -> Self {
        Self {
            size,
            leading: leading * size,
            spacing: spacing * size,
        }
    }

    /// Words of another size, in lines of the same kind.
    pub(super) const fn sized(self, size: f64) -> Self {
        let part = size / self.size;
        Self {
            size,
            leading: self.leading * part,
            spacing: self.spacing * part,
        }
    }

    pub(super) const fn gap(self) -> BlockGap {
        BlockGap {
            above: self.spacing,
            below: self.spacing,
            is_firm: false,
        }
    }

    pub(super) const fn style(self) -> TextStyle {
        style(FontFace::Serif, self.size, INK)
    }

    pub(super) const fn code(self) -> TextStyle {
        style(FontFace::Mono, self.size * CODE_PART, INK)
    }

    /// A mark, which stands out.
    pub(super) const fn mark(self) -> TextStyle {
        style(FontFace::MonoBold, self.size * 0.72, GOLD_INK)
    }
}

pub(super) const fn style(face: FontFace, size: f64, colour: RgbColour) -> TextStyle {
    TextStyle { face, size, colour, tracking: 0.0, highlight: None }
}

/// Letters that stand apart, each by a part of its size.
pub(super) const fn tracked(size: f64, colour: RgbColour, part: f64) -> TextStyle {
    TextStyle {
        tracking: size * part,
        ..style(FontFace::Serif, size, colour)
    }
}

pub(super) const fn tone(tone: StatusTone) -> RgbColour {
    match tone {
        StatusTone::Plain => NAVY,
        StatusTone::Good => RgbColour(0x2b, 0x7a, 0x3d),
        StatusTone::Fair => RgbColour(0x8f, 0x64, 0x10),
        StatusTone::Bad => RgbColour(0xb3, 0x26, 0x1e),
        StatusTone::Open => QUIET,
    }
}

pub(super) const fn stroke(width: f64, colour: RgbColour) -> EdgeStroke {
    EdgeStroke { width, colour }
}

/// Room that a block insists on.
pub(super) const fn firm(above: f64, below: f64) -> BlockGap {
    BlockGap { above, below, is_firm: true }
}

/// A word in a frame, as `PASS`.
pub(super) const fn chip(colour: RgbColour) -> WordFrame {
    WordFrame {
        fill: None,
        stroke: Some(stroke(0.8, colour)),
        radius: 1.5,
        inset: (3.5, 2.0),
        drop: 1.5,
    }
}

/// A fact at the head of the first page.
pub(super) const fn badge(fill: Option<RgbColour>) -> WordFrame {
    WordFrame {
        fill,
        stroke: Some(stroke(0.7, GOLD)),
        radius: 1.5,
        inset: (6.0, 3.5),
        drop: 0.0,
    }
}

/// A mark stays in one piece.
pub(super) const UNBROKEN: WordFrame = WordFrame {
    fill: None,
    stroke: None,
    radius: 0.0,
    inset: (0.0, 0.0),
    drop: 0.0,
};

pub(super) const fn inset(x: f64, y: f64) -> BoxInset {
    BoxInset { left: x, right: x, top: y, bottom: y }
}

/// A bar at the left of what is set off.
pub(super) const fn bar(width: f64, (left, y): (f64, f64)) -> FrameLook {
    FrameLook {
        fill: None,
        left: Some(stroke(width, GOLD)),
        rest: None,
        inset: BoxInset { left, right: 0.0, top: y, bottom: y },
    }
}

/// A box with thin edges.
pub(super) const fn boxed(fill: RgbColour, room: f64) -> FrameLook {
    FrameLook {
        fill: Some(fill),
        left: Some(stroke(0.6, LINE)),
        rest: Some(stroke(0.6, LINE)),
        inset: inset(room, room),
    }
}

/// A card, with its tone at the left.
pub(super) const fn card(colour: RgbColour) -> FrameLook {
    FrameLook {
        fill: Some(WHITE),
        left: Some(stroke(3.0, colour)),
        rest: Some(stroke(0.6, LINE)),
        inset: inset(10.0, 8.0),
    }
}

/// The dark field at the head of the first page.
pub(super) const HEAD: FrameLook = FrameLook {
    fill: Some(NAVY),
    left: None,
    rest: None,
    inset: BoxInset {
        left: SIDE,
        right: SIDE,
        top: 13.0 * MILLIMETRE,
        bottom: 8.0 * MILLIMETRE,
    },
};
