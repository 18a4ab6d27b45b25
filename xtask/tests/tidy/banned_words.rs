//! Names of types: words that mean three things, or nothing, are not allowed in them.

use crate::{none, repository_files, repository_files::File};

const BANNED: &[&str] =
    &["Auditor", "Judge", "Verifier", "Manager", "Helper", "Processor", "Util"];

fn complaints(file: &File) -> Vec<String> {
    let mut complaints = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        let Some(name) = declared_type(text) else { continue };
        for word in words(name).into_iter().filter(|word| is_banned(word)) {
            complaints.push(format!("{}:{line}: `{word}` in the type name {name}", file.path));
        }
    }
    complaints
}

/// The name in a line that declares a struct, enum, trait, union or type alias.
pub(crate) fn declared_type(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(after) = rest.strip_prefix("pub") {
        rest = after.trim_start();
        if rest.starts_with('(') {
            rest = rest.split_once(')')?.1.trim_start();
        }
    }
    rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let (keyword, rest) = rest.split_once(' ')?;
    let declares = ["struct", "enum", "trait", "union", "type"].contains(&keyword);
    let end = rest
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(rest.len());
    (declares && 0 < end).then(|| &rest[..end])
}

/// The words of a CamelCase name; a run of capitals is one word (`HTTPServer`: HTTP, Server).
pub(crate) fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words: Vec<String> = Vec::new();
    for (at, letter) in letters.iter().enumerate() {
        let after_small = 0 < at && !letters[at - 1].is_uppercase();
        let before_small = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        match words.last_mut() {
            Some(word) if !letter.is_uppercase() || !(after_small || before_small) => {
                word.push(*letter);
            }
            _ => words.push(letter.to_string()),
        }
    }
    words
}

/// Plurals too.
fn is_banned(word: &str) -> bool {
    BANNED.contains(&word) || word.strip_suffix('s').is_some_and(|one| BANNED.contains(&one))
}

#[test]
fn no_type_has_a_banned_word() {
    let files = repository_files::rust_files("").unwrap();
    none(&files.iter().flat_map(complaints).collect::<Vec<_>>());
}

#[track_caller]
fn check(line: &str, expected: usize) {
    let found = complaints(&File { path: "src/lib.rs".into(), text: line.into() });
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn banned_words_are_flagged_in_every_kind_of_type() {
    check("pub struct RunManager {", 1);
    check("pub(crate) enum JudgeKind {", 1);
    check("    trait Verifier: Send {", 1);
    check("type StringUtils = ();", 1);
    check("struct HTTPHelper;", 1);
}

#[test]
fn only_whole_words_count() {
    check("struct Judgement;", 0);
    check("struct Utility;", 0);
}

#[test]
fn other_lines_do_not_count() {
    check("// struct RunManager is gone", 0);
    check("let text = \"struct RunManager\";", 0);
    check("fn manager() {}", 0);
}
