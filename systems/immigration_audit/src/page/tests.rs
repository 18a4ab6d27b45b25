//! A report that is made up, in every format: what stands first, what is never said, what is never cut.
#![expect(clippy::unwrap_used)]
#![expect(clippy::disallowed_methods, reason = "whoever runs the tests asks for the files")]

use super::{
    checklist,
    fixtures::{record, report, report_in},
    formats, letter_document, render, render_document,
};
use crate::{
    gatekeeper::{DISCLAIMER, banned_promises},
    model::{AuditReport, AuditTier, VerificationRecord, VerificationStatus},
};

fn markdown(report: &AuditReport) -> String {
    String::from_utf8(render(report, "markdown").unwrap()).unwrap()
}

#[test]
fn it_has_what_every_report_has_in_order() {
    let page = markdown(&report());
    let mut at = 0;
    for words in [
        "## Disclaimer",
        DISCLAIMER,
        "## At a glance",
        "Rests on",
        "To do first",
        "## Status of this report",
        "Verification status",
        "lease.pdf: the scan is blank",
        "## AUDIT INCOMPLETE - MANUAL REVIEW REQUIRED",
        "## Case summary",
        "## Defensibility score",
        "## Timeline",
        "## Contradictions side by side",
        "## Strategist report",
        "**Strengths**",
        "**Weaknesses**",
        "Baseline (existing documents)",
        "Live (obtainable documents)",
        "Strategic (recommended additions)",
        "## Gatekeeper review",
        "**Compliance issues**",
        "**Refusal triggers**",
        "**Required fixes**",
        "## Verification",
        "## Final decision",
        "## Map of requirements",
    ] {
        let found = page[at..].find(words);
        assert!(found.is_some(), "{words} after {}\n{page}", &page[at.saturating_sub(80)..at]);
        at += found.unwrap();
    }
    assert_eq!(banned_promises(&[("page".to_owned(), page)]), []);
}

#[test]
fn an_incomplete_report_has_its_section_and_a_failed_citation_is_no_fact() {
    let page = markdown(&report());
    let section = page.split("## AUDIT INCOMPLETE").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    assert!(
        section.contains("The following citations could not be verified after 2 attempts:")
    );
    assert!(section.contains("| Citation | Issue | Attempts |"));
    assert!(section.contains("| 2019 FC 1 | Case not found in database | 2 |"), "{section}");
    assert!(section.contains("1. Manually verify via CanLII/Westlaw"));
    assert!(section.contains("can be relied upon. Verified: 2019 FC 0."));
    let before = page.split("## Strategist report").nth(1).unwrap();
    let strategist = before.split("\n## ").next().unwrap();
    assert!(strategist.contains("2019 FC 0") && !strategist.contains("2019 FC 1"));
    let nothing = VerificationRecord { citations: Vec::new(), ..record() };
    let page = markdown(&report_in(AuditTier::Pro, nothing));
    assert!(!page.contains("can be relied upon"));
    assert!(page.contains("No citation in this report has been verified."));
}

#[test]
fn a_report_that_passes_has_no_such_section() {
    let mut passed = record();
    passed.verification_status = VerificationStatus::Pass;
    passed.failed_citations.clear();
    passed.citations.truncate(1);
    let page = markdown(&report_in(AuditTier::Guest, passed));
    assert!(
        !page.contains("AUDIT INCOMPLETE") && page.contains("**Verification status**: PASS")
    );
}

#[test]
fn tiers_differ_in_depth_and_none_goes_beyond_its_lines() {
    let pages = [AuditTier::Guest, AuditTier::Pro, AuditTier::Ultra]
        .map(|tier| markdown(&report_in(tier, record())));
    assert!(pages.iter().all(|page| page.contains("## Final decision")));
    assert!(!pages[0].contains("## Map of requirements") && pages[1].contains("## Map of"));
    assert!(!pages[1].contains("Quality checklist") && pages[2].contains("Quality checklist"));
    let mut long = report();
    let event = long.timeline[0].clone();
    long.timeline = vec![event; 500];
    let finding = long.findings[0].clone();
    long.findings = vec![finding; 500];
    long.limits.max_report_lines = 150;
    let page = markdown(&long);
    assert!(page.contains("Shortened to 150 lines:"), "{page}");
    assert!(page.contains("**Required actions**") && page.contains(DISCLAIMER));
    assert!(page.contains("## Defensibility score"));
}

#[test]
fn every_format_is_made_and_twice_alike() {
    let report = report();
    for format in formats() {
        let bytes = render(&report, format.name).unwrap();
        assert_eq!(bytes, render(&report, format.extension).unwrap(), "{}", format.name);
        if std::env::var_os("JURAT_UPDATE").is_some() {
            let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tmp");
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(format!("{folder}/audit.{}", format.extension), bytes).unwrap();
        }
    }
    assert!(render(&report, "tablet").is_err());
    let json: AuditReport = serde_json::from_slice(&render(&report, "json").unwrap()).unwrap();
    assert_eq!(json, report);
}

#[test]
fn a_checklist_and_letters_are_documents() {
    let report = report();
    let page = render_document(&checklist(&report), "markdown").unwrap();
    let page = String::from_utf8(page).unwrap();
    assert!(page.contains("Police certificate of Ostravia") && page.contains("not seen"));
    for language in super::LETTER_LANGUAGES {
        let letter = letter_document(&report, language).unwrap();
        assert!(render_document(&letter, "pdf").unwrap().starts_with(b"%PDF"), "{language}");
    }
}
