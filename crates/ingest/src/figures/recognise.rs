//! Letters of a picture with their places, by tesseract where it is installed.

use std::collections::BTreeMap;

use jurat_model::{FigureLabel, LabelSource, PageBoundingBox};

use super::label_rows::in_order;
use crate::{
    ChildLauncher, FileLimits, ReadRefusal, RefusalKind,
    sandbox::{OutsideProgram, run_program},
};

/// Sparse text, as a table of words with their boxes.
const TESSERACT: OutsideProgram = OutsideProgram {
    name: "tesseract",
    package: "tesseract-ocr",
    args: &["stdin", "stdout", "--psm", "11", "tsv"],
    // One thread: a child may start no others.
    env: &[("OMP_THREAD_LIMIT", "1"), ("LC_ALL", "C.UTF-8")],
};
/// Words below this confidence, of a hundred, are arrows and lines.
const CONFIDENT: f32 = 40.0;
/// Labels that are kept of one picture.
const MOST: usize = 500;
/// The most bytes of a label.
const LONGEST: usize = 300;

pub(super) struct OcrResult {
    pub(super) labels: Vec<FigureLabel>,
    /// Across and down, in points, as the program says.
    pub(super) size: (u32, u32),
}

/// The labels of a picture that lies in this area of its page.
pub(super) fn labels(
    launcher: &ChildLauncher,
    bytes: &[u8],
    limits: &FileLimits,
    area: PageBoundingBox,
) -> Result<OcrResult, ReadRefusal> {
    let (said, _) = run_program(launcher, &TESSERACT, bytes, limits);
    match said {
        Ok(said) => Ok(recognised_words(&String::from_utf8_lossy(&said), area)),
        Err(refusal) if refusal.kind == RefusalKind::ProgramMissing => Err(ReadRefusal {
            message: "tesseract is not installed".to_owned(),
            ..refusal
        }),
        Err(refusal) => Err(refusal),
    }
}

/// A word in its line; places are in points of the picture.
struct OcrWordBox<'a> {
    line: [u32; 4],
    place: [i64; 4],
    text: &'a str,
}

fn recognised_words(table: &str, area: PageBoundingBox) -> OcrResult {
    let mut size = (0, 0);
    let mut lines: BTreeMap<[u32; 4], (String, [i64; 4])> = BTreeMap::new();
    for row in table.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        if columns.first() == Some(&"1") {
            let number = |at: usize| columns.get(at).and_then(|text| text.parse().ok());
            size = (number(8).unwrap_or(0), number(9).unwrap_or(0));
        }
        let Some(word) = word(&columns).filter(|_| lines.len() < MOST) else { continue };
        let (text, place) =
            lines.entry(word.line).or_insert_with(|| (String::new(), word.place));
        if LONGEST < text.len() + word.text.len() {
            continue;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(word.text);
        *place = [
            place[0].min(word.place[0]),
            place[1].min(word.place[1]),
            place[2].max(word.place[2]),
            place[3].max(word.place[3]),
        ];
    }
    let mut labels: Vec<FigureLabel> = lines
        .into_values()
        .filter(|(text, _)| text.chars().filter(|letter| letter.is_alphanumeric()).count() > 1)
        .map(|(text, place)| FigureLabel {
            text,
            source: LabelSource::Recognised,
            area: on_page(place, size, area),
        })
        .collect();
    in_order(&mut labels);
    OcrResult { labels, size }
}

fn word<'a>(columns: &[&'a str]) -> Option<OcrWordBox<'a>> {
    let ["5", page, block, paragraph, line, _, left, top, width, height, sure, text] = columns
    else {
        return None;
    };
    let text = text.trim();
    let sure: f32 = sure.parse().ok()?;
    if text.is_empty() || sure < CONFIDENT {
        return None;
    }
    let number = |text: &str| text.parse::<u32>().ok();
    let (left, top) = (number(left)?, number(top)?);
    let (right, bottom) =
        (left.checked_add(number(width)?)?, top.checked_add(number(height)?)?);
    Some(OcrWordBox {
        line: [number(page)?, number(block)?, number(paragraph)?, number(line)?],
        place: [left.into(), top.into(), right.into(), bottom.into()],
        text,
    })
}

/// From points of the picture to tenths of a point of its page.
fn on_page(
    [left, top, right, bottom]: [i64; 4],
    size: (u32, u32),
    area: PageBoundingBox,
) -> PageBoundingBox {
    let scaled = |value: i64, whole: u32, room: i32| {
        let tenths = value * i64::from(room) / i64::from(whole.max(1));
        i32::try_from(tenths).unwrap_or(i32::MAX)
    };
    let across = |value: i64| scaled(value, size.0, area.width);
    let down = |value: i64| scaled(value, size.1, area.height);
    PageBoundingBox {
        x: area.x.saturating_add(across(left)),
        y: area.y.saturating_add(down(top)),
        width: across(right - left),
        height: down(bottom - top),
    }
}

#[cfg(test)]
mod tests {
    use jurat_model::PageBoundingBox;

    use super::recognised_words;

    #[test]
    fn words_of_a_line_are_one_label_on_its_page() {
        let table = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n\
                     1\t1\t0\t0\t0\t0\t0\t0\t200\t100\t-1\t\n\
                     5\t1\t1\t1\t1\t1\t20\t10\t30\t10\t91.5\ttide\n\
                     5\t1\t1\t1\t1\t2\t60\t10\t40\t12\t88\tgate\n\
                     5\t1\t2\t1\t1\t1\t60\t50\t40\t12\t12\t|\\|\n\
                     5\t1\t3\t1\t1\t1\tx\ty\n";
        let seen = recognised_words(
            table,
            PageBoundingBox { x: 100, y: 200, width: 400, height: 200 },
        );
        assert_eq!(seen.size, (200, 100));
        assert_eq!(seen.labels.len(), 1);
        assert_eq!(seen.labels[0].text, "tide gate");
        let area = PageBoundingBox { x: 140, y: 220, width: 160, height: 24 };
        assert_eq!(seen.labels[0].area, area);
    }
}
