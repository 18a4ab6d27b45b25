//! Whole reports of the sample, kept to the byte.

use std::{env, fs};

use crate::{
    bench::Bench,
    repository::{court, harbour, sample, without_git},
};

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

#[track_caller]
fn check(words: &[&str], golden: &str) {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    harbour(&bench);
    let all =
        [words, &["--fail-on", "never", "--as-of", "2026-03-20", "--report", "a.md"]].concat();
    let said = court(&bench, &all);
    assert!(said.code == 0 || said.code == 2, "{}", said.err);
    let made = fs::read_to_string(bench.path("a.md")).unwrap();
    let path = sample().join("../golden").join(golden);
    if updates() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(made == kept, "{golden} differs; JURAT_UPDATE=1 writes it anew\n{made}");
}

#[test]
fn the_sample_with_its_paper() {
    check(&["harbour", "--paper", "report.md"], "harbour.md");
}

#[test]
fn the_sample_without_its_paper() {
    check(&["harbour"], "harbour_alone.md");
}

#[test]
fn the_sample_by_the_rules_of_code_hygiene() {
    check(&["harbour", "--rubric", "iso27001_code"], "harbour_iso27001.md");
}
