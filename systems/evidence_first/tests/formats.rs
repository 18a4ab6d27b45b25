//! Reports in every format: byte for byte those in `golden`, safe, and of the published schema.
#![expect(clippy::unwrap_used)]

mod fictional;

use jurat_canon::Hash;
use jurat_compose::{EvidenceReport, ReportResult};
use jurat_evidence_first::page::{formats, render, schema};
use pulldown_cmark::{Event, Tag};
use serde_json::Value as Json;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

#[expect(clippy::disallowed_methods)]
fn updating() -> bool {
    std::env::var_os("JURAT_UPDATE").is_some()
}

#[track_caller]
fn check(name: &str, report: &EvidenceReport) {
    let exhibits = fictional::exhibits();
    for format in formats() {
        let bytes = render(report, &exhibits, format.name).unwrap();
        assert_eq!(bytes, render(report, &exhibits, format.extension).unwrap());
        // Of a PDF the hash is kept: its fonts weigh more than its words.
        let (bytes, ending) = match format.name {
            "pdf" => (format!("{}\n", Hash::of(&bytes)).into_bytes(), "pdf.blake3"),
            _ => (bytes, format.extension),
        };
        let path = format!("{ROOT}/tests/golden/{name}.{ending}");
        if updating() {
            std::fs::write(&path, &bytes).unwrap();
        }
        let kept = std::fs::read(&path).unwrap_or_default();
        assert!(kept == bytes, "{path} differs; look, then run with JURAT_UPDATE=1");
    }
}

fn text(report: &EvidenceReport, format: &str) -> String {
    String::from_utf8(render(report, &fictional::exhibits(), format).unwrap()).unwrap()
}

#[test]
fn reports_are_the_same_bytes() {
    check("answered", &fictional::answered());
    check("without_evidence", &fictional::without_evidence());
}

#[test]
fn an_answer_is_told_with_its_evidence() {
    let report = fictional::answered();
    assert_eq!(report.result, ReportResult::Answered, "{:#?}", report.review);
    let page = text(&report, "html");
    for one in &report.requirements {
        assert!(page.contains(&format!("id=\"{}\"", one.requirement.requirement_id)));
    }
    let shown = "<mark>(b) appoint a records officer; and</mark>";
    assert!(page.contains(shown));
}

#[test]
fn without_evidence_nothing_is_answered() {
    let report = fictional::without_evidence();
    assert_eq!(report.result, ReportResult::NoAuthoritativeEvidence);
    for name in ["markdown", "html", "json"] {
        let page = text(&report, name);
        assert!(page.contains("No authoritative requirement found in provided sources."));
    }
    assert_eq!(report.missing_evidence.len(), 1);
}

#[test]
fn a_report_on_paper_is_tagged_and_every_mark_leads_to_its_requirement() {
    let report = fictional::answered();
    let paper = render(&report, &fictional::exhibits(), "pdf").unwrap();
    assert!(paper.starts_with(b"%PDF-1.7"));
    let said = String::from_utf8_lossy(&paper);
    for sign in ["pdfaid:part>2<", "pdfaid:conformance>A<", "pdfuaid:part>1<"] {
        assert!(said.contains(sign), "{sign}");
    }
    let marks: usize = report
        .answer
        .iter()
        .flat_map(|it| &it.statements)
        .map(|it| it.marks.len())
        .sum();
    let links = said.matches("/Subtype/Link").count() + said.matches("/Subtype /Link").count();
    assert!(marks <= links, "{marks} marks, {links} links");
    let undated = render(&fictional::without_evidence(), &[], "pdf").unwrap();
    let said = String::from_utf8_lossy(&undated);
    assert!(said.contains("pdfuaid:part>1<") && !said.contains("pdfaid:part"));
}

#[test]
fn signs_without_a_glyph_are_shown_by_number_on_paper() {
    let mut report = fictional::without_evidence();
    report.question = "Must 渡船 carry \u{202e}bicycles \u{e000} free?".to_owned();
    assert!(render(&report, &[], "pdf").unwrap().starts_with(b"%PDF"));
}

#[test]
fn words_of_documents_are_never_obeyed() {
    for report in [fictional::answered(), fictional::without_evidence()] {
        let page = text(&report, "html");
        let body = page.split("</style>").nth(1).unwrap();
        assert!(!body.contains("<script") && !body.contains("<b>"));
        assert!(!page.contains("http://") && !page.contains("https://"));
        let plain = text(&report, "markdown");
        for event in pulldown_cmark::Parser::new_ext(&plain, pulldown_cmark::Options::all()) {
            match event {
                Event::Start(Tag::Link { dest_url, .. }) => {
                    let known = dest_url.starts_with("#req-") || &*dest_url == "#answer";
                    assert!(known, "{dest_url}");
                }
                Event::Html(words) | Event::InlineHtml(words) => assert_eq!(&*words, ""),
                Event::Start(Tag::Image { .. }) => unreachable!("an image"),
                _ => {}
            }
        }
    }
}

#[test]
fn a_text_that_was_changed_is_not_shown_as_the_source() {
    let mut exhibits = fictional::exhibits();
    for exhibit in &mut exhibits {
        exhibit.text = exhibit.text.replace("60 days", "90 days").replace("must", "may");
    }
    let page = render(&fictional::answered(), &exhibits, "html").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(!page.contains("<mark>") && page.contains("not at hand"));
}

#[test]
fn reports_follow_the_published_schema() {
    let validator = jurat_testdata::FullSchema::new(&schema()).unwrap();
    for report in [fictional::answered(), fictional::without_evidence()] {
        let json: Json = serde_json::from_str(&text(&report, "json")).unwrap();
        assert_eq!(validator.check(&json), Ok(()));
        let read: EvidenceReport = serde_json::from_value(json).unwrap();
        assert_eq!(read, report);
    }
    assert!(!validator.is_valid(&serde_json::json!({ "question": "?" })));
}

#[test]
fn the_repository_holds_this_schema() {
    let path = format!("{ROOT}/schema/report.schema.json");
    if updating() {
        std::fs::write(&path, format!("{:#}\n", schema())).unwrap();
    }
    let kept: Json = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(kept == schema(), "the schema has changed; run the tests with JURAT_UPDATE=1");
}

#[test]
fn the_trail_has_the_names_that_auditors_know() {
    let report = fictional::answered();
    let trail = serde_json::to_value(&report.audit_trail).unwrap();
    for key in [
        "question",
        "grounding_confidence",
        "extracted_requirements",
        "verified_requirements",
        "rejected_requirements",
        "final_answer",
        "requirement_references",
        "missing_evidence",
    ] {
        assert!(trail.get(key).is_some(), "{key}");
    }
    let counts = &trail["evidence_audit_trail"];
    assert_eq!(counts["total_requirements_extracted"], 8);
    assert_eq!(counts["total_requirements_verified"], 7);
    assert_eq!(counts["verification_pass_rate"], 0.875);
    assert_eq!(counts["composition_confidence"], "medium");
    assert_eq!(counts["total_chunks_retrieved"], 0);
}

#[test]
fn an_unknown_format_is_named() {
    let refused = render(&fictional::without_evidence(), &[], "odt").unwrap_err();
    assert!(refused.to_string().contains("odt"));
}
