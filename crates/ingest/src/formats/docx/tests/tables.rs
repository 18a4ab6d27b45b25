//! Tables: every row is a line of its own, set apart from its header and from the next.

use jurat_model::PartKind;

use super::{check, document, paragraph};
use crate::formats::{docx::read, tests::outcome};

fn row(properties: &str, cells: &[&str]) -> String {
    let cell = |words: &&str| {
        let inner =
            if words.starts_with('<') { (*words).to_owned() } else { paragraph("", words) };
        format!("<w:tc><w:tcPr><w:tcW w:w='9'/></w:tcPr>{inner}</w:tc>")
    };
    let cells: String = cells.iter().map(cell).collect();
    format!("<w:tr><w:trPr>{properties}<w:cantSplit/></w:trPr>{cells}</w:tr>")
}

fn table(rows: &[String]) -> String {
    format!("<w:tbl><w:tblPr><w:tblLook w:val='04A0'/></w:tblPr>{}</w:tbl>", rows.concat())
}

fn fares() -> String {
    let rows = [
        row("<w:tblHeader/>", &["Passenger", "Fare"]),
        row("", &["adult", "two crowns"]),
        row("<w:tblHeader w:val='0'/>", &["Child", "one crown"]),
    ];
    format!("{}{}{}", paragraph("", "Fares:"), table(&rows), paragraph("", "End."))
}

#[test]
fn no_row_is_glued_to_its_header_or_to_the_next() {
    check(
        &fares(),
        "Fares:\n\nPassenger | Fare\n\nadult | two crowns\n\nChild | one crown\n\nEnd.",
        0,
    );
}

#[test]
fn a_row_knows_its_header() {
    let (made, _) = outcome(read, &document(&fares())).unwrap();
    let rows = made.parts.iter().filter(|part| part.kind == PartKind::Row);
    let rows: Vec<_> = rows
        .map(|part| (part.span.of(&made.text).unwrap(), part.title.as_deref()))
        .collect();
    let header = Some("Passenger | Fare");
    let expected = [
        ("Passenger | Fare", None),
        ("adult | two crowns", header),
        ("Child | one crown", header),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn an_empty_cell_keeps_its_place_and_an_empty_row_shows_nothing() {
    let rows = [row("", &["", "b", ""]), row("", &["", " "]), row("", &["c"])];
    check(&table(&rows), "| b\n\nc", 0);
}

#[test]
fn a_table_in_a_cell_stays_in_its_line() {
    let inner = table(&[row("", &["a", "b"]), row("", &["c", "d"])]);
    let rows = [row("", &["Outer", &format!("{inner}<w:p/>"), "end"]), row("", &["next"])];
    check(&table(&rows), "Outer | a | b / c | d | end\n\nnext", 0);
}

#[test]
fn a_deleted_row_is_gone() {
    let gone = "<w:p><w:del><w:r><w:delText>old</w:delText></w:r></w:del></w:p>";
    let rows = [row("", &["a", "b"]), row("", &[gone, gone]), row("", &["c", "d"])];
    check(&table(&rows), "a | b\n\nc | d", 1);
}

#[test]
fn a_link_in_a_cell_does_not_begin_before_it() {
    let link = "<w:p><w:hyperlink w:anchor='x'><w:r><w:t>pier</w:t></w:r></w:hyperlink></w:p>";
    let (made, _) = outcome(read, &document(&table(&[row("", &["See", link])]))).unwrap();
    assert_eq!(made.text, "See | pier");
    assert_eq!(made.references[0].span.of(&made.text), Some("pier"));
}
