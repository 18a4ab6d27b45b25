//! What a group of strokes is made of: boxes, what joins them, and whether it is a drawing at all.

use pdf_oxide::{
    elements::{PathContent, PathOperation},
    geometry::Rect,
};

use super::super::visible_box::VisiblePageBox;

/// The smallest box that may hold a word, in points.
const BOX: (f32, f32) = (18.0, 9.0);
/// The shortest line that joins anything.
const LINE: f32 = 6.0;
const REGION: (f32, f32) = (60.0, 36.0);
/// Boxes that are compared with each other.
const BOXES: usize = 400;
/// The share of the page from which a box is its ground.
const GROUND: f32 = 0.85;
/// Boxes closer than this share an edge, as cells of a table do.
const APART: f32 = 1.5;
/// Curves and slanted lines that make a drawing without boxes.
const FREE: usize = 4;

/// One stroke or fill.
pub(super) struct DrawingStroke {
    /// From the lower left corner of what is shown.
    pub(super) place: Rect,
    sort: StrokeKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum StrokeKind {
    Box,
    /// Along an edge of the page.
    Straight,
    Slanted,
    Curved,
    /// A small filled shape: the head of an arrow, a point.
    Speck,
}

/// What is drawn and seen, the ground of the page left out.
pub(super) fn strokes(
    paths: &[PathContent],
    sheet: &VisiblePageBox,
    most: usize,
) -> Vec<DrawingStroke> {
    let (width, height) = sheet.size();
    let mut found = Vec::new();
    for path in paths.iter().filter(|path| path.has_stroke() || path.has_fill()) {
        let place = sheet.within(&path.bbox);
        let finite = [place.x, place.y, place.width, place.height]
            .iter()
            .all(|n| n.is_finite());
        let ground = width * GROUND < place.width && height * GROUND < place.height;
        let outside = width < place.x
            || height < place.y
            || place.x + place.width < 0.0
            || place.y + place.height < 0.0;
        if !finite || ground || outside {
            continue;
        }
        found.push(DrawingStroke { place, sort: sort(path, &place) });
        if most <= found.len() {
            break;
        }
    }
    found
}

fn sort(path: &PathContent, place: &Rect) -> StrokeKind {
    let curved = path
        .operations
        .iter()
        .any(|op| matches!(op, PathOperation::CurveTo(..)));
    let closed = path
        .operations
        .iter()
        .any(|op| matches!(op, PathOperation::ClosePath | PathOperation::Rectangle(..)));
    let large = BOX.0 <= place.width && BOX.1 <= place.height;
    let flat = place.width < 1.0 || place.height < 1.0;
    if (path.is_rectangle() || closed) && large {
        StrokeKind::Box
    } else if (closed || path.has_fill() && !path.has_stroke()) && !large && !flat {
        StrokeKind::Speck
    } else if curved {
        StrokeKind::Curved
    } else if flat {
        StrokeKind::Straight
    } else {
        StrokeKind::Slanted
    }
}

/// What a group is made of.
pub(super) struct DrawingShapes {
    pub(super) region: Rect,
    /// Boxes that hold no other box.
    boxes: Vec<Rect>,
    /// Those of them that share no edge with another.
    alone: usize,
    pub(super) connectors: usize,
    free: usize,
}

impl DrawingShapes {
    pub(super) fn of(group: &[&DrawingStroke]) -> Self {
        let region = group
            .iter()
            .map(|stroke| stroke.place)
            .reduce(|one, two| around(&one, &two));
        let region = region.unwrap_or(Rect { x: 0.0, y: 0.0, width: 0.0, height: 0.0 });
        let boxes = innermost(group);
        let alone = boxes.iter().enumerate().filter(|(at, one)| {
            let others = boxes.iter().enumerate().filter(|(other, _)| other != at);
            !others.into_iter().any(|(_, other)| touches(one, other))
        });
        let alone = alone.count();
        let joins = |stroke: &&&DrawingStroke| {
            let long = LINE <= stroke.place.width.max(stroke.place.height);
            let line = matches!(
                stroke.sort,
                StrokeKind::Straight | StrokeKind::Slanted | StrokeKind::Curved
            );
            // A line within one box is part of what is drawn in it.
            long && line && !boxes.iter().any(|one| is_within(&stroke.place, one))
        };
        let free = |stroke: &&&DrawingStroke| {
            matches!(stroke.sort, StrokeKind::Slanted | StrokeKind::Curved)
        };
        Self {
            region,
            alone,
            connectors: group.iter().filter(joins).count(),
            free: group.iter().filter(free).count(),
            boxes,
        }
    }

    /// Boxes that stand apart with something that joins them; or lines that no table has.
    pub(super) fn is_drawing(&self) -> bool {
        let large = REGION.0 <= self.region.width && REGION.1 <= self.region.height;
        large && (2 <= self.alone && 1 <= self.connectors || FREE <= self.free)
    }

    /// The box that a point lies in.
    pub(super) fn home(&self, point: (f32, f32)) -> Option<usize> {
        self.boxes.iter().position(|one| holds(one, point))
    }
}

/// Boxes that hold no other, each once: a fill and its frame are one.
fn innermost(group: &[&DrawingStroke]) -> Vec<Rect> {
    let mut boxes: Vec<Rect> = Vec::new();
    for stroke in group.iter().filter(|stroke| stroke.sort == StrokeKind::Box) {
        let known = boxes.iter().any(|one| is_same(one, &stroke.place));
        if !known && boxes.len() < BOXES {
            boxes.push(stroke.place);
        }
    }
    let holds_none = |one: &&Rect| !boxes.iter().any(|two| two != *one && is_within(two, one));
    boxes.iter().filter(holds_none).copied().collect()
}

fn is_same(one: &Rect, two: &Rect) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 2.0;
    near(one.x, two.x)
        && near(one.y, two.y)
        && near(one.width, two.width)
        && near(one.height, two.height)
}

fn is_within(inner: &Rect, outer: &Rect) -> bool {
    outer.x <= inner.x
        && outer.y <= inner.y
        && inner.x + inner.width <= outer.x + outer.width
        && inner.y + inner.height <= outer.y + outer.height
}

fn touches(one: &Rect, two: &Rect) -> bool {
    one.x - APART <= two.x + two.width
        && two.x - APART <= one.x + one.width
        && one.y - APART <= two.y + two.height
        && two.y - APART <= one.y + one.height
}

/// Whether a point lies in a box.
pub(super) fn holds(place: &Rect, (x, y): (f32, f32)) -> bool {
    place.x <= x && x <= place.x + place.width && place.y <= y && y <= place.y + place.height
}

/// The box around two.
pub(super) fn around(one: &Rect, two: &Rect) -> Rect {
    let (x, y) = (one.x.min(two.x), one.y.min(two.y));
    let right = (one.x + one.width).max(two.x + two.width);
    let top = (one.y + one.height).max(two.y + two.height);
    Rect { x, y, width: right - x, height: top - y }
}
