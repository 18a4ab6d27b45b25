//! Bundles of a court: whole ones hold, others do not.

use std::fs;

use crate::{
    bench::Bench,
    repository::{Step, court, git, harbour, make, sample, without_git},
};

const DAY: &str = "2026-05-01T09:00:00Z";

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
        .jurat("resume last --report a.odt")
        .is(3, "", "no report ends in `.odt`");
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

/// The line of `jurat verify` on the repository at hand, and its exit code.
fn with_repository(bench: &Bench, repository: &str) -> (i32, String) {
    let said = bench.words(&["verify", "a.jurat", "--repo", repository], "");
    let line = said.out.lines().find(|line| line.contains("content: repository"));
    (said.code, line.unwrap_or_default().to_owned())
}

#[test]
fn the_facts_are_gathered_again_at_the_commit_recorded() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    proven(&bench);
    let (code, line) = with_repository(&bench, "harbour");
    assert!(code == 0 && line.ends_with(" held"), "{code} {line}");
    // What is not committed does not matter, nor what was committed since.
    let folder = bench.path("harbour");
    fs::write(folder.join("src/graph.py"), "print('another graph')\n").unwrap();
    assert_eq!(with_repository(&bench, "harbour").0, 0);
    git(&folder, &["commit", "--quiet", "-a", "-m", "Put in another graph"], DAY).unwrap();
    assert_eq!(with_repository(&bench, "harbour").0, 0);
    let said = bench
        .words(&["verify", "a.jurat", "--repo", "harbour", "--json"], "")
        .json();
    let proven = said["proof"]["proven"].as_array().unwrap().iter();
    assert!(proven.map(|it| &it["claim"]).any(|claim| claim == "repository"), "{said}");
}

#[test]
fn a_commit_that_cannot_be_had_is_not_checked() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    proven(&bench);
    let step = Step {
        message: "Begin another history",
        date: DAY,
        files: vec![("src/graph.py", b"x = 1\n".to_vec())],
    };
    make(&bench.path("other"), &[step]);
    let (code, line) = with_repository(&bench, "other");
    assert_eq!(code, 2, "{line}");
    assert!(line.contains("not checkable") && line.contains("branches"), "{line}");
    // The files alone, without their history.
    let folder = bench.path("files");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("graph.py"), "x = 1\n").unwrap();
    let (code, line) = with_repository(&bench, "files");
    assert!(code == 2 && line.contains("without a history"), "{code} {line}");
    bench.words(&["verify", "a.jurat", "--repo", "nowhere"], "").is(
        3,
        "",
        "nothing at `nowhere`",
    );
    bench
        .words(&["verify", "a.jurat", "--repo", "https://forge.example/a/b"], "")
        .is(3, "", "is not among the hosts");
}
