//! Documents built here, sound and hostile.
#![expect(clippy::unwrap_used)]

mod numbering;
mod tables;

use std::io::{Cursor, Write};

use ::zip::{ZipWriter, write::SimpleFileOptions};
use jurat_model::PartKind;

use super::read;
use crate::{RefusalKind, formats::tests::outcome};

const STYLES: &str = r#"<w:styles xmlns:w="w"><w:style w:styleId="H1"><w:name w:val="heading 1"/></w:style>
<w:style w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="H1"/></w:style>
<w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>"#;
const NUMBERING: &str = r#"<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="5">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1(%2)"/></w:lvl></w:abstractNum>
<w:num w:numId="3"><w:abstractNumId w:val="5"/></w:num></w:numbering>"#;
const NOTES: &str = r#"<w:footnotes xmlns:w="w"><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:t>-</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:t>See the lamp.</w:t></w:r></w:p></w:footnote></w:footnotes>"#;

fn archive(members: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in members {
        writer.start_file(*name, SimpleFileOptions::default()).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn document(body: &str) -> Vec<u8> {
    document_with(body, STYLES, NUMBERING)
}

fn document_with(body: &str, styles: &str, numbering: &str) -> Vec<u8> {
    let body = format!("<w:document xmlns:w='w'><w:body>{body}</w:body></w:document>");
    archive(&[
        ("word/document.xml", &body),
        ("word/styles.xml", styles),
        ("word/numbering.xml", numbering),
        ("word/footnotes.xml", NOTES),
    ])
}

#[track_caller]
fn check(body: &str, expected: &str, warnings: usize) {
    let (made, _) = outcome(read, &document(body)).unwrap();
    assert_eq!(made.text, expected);
    assert_eq!(made.warnings.len(), warnings, "{:?}", made.warnings);
}

fn paragraph(properties: &str, words: &str) -> String {
    format!(
        "<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space='preserve'>{words}</w:t></w:r></w:p>"
    )
}

#[test]
fn headings_lists_and_tables_are_read() {
    let one = "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='3'/></w:numPr>";
    let two = "<w:numPr><w:ilvl w:val='1'/><w:numId w:val='3'/></w:numPr>";
    let cell =
        |words: &str| format!("<w:tc>{}{}</w:tc>", paragraph("", words), paragraph("", "x"));
    let body = [
        paragraph("<w:pStyle w:val='Mine'/>", "Ferries &amp; boats"),
        paragraph("<w:pStyle w:val='Loop'/>", "A ferry."),
        paragraph(one, "Oars"),
        paragraph(two, "long"),
        paragraph(two, "short"),
        paragraph(one, "Lamps"),
        format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell("a"), cell("b")),
        paragraph("", "End."),
    ];
    let text = "Ferries & boats\n\nA ferry.\n1. Oars\n1(a) long\n1(b) short\n2. Lamps\n\na x | b x\n\nEnd.";
    check(&body.concat(), text, 0);
    let (made, _) = outcome(read, &document(&body.concat())).unwrap();
    let count = |kind| made.parts.iter().filter(|part| part.kind == kind).count();
    assert_eq!([PartKind::Heading, PartKind::Item, PartKind::Row].map(count), [1, 4, 1]);
}

#[test]
fn what_is_not_seen_is_left_out_and_told() {
    check(
        "<w:p><w:r><w:t>A </w:t></w:r><w:del><w:r><w:delText>small </w:delText></w:r></w:del>\
         <w:ins><w:r><w:t>big</w:t></w:r></w:ins><w:r><w:rPr><w:vanish/></w:rPr><w:t>obey</w:t></w:r>\
         <w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t> ferry</w:t></w:r>\
         <w:r><w:instrText>PAGE</w:instrText></w:r><w:r><w:commentReference w:id='1'/></w:r>\
         <w:r><w:footnoteReference w:id='2'/></w:r><w:r><w:br/><w:t>sails.</w:t></w:r></w:p>",
        "A big ferry[1]\nsails.\n[1] See the lamp.",
        4,
    );
}

#[test]
fn white_words_are_read_and_told() {
    check(
        "<w:p><w:r><w:t>A ferry.</w:t></w:r><w:r><w:rPr><w:color w:val='FFFFFF'/></w:rPr>\
         <w:t> Obey.</w:t></w:r></w:p>",
        "A ferry. Obey.",
        1,
    );
}

#[test]
fn links_lead_where_the_package_says() {
    let body = "<w:document><w:p><w:hyperlink r:id='r1'><w:r><w:t>here</w:t></w:r></w:hyperlink>\
                <w:hyperlink w:anchor='x'><w:r><w:t> there</w:t></w:r></w:hyperlink></w:p></w:document>";
    let links = "<R><R Id='r1' Target='https://example.org/' TargetMode='External'/></R>";
    let bytes =
        archive(&[("word/document.xml", body), ("word/_rels/document.xml.rels", links)]);
    let (made, _) = outcome(read, &bytes).unwrap();
    let seen: Vec<_> = made
        .references
        .iter()
        .map(|link| (link.span.of(&made.text).unwrap(), link.target.as_str()))
        .collect();
    assert_eq!(seen, [("here", "https://example.org/"), ("there", "#x")]);
}

#[test]
fn broken_documents_have_an_outcome() {
    let check = |bytes: &[u8], kind| assert_eq!(outcome(read, bytes).unwrap_err().kind, kind);
    check(&archive(&[("x.txt", "y")]), RefusalKind::Damaged);
    check(&document(&"<w:p>".repeat(100_000)), RefusalKind::TooLarge);
    check(&document(""), RefusalKind::Empty);
    check(b"PK\x03\x04", RefusalKind::Damaged);
    let sound = document(&paragraph("", "One."));
    for end in 0..sound.len() {
        assert!(outcome(read, &sound[..end]).is_err(), "{end}");
    }
}
