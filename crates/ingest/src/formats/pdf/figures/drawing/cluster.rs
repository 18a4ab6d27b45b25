//! Strokes that lie close to each other belong together. Linear in their number.

use pdf_oxide::geometry::Rect;

use super::shapes::DrawingStroke;

/// The side of a cell in points: strokes that share a cell are neighbours.
const CELL: f32 = 14.0;
/// Cells along a side of the page.
const MOST: usize = 120;

/// Groups of strokes, in the order of their first stroke.
pub(super) fn clusters(
    strokes: &[DrawingStroke],
    (width, height): (f32, f32),
) -> Vec<Vec<&DrawingStroke>> {
    let grid = ClusterGrid { across: cell(width), down: cell(height) };
    let mut owner: Vec<Option<usize>> = vec![None; MOST * MOST];
    let mut parent: Vec<usize> = (0..strokes.len()).collect();
    for (index, stroke) in strokes.iter().enumerate() {
        for at in grid.cells(&stroke.place) {
            match owner[at] {
                Some(other) => unite(&mut parent, other, index),
                None => owner[at] = Some(index),
            }
        }
    }
    let mut groups: Vec<Vec<&DrawingStroke>> = strokes.iter().map(|_| Vec::new()).collect();
    for (index, stroke) in strokes.iter().enumerate() {
        let root = root(&mut parent, index);
        groups[root].push(stroke);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

#[expect(clippy::cast_precision_loss, reason = "a small number")]
fn cell(side: f32) -> f32 {
    CELL.max(side / MOST as f32)
}

struct ClusterGrid {
    across: f32,
    down: f32,
}

impl ClusterGrid {
    /// The cells under a box.
    fn cells(&self, place: &Rect) -> impl Iterator<Item = usize> + use<> {
        let (left, right) = reach(place.x, place.width, self.across);
        let (bottom, top) = reach(place.y, place.height, self.down);
        (bottom..=top)
            .flat_map(move |row| (left..=right).map(move |column| row * MOST + column))
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a cast of a float stays in range"
)]
fn reach(start: f32, length: f32, cell: f32) -> (usize, usize) {
    let at = |place: f32| ((place / cell).max(0.0) as usize).min(MOST - 1);
    (at(start), at(start + length))
}

fn root(parent: &mut [usize], mut at: usize) -> usize {
    while parent[at] != at {
        parent[at] = parent[parent[at]];
        at = parent[at];
    }
    at
}

/// The first of a group stands for it.
fn unite(parent: &mut [usize], one: usize, two: usize) {
    let (one, two) = (root(parent, one), root(parent, two));
    parent[one.max(two)] = one.min(two);
}
