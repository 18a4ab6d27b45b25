//! A folder of `systems/` with a `Cargo.toml` is a system: it has a README, workflows and golden reports.

use crate::{none, repository_files};

const NEEDED: &[&str] = &["README.md", "workflows", "golden"];

fn complaints(system: &str, has: impl Fn(&str) -> bool) -> Vec<String> {
    if !has("Cargo.toml") {
        return Vec::new();
    }
    let missing = NEEDED.iter().filter(|name| !has(name));
    missing
        .map(|name| format!("systems/{system}: {name} is missing"))
        .collect()
}

#[test]
fn every_system_is_whole() {
    let mut found = Vec::new();
    for system in repository_files::folders("systems").unwrap() {
        let folder = repository_files::root().join("systems").join(&system);
        found.extend(complaints(&system, |name| folder.join(name).exists()));
    }
    none(&found);
}

#[track_caller]
fn check(present: &[&str], expected: usize) {
    let found = complaints("example", |name| present.contains(&name));
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn a_system_without_its_parts_is_flagged() {
    check(&["Cargo.toml"], 3);
    check(&["Cargo.toml", "README.md", "workflows"], 1);
    check(&["Cargo.toml", "README.md", "workflows", "golden"], 0);
}

#[test]
fn another_folder_is_not_a_system() {
    check(&["notes.md"], 0);
}
