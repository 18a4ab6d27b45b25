//! Drawings made of lines and boxes: those strokes of a page that lie together, with the words
//! between them. Tables, rules and grounds under code are none.

mod cluster;
mod shapes;

use jurat_model::{FigureLabel, LabelSource, PageBoundingBox, PaperFigure, PictureFact};
use pdf_oxide::{PdfDocument, geometry::Rect, layout::TextSpan};

use self::shapes::DrawingShapes;
use super::visible_box::VisiblePageBox;
use crate::figures::label_rows::{in_order, rows};

/// Strokes that are looked at on one page.
const STROKES: usize = 20_000;
/// Drawings of one page.
const PAGE: usize = 16;
/// Labels of one drawing.
const LABELS: usize = 500;
/// Runs of letters that are looked at on one page.
const RUNS: usize = 20_000;
/// A gap of this share of the font's size parts labels.
const GAP: f32 = 0.8;
/// The most bytes of a label.
const LONGEST: usize = 300;

/// The drawings of a page.
pub(super) fn find_drawings(
    document: &PdfDocument,
    index: usize,
    sheet: &VisiblePageBox,
) -> Result<Vec<(PageBoundingBox, PaperFigure)>, String> {
    let paths = document.extract_paths(index).map_err(|error| error.to_string())?;
    let strokes = shapes::strokes(&paths, sheet, STROKES);
    if strokes.is_empty() {
        return Ok(Vec::new());
    }
    let groups = cluster::clusters(&strokes, sheet.size());
    let drawings = groups.iter().map(|group| DrawingShapes::of(group));
    let drawings: Vec<DrawingShapes> =
        drawings.filter(DrawingShapes::is_drawing).take(PAGE).collect();
    if drawings.is_empty() {
        return Ok(Vec::new());
    }
    let runs = document.extract_spans(index).map_err(|error| error.to_string())?;
    let read = |shapes: &DrawingShapes| figure(shapes, labels(&runs, shapes, sheet), sheet);
    Ok(drawings.iter().map(read).collect())
}

fn figure(
    shapes: &DrawingShapes,
    labels: Vec<FigureLabel>,
    sheet: &VisiblePageBox,
) -> (PageBoundingBox, PaperFigure) {
    let area = sheet.seen(&shapes.region);
    let unread = labels.is_empty().then(|| "no words stand in the drawing".to_owned());
    let side = |length: i32| u32::try_from(length).unwrap_or_default();
    let figure = PaperFigure {
        picture: PictureFact {
            form: "vector".to_owned(),
            width: side(area.width),
            height: side(area.height),
        },
        rows: rows(&labels),
        labels,
        connectors: u32::try_from(shapes.connectors).ok(),
        unread,
    };
    (area, figure)
}

/// A line of words in a drawing.
struct DrawingTextLine {
    text: String,
    place: Rect,
    size: f32,
    /// The box it stands in.
    home: Option<usize>,
}

/// The words of a drawing, joined where they stand close in one line of one box.
fn labels(
    runs: &[TextSpan],
    shapes: &DrawingShapes,
    sheet: &VisiblePageBox,
) -> Vec<FigureLabel> {
    let mut lines: Vec<DrawingTextLine> = Vec::new();
    for run in runs.iter().take(RUNS) {
        let place = sheet.within(&run.bbox);
        let middle = (place.x + place.width / 2.0, place.y + place.height / 2.0);
        if !shapes::holds(&shapes.region, middle) || run.text.trim().is_empty() {
            continue;
        }
        let home = shapes.home(middle);
        let full = LABELS <= lines.len();
        match lines.last_mut() {
            Some(last) if last.home == home && goes_on(last, &place, run.font_size) => {
                join(last, &run.text, &place);
            }
            _ if !full => {
                lines.push(DrawingTextLine {
                    text: run.text.clone(),
                    place,
                    size: run.font_size,
                    home,
                });
            }
            _ => break,
        }
    }
    let mut labels: Vec<FigureLabel> = lines
        .into_iter()
        .map(|line| FigureLabel {
            text: line.text.split_whitespace().collect::<Vec<_>>().join(" "),
            source: LabelSource::Text,
            area: sheet.seen(&line.place),
        })
        .filter(|label| label.text.chars().any(char::is_alphanumeric))
        .collect();
    in_order(&mut labels);
    labels
}

fn goes_on(last: &DrawingTextLine, next: &Rect, size: f32) -> bool {
    let same = (last.place.y - next.y).abs() < 0.4 * last.size.max(size).max(1.0);
    let gap = next.x - (last.place.x + last.place.width);
    same && gap.abs() < GAP * last.size.max(1.0) && last.text.len() < LONGEST
}

fn join(last: &mut DrawingTextLine, words: &str, next: &Rect) {
    let gap = next.x - (last.place.x + last.place.width);
    if 0.15 * last.size < gap {
        last.text.push(' ');
    }
    last.text.push_str(words);
    last.place = shapes::around(&last.place, next);
}
