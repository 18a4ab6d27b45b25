//! Drawings and pictures of papers of our own making: boxes, arrows, points, broken pages.

use std::fmt::Write as _;

use jurat_ingest::{FileLimits, RefusalKind, figures};
use jurat_model::{LabelSource, LocatedValue, PageBoundingBox, PaperFigure};

use crate::{
    outcome::{launcher, limits},
    picture::{installed, tiff},
    typeset::{line, pages, pdf, plain},
};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("a_drawing_has_its_labels_rows_and_lines", drawing),
    ("tables_rules_and_grounds_are_no_drawings", no_drawings),
    ("two_drawings_on_a_page_are_two", two_drawings),
    ("a_drawing_in_a_form_is_found", in_a_form),
    ("a_turned_page_is_seen_upright", turned),
    ("a_picture_has_its_size_and_place", embedded),
    ("letters_of_an_embedded_picture_are_recognised", recognised),
    ("a_picture_larger_than_we_look_into_is_said", huge),
    ("an_icon_is_no_figure", icon),
    ("a_broken_picture_is_said_and_the_rest_stands", broken_picture),
    ("figures_have_a_limit", many),
    ("hostile_papers_have_an_outcome", hostile),
    ("a_picture_by_itself_is_a_figure", alone),
    ("other_papers_are_refused", others),
];

fn look(name: &str, bytes: &[u8]) -> Vec<LocatedValue<PaperFigure>> {
    figures(&launcher(&["--child"]), name, bytes, &limits()).unwrap()
}

/// A box with a word in it, from its lower left corner.
fn boxed(x: u32, y: u32, word: &str) -> String {
    format!("{x} {y} 100 30 re S BT /F1 10 Tf {} {} Td ({word}) Tj ET\n", x + 10, y + 10)
}

/// Four boxes: one above two, and one below.
fn weir() -> String {
    let mut content = [
        boxed(250, 600, "keeper"),
        boxed(150, 500, "north_gate"),
        boxed(350, 500, "south_gate"),
        boxed(250, 400, "weir"),
    ]
    .concat();
    for (from, to) in [
        ("300 600", "200 530"),
        ("300 600", "400 530"),
        ("200 500", "300 430"),
        ("400 500", "300 430"),
    ] {
        writeln!(content, "{from} m {to} l S").unwrap();
    }
    content
}

#[track_caller]
fn check(
    figure: &LocatedValue<PaperFigure>,
    labels: &[&str],
    rows: &[&[&str]],
    connectors: u32,
) {
    let seen: Vec<&str> = figure.value.labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(seen, labels);
    assert_eq!(figure.value.rows, rows);
    assert_eq!(figure.value.connectors, Some(connectors));
    assert_eq!(figure.value.unread, None);
}

const WEIR: [&str; 4] = ["keeper", "north_gate", "south_gate", "weir"];
const GATES: &[&[&str]] = &[&["north_gate", "south_gate"]];

fn drawing() {
    let content = format!("{}{}", line(750, "The figure below is read."), weir());
    let found = look("weir.pdf", &plain(&["", &content]));
    assert_eq!(found.len(), 1, "{found:?}");
    check(&found[0], &WEIR, GATES, 4);
    assert_eq!(found[0].at.page, Some(2));
    assert_eq!(found[0].value.picture.form, "vector");
    let area = PageBoundingBox { x: 1500, y: 1620, width: 3000, height: 2300 };
    assert_eq!(found[0].at.area, Some(area));
    let keeper = &found[0].value.labels[0];
    assert_eq!(keeper.source, LabelSource::Text);
    assert_eq!(keeper.area.x, 2600);
    assert!((1600..1920).contains(&keeper.area.y), "{keeper:?}");
}

fn no_drawings() {
    let mut table = String::new();
    for row in 0..4 {
        for column in 0..3 {
            let (x, y) = (100 + 120 * column, 400 + 20 * row);
            writeln!(
                table,
                "{x} {y} 120 20 re S BT /F1 9 Tf {} {} Td (cell) Tj ET",
                x + 5,
                y + 5
            )
            .unwrap();
        }
    }
    let rules = "72 700 m 540 700 l S 72 100 m 540 100 l S\n";
    let ground = "0.9 g 72 550 468 100 re f 0 g\n".to_owned() + &line(600, "let tide = 3;");
    let found = look("table.pdf", &plain(&[&table, rules, &ground, "0 0 612 792 re f"]));
    assert_eq!(found, []);
}

fn two_drawings() {
    let second = format!("q 1 0 0 1 0 -340 cm {} Q\n", weir());
    let found = look("two.pdf", &plain(&[&format!("{}{second}", weir())]));
    assert_eq!(found.len(), 2, "{found:?}");
    check(&found[1], &WEIR, GATES, 4);
    assert!(found[0].at.area.unwrap().y < found[1].at.area.unwrap().y);
}

fn in_a_form() {
    let content = weir();
    let form = format!(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] \
         /Resources << /Font << /F1 3 0 R >> >> /Length {} >>\nstream\n{content}\nendstream",
        content.len()
    );
    let objects = pages(&["/Fm Do\n"], "", "/XObject << /Fm 4 0 R >>", &[form]);
    let found = look("form.pdf", &pdf(&objects));
    assert_eq!(found.len(), 1, "{found:?}");
    check(&found[0], &WEIR, GATES, 4);
}

fn turned() {
    let objects: Vec<String> = pages(&[&weir()], "", "", &[])
        .iter()
        .map(|object| object.replace("/Contents", "/Rotate 180 /Contents"))
        .collect();
    let found = look("turned.pdf", &pdf(&objects));
    assert_eq!(found.len(), 1, "{found:?}");
    let area = PageBoundingBox { x: 1620, y: 4000, width: 3000, height: 2300 };
    assert_eq!(found[0].at.area, Some(area));
}

/// A page with a grey picture of these points at 72, 400, of 300 by 100 points.
fn pictured(width: usize, height: usize, points: &str, more: &str) -> Vec<u8> {
    let image = format!(
        "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} /ColorSpace \
         /DeviceGray /BitsPerComponent 8 /Filter /ASCIIHexDecode /Length {} >>\nstream\n{points}\nendstream",
        points.len()
    );
    let content = format!("q 300 0 0 100 72 400 cm /Im Do Q {more}");
    pdf(&pages(&[&content], "", "/XObject << /Im 4 0 R >>", &[image]))
}

fn grey(points: &[u8]) -> String {
    let mut hex = String::new();
    for point in points {
        write!(hex, "{point:02x}").unwrap();
    }
    hex + ">"
}

fn embedded() {
    let found = look("picture.pdf", &pictured(60, 40, &grey(&[255; 2400]), ""));
    assert_eq!(found.len(), 1, "{found:?}");
    let picture = &found[0].value.picture;
    assert_eq!((picture.form.as_str(), picture.width, picture.height), ("raster", 60, 40));
    let area = PageBoundingBox { x: 720, y: 2920, width: 3000, height: 1000 };
    assert_eq!(found[0].at.area, Some(area));
    // No letters, or nobody who could look for them: said either way.
    assert!(found[0].value.unread.is_some());
}

/// The points of our picture of letters: those behind the head of its file.
fn letters() -> (usize, usize, Vec<u8>) {
    let (words, scale) = ("HELL THE TELE", 6);
    let file = tiff(words, scale);
    let (width, height) = ((words.len() * 6 + 6) * scale, 15 * scale);
    (width, height, file[file.len() - width * height..].to_vec())
}

fn recognised() {
    let (width, height, points) = letters();
    let found = look("letters.pdf", &pictured(width, height, &grey(&points), ""));
    assert_eq!(found.len(), 1, "{found:?}");
    if !installed() {
        assert_eq!(found[0].value.unread.as_deref(), Some("tesseract is not installed"));
        return;
    }
    let labels = &found[0].value.labels;
    assert!(labels.iter().any(|label| label.text.contains("THE")), "{found:?}");
    let area = found[0].at.area.unwrap();
    for label in labels {
        assert_eq!(label.source, LabelSource::Recognised);
        assert!(area.x <= label.area.x && label.area.x <= area.x + area.width, "{label:?}");
        assert!(area.y <= label.area.y && label.area.y <= area.y + area.height, "{label:?}");
    }
}

fn huge() {
    let found = look("huge.pdf", &pictured(30_000, 30_000, &grey(&[0; 10]), ""));
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].value.unread.as_ref().unwrap().contains("points"), "{found:?}");
}

fn icon() {
    assert_eq!(look("icon.pdf", &pictured(8, 8, &grey(&[0; 64]), "")), []);
}

fn broken_picture() {
    let found = look("broken.pdf", &pictured(60, 40, &grey(&[255; 7]), &weir()));
    assert_eq!(found.len(), 2, "{found:?}");
    let raster = found
        .iter()
        .find(|figure| figure.value.picture.form == "raster")
        .unwrap();
    assert!(raster.value.unread.is_some(), "{raster:?}");
}

fn many() {
    let content = weir();
    let contents: Vec<&str> = (0..80).map(|_| content.as_str()).collect();
    assert_eq!(look("many.pdf", &plain(&contents)).len(), 64);
}

fn hostile() {
    let whole = plain(&[&weir(), &weir()]);
    let mut bomb = String::new();
    for at in 0..30_000 {
        writeln!(bomb, "{} {} 40 20 re S", at % 500, at % 700).unwrap();
    }
    let deep = "q ".repeat(50_000) + &weir();
    let looped = pdf(&[
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Count 2 /Kids [2 0 R 2 0 R] >>".to_owned(),
    ]);
    let odd = "1e38 1e38 1e38 1e38 re S -1e30 0 m 1e30 1 l S nan inf m 0 0 l S\n".to_owned();
    for (name, bytes) in [
        ("cut.pdf", whole[..whole.len() / 2].to_vec()),
        ("loop.pdf", looped),
        ("garbage.pdf", b"%PDF-1.7\nneither here nor there".to_vec()),
        ("bomb.pdf", plain(&[&bomb])),
        ("deep.pdf", plain(&[&deep])),
        ("odd.pdf", plain(&[&(odd + &weir())])),
    ] {
        // Figures, or a reason: that it comes back at all is what counts.
        let found = figures(&launcher(&["--child"]), name, &bytes, &limits());
        if let Err(refusal) = &found {
            assert!(!refusal.message.is_empty(), "{name}");
            assert_ne!(refusal.kind, RefusalKind::Crashed, "{name}: {refusal}");
        }
    }
    let small = FileLimits { bytes: 10, ..limits() };
    let refused = figures(&launcher(&["--child"]), "weir.pdf", &whole, &small).unwrap_err();
    assert_eq!(refused.kind, RefusalKind::TooLarge);
}

fn alone() {
    let (width, height, points) = letters();
    let mut file = tiff("HELL THE TELE", 6);
    assert!(file.ends_with(&points));
    let found = look("sign.tiff", &file);
    assert_eq!(found.len(), 1);
    if installed() {
        let picture = &found[0].value.picture;
        assert_eq!((picture.width as usize, picture.height as usize), (width, height));
        assert!(found[0].value.labels.iter().any(|label| label.text.contains("THE")));
    } else {
        assert!(found[0].value.unread.is_some());
    }
    file.truncate(40);
    assert!(look("cut.tiff", &file)[0].value.unread.is_some());
}

fn others() {
    for (name, bytes) in
        [("weir.md", "# Weir"), ("weir.svg", "<svg/>"), ("weir.html", "<html>")]
    {
        let refused =
            figures(&launcher(&["--child"]), name, bytes.as_bytes(), &limits()).unwrap_err();
        assert_eq!(refused.kind, RefusalKind::Unsupported, "{name}");
    }
}
