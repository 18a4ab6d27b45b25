//! What the pages for people must have: a place for news, and commands that CI runs.

use crate::{none, repository_files};

const TEST_COMMAND: &str = "cargo test --workspace";

/// The heading under which a change is announced before it is released.
const UNRELEASED: &str = "## [Unreleased]";

fn changelog(text: &str) -> Vec<String> {
    let found = text.lines().any(|line| line.trim_end() == UNRELEASED);
    if found { Vec::new() } else { vec![format!("CHANGELOG.md: `{UNRELEASED}` is missing")] }
}

fn test_command(readme: &str, ci: &str) -> Vec<String> {
    let mut complaints = Vec::new();
    if !readme.contains(TEST_COMMAND) {
        complaints.push(format!("README.md: `{TEST_COMMAND}` is missing"));
    }
    if runs(ci) != 1 {
        complaints.push(format!(".ci/run: `{TEST_COMMAND}` must run once, not {}", runs(ci)));
    }
    complaints
}

/// How many lines of a script, comments left out, run the command.
fn runs(script: &str) -> usize {
    let code = script.lines().filter(|line| !line.trim_start().starts_with('#'));
    code.filter(|line| line.contains(TEST_COMMAND)).count()
}

#[test]
fn the_changelog_has_a_place_for_news() {
    none(&changelog(&repository_files::read("CHANGELOG.md").unwrap()));
}

#[test]
fn ci_runs_the_test_command_of_the_readme_once() {
    none(&test_command(
        &repository_files::read("README.md").unwrap(),
        &repository_files::read(".ci/run").unwrap(),
    ));
}

#[test]
fn a_changelog_without_the_heading_is_flagged() {
    assert_eq!(changelog("# Changelog\n\n## [0.1.0]\n").len(), 1);
    assert_eq!(changelog("# Changelog\n\n## [Unreleased]\n").len(), 0);
}

#[test]
fn a_test_command_that_ci_does_not_run_once_is_flagged() {
    assert_eq!(test_command("cargo test --workspace", "# cargo test --workspace").len(), 1);
    assert_eq!(test_command("cargo test", "cargo test --workspace").len(), 1);
    assert_eq!(test_command("cargo test --workspace", "cargo test --workspace").len(), 0);
}
