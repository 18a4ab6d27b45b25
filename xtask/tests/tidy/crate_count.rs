//! The first build stays short: few crates, and what was built for the program serves its tests.

use std::collections::BTreeSet;

use crate::{cargo_tree, none};

/// The library of the Model Context Protocol brought twelve, the cipher of the vault six, the reader of mails two.
const MOST_CRATES: usize = 469;

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
    let lines = cargo_tree(&["-p", "jurat", "-e", "normal,build"]);
    assert!(lines.contains("jurat-engine"), "{lines}");
    none(&too_many(&lines, MOST_CRATES));
}

#[test]
fn one_crate_too_many_is_flagged() {
    let lines = "jurat v0.1.0\nbell v1.0.0\nbell v2.0.0\nbell v1.0.0 (*)\n";
    assert_eq!(too_many(lines, 3).len(), 0);
    assert_eq!(too_many(lines, 2).len(), 1);
}

/// Crates that the tests want with other features than the program: each is compiled twice, and so is all that uses it.
fn built_twice(program: &str, tests: &str) -> Vec<String> {
    let lines = |tree: &str| -> BTreeSet<String> {
        tree.lines()
            .map(|line| line.trim_end_matches(" (*)").to_owned())
            .collect()
    };
    let tests = lines(tests);
    let twice = lines(program).into_iter().filter(|line| !tests.contains(line));
    twice
        .map(|line| {
            format!(
                "the tests build `{line}` again with other features: name them where the program \
                 depends on it, too"
            )
        })
        .collect()
}

#[test]
fn one_build_serves_the_program_and_its_tests() {
    let with_features = |words: &[&str]| cargo_tree(&[words, &["-f", "{p} {f}"]].concat());
    let program = with_features(&["-p", "jurat", "-e", "normal,build"]);
    let tests = with_features(&["--workspace", "-e", "normal,build,dev"]);
    assert!(program.contains("jurat-engine") && tests.contains("xtask"));
    none(&built_twice(&program, &tests));
}

#[test]
fn a_feature_that_only_tests_turn_on_is_flagged() {
    let program = "jurat v0.1.0 \nbell v1.0.0 std\n";
    assert_eq!(built_twice(program, "bell v1.0.0 std (*)\njurat v0.1.0 \n").len(), 0);
    assert_eq!(built_twice(program, "bell v1.0.0 loud,std\njurat v0.1.0 \n").len(), 1);
}
