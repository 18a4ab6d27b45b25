//! The engine runs any workflow: no word of law is in it.

use crate::{none, repository_files, repository_files::File};

/// Small letters; plurals are flagged too.
const WORDS: &[&str] = &[
    "attorney",
    "court",
    "courtroom",
    "defendant",
    "immigration",
    "judicial",
    "jurisdiction",
    "law",
    "lawsuit",
    "lawyer",
    "legal",
    "legally",
    "litigation",
    "paralegal",
    "plaintiff",
    "prosecutor",
    "statute",
    "statutory",
    "tribunal",
    "visa",
];

/// How the engine's own first line says that there is none.
const DENIAL: &str = "no law";

fn complaints(file: &File) -> Vec<String> {
    let mut complaints = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        for word in words(&text.replace(DENIAL, "")).iter().filter(|word| is_law(word)) {
            complaints.push(format!("{}:{line}: `{word}` is a word of law", file.path));
        }
    }
    complaints
}

/// The words of a line in small letters; names are taken apart at `_` and at capitals.
fn words(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_small = false;
    for letter in text.chars() {
        let ends = !letter.is_alphabetic() || (letter.is_uppercase() && after_small);
        if ends {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        after_small = letter.is_lowercase();
    }
    words
}

fn is_law(word: &str) -> bool {
    WORDS.contains(&word) || word.strip_suffix('s').is_some_and(|one| WORDS.contains(&one))
}

#[test]
fn the_engine_holds_no_word_of_law() {
    let files = repository_files::rust_files("crates/engine/src").unwrap();
    assert!(!files.is_empty());
    none(&files.iter().flat_map(complaints).collect::<Vec<_>>());
}

#[track_caller]
fn check(line: &str, expected: usize) {
    let found = complaints(&File { path: "src/lib.rs".into(), text: line.into() });
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn words_of_law_are_flagged_in_prose_and_in_names() {
    check("// What the Court said of two statutes.", 2);
    check("struct LegalOpinion;", 1);
    check("fn immigration_audit() {}", 1);
}

#[test]
fn only_whole_words_count() {
    check("// A flaw in the outlawed courtesy of a visage.", 0);
}

#[test]
fn saying_that_there_is_none_is_allowed() {
    check("//! Knows no law.", 0);
}
