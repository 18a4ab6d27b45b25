//! What stands at the head and the foot of pages. It is not read aloud.

use crate::{
    description::{DrawnShape, TextStyle, TypesetJob},
    fonts::{faces, place_of},
    galley::{PageItem, PageMark},
    line_breaking::{lines, width_of},
    shaping::{LineInput, TextShaper},
    text_layout::{glyphs, pieces, places},
};

/// How much of a margin lies between the head or the foot and the body.
const MARGIN_PART: f64 = 0.3;

/// The least room between what stands at the left and what stands at the right.
const BETWEEN: f64 = 22.7;

/// No line of a page holds more letters.
const MOST_LETTERS: usize = 400;

/// The head and the foot of a page, given its number and how many there are.
pub(crate) fn items(
    shaper: &mut TextShaper,
    job: TypesetJob<'_>,
    (page, pages): (usize, usize),
) -> Vec<PageItem> {
    let sheet = job.sheet;
    let running = job.running;
    let mut pen = RunningPen { shaper, items: Vec::new() };
    let (left, right) = (sheet.side, sheet.width - sheet.side);
    if 1 < page {
        let rule = sheet.top * (1.0 - MARGIN_PART);
        let base = rule - 4.0;
        let end = pen.line(&running.head_end, (left, right, base), true);
        pen.line(&running.head, (left, right - end - BETWEEN, base), false);
        pen.push(
            (left, rule),
            PageMark::Shape(DrawnShape {
                x: 0.0,
                y: -running.rule.width / 2.0,
                width: right - left,
                height: running.rule.width,
                radius: 0.0,
                fill: Some(running.rule.colour),
                stroke: None,
            }),
        );
    }
    let style = running.foot.1;
    let capitals = faces()[place_of(style.face)].capitals * style.size;
    let base = sheet.height - sheet.bottom * (1.0 - MARGIN_PART) + capitals;
    let number = format!("{} {page} / {pages}", running.page);
    let end = pen.line(&(number, style), (left, right, base), true);
    pen.line(&running.foot, (left, right - end - BETWEEN, base), false);
    pen.items
}

struct RunningPen<'a> {
    shaper: &'a mut TextShaper,
    items: Vec<PageItem>,
}

impl RunningPen<'_> {
    /// One line from the left or to the right; what it holds no more is left out. How wide it is.
    fn line(
        &mut self,
        (words, style): &(String, TextStyle),
        (left, right, base): (f64, f64, f64),
        is_right: bool,
    ) -> f64 {
        let words: String = words.chars().take(MOST_LETTERS).collect();
        let shaped = self
            .shaper
            .shape(&[LineInput::Words { words: &words, style: *style }]);
        let Some(line) = lines(&shaped, right - left).into_iter().next() else {
            return 0.0;
        };
        let wide = width_of(&shaped, line.clone());
        let x = if is_right { right - wide } else { left };
        let pieces = pieces(&shaped, line);
        for (piece, place) in pieces.iter().zip(places(&shaped, &pieces)) {
            let run = glyphs(&shaped, piece, *style);
            self.push((x + place, base), PageMark::Glyphs(run));
        }
        wide
    }

    fn push(&mut self, (x, y): (f64, f64), mark: PageMark) {
        self.items.push(PageItem { order: 0, tag: None, x, y, mark });
    }
}
