//! The first build stays short: no more crates than these are compiled for the program.

use std::collections::BTreeSet;

use crate::{cargo_tree, none};

const MOST_CRATES: usize = 450;

/// What is wrong with a tree that `cargo tree` printed: more crates than `most`, each version counted.
fn too_many(lines: &str, most: usize) -> Vec<String> {
    let crates: BTreeSet<&str> = lines
        .lines()
        .map(|line| line.trim_end_matches(" (*)"))
        .filter(|line| !line.is_empty())
        .collect();
    let excess = crates.len().saturating_sub(most);
    let complaint = || {
        format!(
            "the program is built of {} crates, {excess} more than {most}: what brings the new ones \
             (`cargo tree -p jurat -e normal,build`), and is there a smaller way?",
            crates.len()
        )
    };
    (0 < excess).then(complaint).into_iter().collect()
}

#[test]
fn the_program_is_built_of_few_crates() {
    let lines = cargo_tree("jurat", "normal,build");
    assert!(lines.contains("jurat-engine"), "{lines}");
    none(&too_many(&lines, MOST_CRATES));
}

#[test]
fn one_crate_too_many_is_flagged() {
    let lines = "jurat v0.1.0\nbell v1.0.0\nbell v2.0.0\nbell v1.0.0 (*)\n";
    assert_eq!(too_many(lines, 3).len(), 0);
    assert_eq!(too_many(lines, 2).len(), 1);
}
