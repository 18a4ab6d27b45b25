//! The shape of a Rust file: it opens with a sentence, is not too long, and has a name that says
//! what is in it.

use crate::{none, repository_files, repository_files::File};

/// Longest file, its inline tests left out.
const MOST_LINES: usize = 600;

/// Names that could hold anything.
const VAGUE: &[&str] =
    &["util", "utils", "helper", "helpers", "common", "misc", "manager", "managers"];

fn complaints(file: &File) -> Vec<String> {
    [without_opening(file), too_long(file), vaguely_named(file)]
        .into_iter()
        .flatten()
        .collect()
}

fn without_opening(file: &File) -> Option<String> {
    let first = file.text.lines().next().unwrap_or_default();
    let said = first
        .strip_prefix("//!")
        .is_some_and(|words| !words.trim().is_empty());
    (!said).then(|| format!("{}: the first line must be `//! ` and a sentence", file.path))
}

fn too_long(file: &File) -> Option<String> {
    let lines = lines_without_tests(&file.text);
    let long = MOST_LINES < lines;
    long.then(|| format!("{}: {lines} lines, at most {MOST_LINES}: split it", file.path))
}

/// Lines outside `#[cfg(test)] mod tests { … }`. The block ends at the first brace in column 0,
/// where rustfmt puts it.
fn lines_without_tests(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let Some(start) = lines.windows(2).position(|pair| opens_tests(pair[0], pair[1])) else {
        return lines.len();
    };
    let length = lines[start..]
        .iter()
        .position(|line| *line == "}")
        .map_or(0, |last| last + 1);
    lines.len() - length
}

fn opens_tests(attribute: &str, module: &str) -> bool {
    attribute == "#[cfg(test)]" && module == "mod tests {"
}

fn vaguely_named(file: &File) -> Option<String> {
    let stem = file.path.strip_suffix(".rs").unwrap_or(&file.path);
    let vague = stem.split('/').find(|part| VAGUE.contains(part))?;
    Some(format!("{}: `{vague}` says nothing about what is in it", file.path))
}

#[test]
fn every_file_has_the_right_shape() {
    let files = repository_files::rust_files("").unwrap();
    none(&files.iter().flat_map(complaints).collect::<Vec<_>>());
}

#[track_caller]
fn check(path: &str, text: &str, expected: usize) {
    let found = complaints(&File { path: path.into(), text: text.into() });
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn a_file_without_a_sentence_is_flagged() {
    check("src/lib.rs", "use std::io;\n", 1);
    check("src/lib.rs", "//!\n", 1);
    check("src/lib.rs", "", 1);
    check("src/lib.rs", "//! What is here.\n", 0);
}

#[test]
fn a_long_file_is_flagged() {
    let lines = |count: usize| format!("//! Long.\n{}", "x;\n".repeat(count - 1));
    check("src/lib.rs", &lines(MOST_LINES), 0);
    check("src/lib.rs", &lines(MOST_LINES + 1), 1);
}

#[test]
fn inline_tests_do_not_count_but_what_follows_them_does() {
    let tests = format!("#[cfg(test)]\nmod tests {{\n{}}}\n", "    x;\n".repeat(MOST_LINES));
    check("src/lib.rs", &format!("//! Short.\n{tests}"), 0);
    check("src/lib.rs", &format!("//! Long.\n{tests}{}", "x;\n".repeat(MOST_LINES)), 1);
}

#[test]
fn a_vague_name_is_flagged() {
    check("src/utils.rs", "//! Things.\n", 1);
    check("tests/common/mod.rs", "//! Things.\n", 1);
    check("src/commonly.rs", "//! Things.\n", 0);
}
