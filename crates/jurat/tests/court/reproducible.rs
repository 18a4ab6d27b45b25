//! The same commit gives the same bytes, whoever finishes first.

use std::fs;

use crate::{
    bench::Bench,
    repository::{court, git, harbour, without_git},
};

const DATE: &str = "2026-03-14T10:00:00Z";

#[test]
fn twenty_audits_are_the_same_to_the_byte() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    harbour(&bench);
    let mut first: Option<(String, Vec<u8>)> = None;
    // Where it lies is not part of what it is.
    let elsewhere = bench.path("a/longer/way/harbour");
    fs::create_dir_all(elsewhere.parent().unwrap()).unwrap();
    git(&bench.path("."), &["clone", "--quiet", "harbour", "a/longer/way/harbour"], DATE)
        .unwrap();
    for (number, workers) in (1..=5).cycle().take(20).enumerate() {
        let repo = if number % 2 == 0 { "harbour" } else { "a/longer/way/harbour" };
        let settings = format!("workers = {workers}\ndurability = \"normal\"\n");
        bench.write("home/jurat.toml", settings);
        let words = [repo, "--paper", "report.md", "--json", "--fail-on", "never"];
        let said = court(&bench, &[&words[..], &["--report", "a.html"]].concat());
        let page = fs::read(bench.path("a.html")).unwrap();
        let (out, kept) = first.get_or_insert_with(|| (said.out.clone(), page.clone()));
        assert!(*out == said.out && *kept == page, "with {workers} workers it is another");
    }
}
