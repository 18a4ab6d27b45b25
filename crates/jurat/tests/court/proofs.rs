//! Bundles of a court: whole ones hold, others do not.

use std::fs;

use crate::{
    bench::Bench,
    repository::{court, harbour, sample, without_git},
};

fn proven(bench: &Bench) {
    harbour(bench);
    let words = ["harbour", "--paper", "report.md", "--bundle", "a.jurat", "--report", "a.pdf"];
    court(bench, &[&words[..], &["--fail-on", "never"]].concat()).is(0, "PASS", "root ");
}

#[test]
fn a_bundle_is_checked_with_nothing_else_at_hand() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    proven(&bench);
    let alone = Bench::new();
    fs::copy(bench.path("a.jurat"), alone.path("a.jurat")).unwrap();
    let said = alone.homeless("verify a.jurat --strict --verbose");
    said.is(0, "consistent; origin not proven", "");
    let decided = ["verdict", "opinion", "checks", "claims", "paper facts", "render"];
    let placed = ["words", "blob", "file", "commit", "submitted", "asked", "answer"];
    for check in decided.into_iter().chain(placed) {
        assert!(said.out.contains(&format!("{check}: ")), "{check}\n{}", said.out);
    }
}

#[test]
fn the_paper_can_be_read_again() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    proven(&bench);
    bench
        .jurat("verify a.jurat --reread report.md")
        .is(0, "reread: 1 held", "");
}

#[test]
fn a_folder_holds_everything_with_its_hashes() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    harbour(&bench);
    let words = ["harbour", "--paper", "report.md", "--out", "audit", "--fail-on", "never"];
    court(&bench, &words).is(0, "", "manifest");
    let manifest = fs::read_to_string(bench.path("audit/manifest.json")).unwrap();
    for name in
        ["report.md", "report.html", "report.pdf", "report.json", "report.sarif", "report.svg"]
    {
        assert!(bench.path("audit").join(name).exists(), "{name}");
        assert!(manifest.contains(name), "{name}");
    }
    bench
        .jurat("verify audit/court.jurat --strict")
        .is(0, "consistent", "");
}

#[test]
fn a_court_that_is_taken_up_again_gives_its_report() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    harbour(&bench);
    let words = ["harbour", "--paper", "report.md", "--report", "first.md"];
    let first = court(&bench, &words);
    let again = bench.jurat("resume last --out audit");
    again.is(first.code, &first.out, "audit/court.jurat");
    let read = |name: &str| fs::read(bench.path(name)).unwrap();
    assert_eq!(read("first.md"), read("audit/report.md"));
    bench
        .jurat("verify audit/court.jurat --strict")
        .is(0, "consistent", "");
    bench
        .jurat("resume last --report a.docx")
        .is(3, "", "no report ends in `.docx`");
    bench
        .jurat("resume last --report a.md --sign key")
        .is(3, "", "no bundle is written");
}

#[test]
fn a_bundle_that_was_decided_by_earlier_rules_is_no_forgery() {
    let kept = sample().join("../tests/kept/0.1.0.jurat");
    let bench = Bench::new();
    fs::copy(kept, bench.path("kept.jurat")).unwrap();
    let said = bench.homeless("verify kept.jurat");
    said.is(2, "not fully checkable", "");
    assert!(said.out.contains("by other rules of the court"), "{}", said.out);
    assert!(!said.out.contains("failed"), "{}", said.out);
}
