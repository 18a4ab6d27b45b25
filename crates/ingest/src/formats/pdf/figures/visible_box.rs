//! Places on a page as a person sees it: tenths of a point from the upper left corner.

use jurat_model::PageBoundingBox;
use pdf_oxide::{PdfDocument, geometry::Rect};

/// What a page without a size is shown on.
const USUAL: (f32, f32) = (612.0, 792.0);
/// The longest side that is believed, in points.
const LONGEST: f32 = 20_000.0;

/// The part of a page that is shown.
pub(super) struct VisiblePageBox {
    left: f32,
    bottom: f32,
    /// Before it is turned.
    width: f32,
    height: f32,
    turned: i32,
}

impl VisiblePageBox {
    pub(super) fn of(document: &PdfDocument, index: usize) -> Result<Self, String> {
        let shown = document
            .get_page_visible_box(index)
            .map_err(|error| error.to_string())?;
        let (x0, y0, x1, y1) = shown;
        let (width, height) = ((x1 - x0).abs(), (y1 - y0).abs());
        let sized = 1.0 <= width && 1.0 <= height && width <= LONGEST && height <= LONGEST;
        let (width, height) = if sized { (width, height) } else { USUAL };
        Ok(Self {
            left: if sized { x0.min(x1) } else { 0.0 },
            bottom: if sized { y0.min(y1) } else { 0.0 },
            width,
            height,
            turned: document.get_page_rotation(index).unwrap_or(0),
        })
    }

    /// In points, as the page's own operators count.
    pub(super) const fn size(&self) -> (f32, f32) {
        (self.width, self.height)
    }

    /// Where a box of the page lies from its lower left corner.
    pub(super) fn within(&self, given: &Rect) -> Rect {
        let (x, width) = straight(given.x, given.width);
        let (y, height) = straight(given.y, given.height);
        Rect {
            x: x - self.left,
            y: y - self.bottom,
            width,
            height,
        }
    }

    /// Where a box, as [`Self::within`] gives it, is seen.
    pub(super) fn seen(&self, given: &Rect) -> PageBoundingBox {
        let top = self.height - given.y - given.height;
        let right = self.width - given.x - given.width;
        let (x, y, width, height) = match self.turned {
            90 => (given.y, given.x, given.height, given.width),
            180 => (right, given.y, given.width, given.height),
            270 => (top, right, given.height, given.width),
            _ => (given.x, top, given.width, given.height),
        };
        PageBoundingBox {
            x: tenths(x),
            y: tenths(y),
            width: tenths(width),
            height: tenths(height),
        }
    }
}

fn straight(start: f32, length: f32) -> (f32, f32) {
    if length < 0.0 { (start + length, -length) } else { (start, length) }
}

#[expect(clippy::cast_possible_truncation, reason = "a cast of a float stays in range")]
fn tenths(points: f32) -> i32 {
    (points * 10.0).round() as i32
}
