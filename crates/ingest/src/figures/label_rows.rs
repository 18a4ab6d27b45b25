//! Which labels stand beside each other, and in which order labels are told.

use jurat_model::{FigureLabel, PageBoundingBox};

/// Labels from top to bottom, then from left to right.
pub(crate) fn in_order(labels: &mut [FigureLabel]) {
    labels.sort_by(|a, b| {
        let place = |label: &FigureLabel| (label.area.y, label.area.x, label.area.width);
        place(a).cmp(&place(b)).then_with(|| a.text.cmp(&b.text))
    });
}

/// Rows of two or more labels at one height, each further right than the last. The labels are in
/// order.
pub(crate) fn rows(labels: &[FigureLabel]) -> Vec<Vec<String>> {
    /// Rows that are still open: what lies further up cannot be joined any more.
    const OPEN: usize = 16;
    let mut rows: Vec<Vec<&FigureLabel>> = Vec::new();
    for label in labels {
        let open = rows.len().saturating_sub(OPEN);
        let fits = |row: &&mut Vec<&FigureLabel>| {
            let level = row.first().is_some_and(|first| is_level(first.area, label.area));
            // The same words at several arrows are one remark, not several nodes.
            let new = |other: &&FigureLabel| {
                other.text != label.text && is_beside(other.area, label.area)
            };
            level && row.iter().all(new)
        };
        match rows[open..].iter_mut().find(fits) {
            Some(row) => row.push(label),
            None => rows.push(vec![label]),
        }
    }
    rows.retain(|row| 1 < row.len());
    for row in &mut rows {
        row.sort_by_key(|label| label.area.x);
    }
    rows.iter()
        .map(|row| row.iter().map(|label| label.text.clone()).collect())
        .collect()
}

/// Whether two overlap in height by half of the lower one.
fn is_level(one: PageBoundingBox, two: PageBoundingBox) -> bool {
    let top = one.y.max(two.y);
    let bottom = (one.y.saturating_add(one.height)).min(two.y.saturating_add(two.height));
    let least = one.height.min(two.height).max(1);
    least <= bottom.saturating_sub(top).saturating_mul(2)
}

fn is_beside(one: PageBoundingBox, two: PageBoundingBox) -> bool {
    one.x.saturating_add(one.width) <= two.x || two.x.saturating_add(two.width) <= one.x
}

#[cfg(test)]
mod tests {
    use jurat_model::{FigureLabel, LabelSource, PageBoundingBox};

    use super::{in_order, rows};

    #[test]
    fn labels_at_one_height_are_a_row() {
        let label = |text: &str, x: i32, y: i32| FigureLabel {
            text: text.to_owned(),
            source: LabelSource::Text,
            area: PageBoundingBox { x, y, width: 100, height: 20 },
        };
        let mut labels = [
            label("south", 300, 104),
            label("keeper", 150, 0),
            label("north", 0, 100),
            label("weir", 150, 200),
            label("over the keeper", 140, 4),
            label("opens", 0, 300),
            label("opens", 300, 300),
        ];
        in_order(&mut labels);
        assert_eq!(rows(&labels), [["north", "south"]]);
    }
}
