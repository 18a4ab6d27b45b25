//! The shapes of public sets: a small file of our own in each, and the real ones where they are there.
#![expect(clippy::unwrap_used)]

use jurat_pack::{ImportedRow, PartFormat, importer};
use serde_json::{Value as Json, json};

fn rows(format: PartFormat, bytes: &[u8]) -> (Vec<ImportedRow>, Vec<String>) {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    (importer(format).unwrap().rows)(bytes, &mut |row| match row {
        Ok(row) => good.push(row),
        Err(why) => bad.push(why),
    });
    (good, bad)
}

fn lines(values: &[Json]) -> Vec<u8> {
    let lines: Vec<String> = values.iter().map(Json::to_string).collect();
    lines.join("\n").into_bytes()
}

#[track_caller]
fn check(row: &ImportedRow, expected: &[(&str, &str)]) {
    for (key, value) in expected {
        assert_eq!(row.values.get(*key).map(String::as_str), Some(*value), "{key}: {row:?}");
    }
}

#[test]
fn plain_rows_keep_what_is_known() {
    let file = lines(&[
        json!({ "id": "1", "citation": "2020 XC 1", "style": "A v B", "court": "XC", "judge": "Reed", "date": "2020-05-01",
            "lang": "en", "cites": ["2019 XC 4", "2018 XC 2"], "outcome": null, "text": " [1] One.\u{2028}Two. " }),
        json!({ "id": "2", "text": "" }),
    ]);
    let (good, bad) = rows(PartFormat::Jsonl, &file);
    assert_eq!((good.len(), bad.len()), (1, 1));
    let expected =
        [("citation", "2020 XC 1"), ("language", "en"), ("cites", "2019 XC 4 > 2018 XC 2")];
    check(&good[0], &expected);
    // Words stay as they are: quotes are looked up in them.
    assert_eq!(good[0].text, " [1] One.\u{2028}Two. ");
    assert!(!good[0].values.contains_key("outcome"));
}

#[test]
fn the_shape_of_the_refugee_law_lab_is_read() {
    let file = lines(&[json!({
        "citation": "2020 XC 1", "citation2": "", "dataset": "XC", "year": 2020, "name": "A v. B", "language": "en",
        "document_date": "2020-05-01 00:00:00", "source_url": "https://example.org/1", "scraped_timestamp": "2024-01-01",
        "unofficial_text": "[1] One.", "other": "",
    })]);
    let (good, _) = rows(PartFormat::RefugeeLawLab, &file);
    let expected = [
        ("court", "XC"),
        ("date", "2020-05-01"),
        ("url", "https://example.org/1"),
        ("style", "A v. B"),
    ];
    check(&good[0], &expected);
    assert_eq!(good[0].id, "2020 XC 1:en");
}

#[test]
fn the_shape_of_a2aj_gives_a_document_for_each_language() {
    let file = json!([{
        "dataset": "XC", "citation_en": "2020 XC 1", "citation_fr": "2020 CX 1", "name_en": "A v. B", "name_fr": "A c. B",
        "document_date_en": "2020-05-01T00:00:00", "document_date_fr": "2020-05-01T00:00:00",
        "url_en": "https://example.org/en/1", "unofficial_text_en": "[1] One.", "unofficial_text_fr": "[1] Un.",
    }, { "dataset": "XC", "citation_en": "2020 XC 2" }]);
    let (good, bad) = rows(PartFormat::A2aj, file.to_string().as_bytes());
    assert_eq!((good.len(), bad.len()), (2, 1));
    check(&good[0], &[("language", "en"), ("citation", "2020 XC 1")]);
    check(&good[1], &[("language", "fr"), ("citation", "2020 CX 1"), ("style", "A c. B")]);
}

#[test]
fn pages_of_a_manual_have_chapter_and_page() {
    let file = lines(&[
        json!({ "doc": "xyz05-eng", "page": 1, "text": "XYZ 5 Writing" }),
        json!({ "doc": "handbook", "page": 2, "text": "Two" }),
        json!({ "page": 2, "text": "Of nothing" }),
    ]);
    let (good, bad) = rows(PartFormat::PagesJsonl, &file);
    check(&good[0], &[("chapter", "XYZ 5"), ("page", "1")]);
    check(&good[1], &[("chapter", "handbook"), ("page", "2")]);
    assert_eq!(bad, ["row 3 has no `doc`"]);
}

#[test]
fn chunks_of_help_pages_keep_their_page() {
    let file = json!([{
        "url": "https://example.org/a#b", "pageUrl": "https://example.org/a", "pageTitle": "Can I?", "heading": "Yes",
        "text": "You can.", "source": "Help Centre",
    }]);
    let (good, _) = rows(PartFormat::HelpChunks, file.to_string().as_bytes());
    check(&good[0], &[("url", "https://example.org/a"), ("heading", "Yes")]);
    assert_eq!(good[0].title.as_deref(), Some("Can I?"));
}

#[test]
fn a_file_that_is_no_json_gives_no_row() {
    for bytes in [b"words".as_slice(), b"[{]", b"[1, 2]", b"\"x\"", b""] {
        assert!(rows(PartFormat::Jsonl, bytes).0.is_empty());
    }
}

#[track_caller]
fn real(part: &str, format: PartFormat, least: usize, keys: &[&str]) {
    let Some(path) = jurat_testdata::data(part) else { return };
    let (good, bad) = rows(format, &std::fs::read(path).unwrap());
    assert!(
        least <= good.len(),
        "{part}: {} rows, {} refused: {:?}",
        good.len(),
        bad.len(),
        bad.first()
    );
    for key in keys {
        assert!(good.iter().any(|row| row.values.contains_key(*key)), "{part}: no {key}");
    }
}

#[test]
fn real_sets_are_read() {
    let decision = ["citation", "court", "date", "judge", "language"];
    real("immigration/decisions.jsonl", PartFormat::Jsonl, 227, &decision);
    real(
        "dev/caselaw_rllr_sample.jsonl",
        PartFormat::Jsonl,
        171,
        &["country", "judge", "docket"],
    );
    real("immigration/manuals/ircc_pdi.jsonl", PartFormat::Jsonl, 100, &["url"]);
    real(
        "immigration/manuals/enf05-eng.pages.jsonl",
        PartFormat::PagesJsonl,
        10,
        &["chapter", "page"],
    );
    real("ircc_help_centre/chunks.json", PartFormat::HelpChunks, 2_135, &["url", "heading"]);
}
