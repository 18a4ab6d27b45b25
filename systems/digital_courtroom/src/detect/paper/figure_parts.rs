//! What a figure that is written as text is made of: an empty one, and its labels.

use jurat_model::{FigureLabel, LabelSource, PageBoundingBox, PaperFigure, PictureFact};

/// A written figure without anything in it.
pub(super) const fn empty() -> PaperFigure {
    PaperFigure {
        picture: PictureFact { form: String::new(), width: 0, height: 0 },
        labels: Vec::new(),
        rows: Vec::new(),
        connectors: None,
        unread: None,
    }
}

/// Words of a written figure.
pub(super) fn label(text: &str, x: i32, y: i32) -> FigureLabel {
    let area = PageBoundingBox { x, y, width: 0, height: 0 };
    FigureLabel {
        text: text.to_owned(),
        source: LabelSource::Written,
        area,
    }
}
