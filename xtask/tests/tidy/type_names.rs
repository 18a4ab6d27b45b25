//! Names that a newcomer can guess and grep: types of two words, each declared once in its crate, and files that say
//! what is in them. Types of tests, benches and examples are their own affair.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    banned_words::{declared_type, words},
    none, repository_files,
    repository_files::File,
};

/// Words that the glossary or the field owns; each means one type.
const OWNED: &[&str] = &[
    "Authority",
    "Blob",
    "Bundle",
    "Channel",
    "Citation",
    "Clock",
    "Confidence",
    "Criterion",
    "Embedder",
    "Encoder",
    "Enforcement",
    "Engine",
    "Event",
    "Evidence",
    "Finding",
    "Fusion",
    "Grounded",
    "Hash",
    "Index",
    "Issue",
    "Language",
    "Mark",
    "Opinion",
    "Passage",
    "Patch",
    "Persona",
    "Prompt",
    "Query",
    "Quote",
    "Rendition",
    "Requirement",
    "Reranker",
    "Rubric",
    "Source",
    "Statement",
    "Submission",
    "System",
    "Workflow",
];

/// How often a name may stand in the whole tree.
const MOST_IN_TREE: usize = 3;

/// Names of files that promise nothing.
const EMPTY_NAMES: &[&str] = &[
    "words", "given", "known", "seen", "told", "rows", "sheet", "look", "says", "does",
    "wanted",
];

/// The types that a file declares outside its test module.
fn declared(file: &File) -> Vec<&str> {
    let text = file
        .text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let at_module = text
        .lines()
        .filter(|line| !line.starts_with(' ') || !is_associated(line));
    at_module.filter_map(declared_type).collect()
}

/// `type Item = …;` in an implementation or a trait belongs to it.
fn is_associated(line: &str) -> bool {
    line.trim_start().starts_with("type ")
}

/// `crates/engine` of `crates/engine/src/run.rs`; nothing for what is no product.
fn crate_of(path: &str) -> Option<String> {
    let mut parts = path.split('/');
    let (floor, name, src) = (parts.next()?, parts.next()?, parts.next()?);
    let is_product = ["crates", "systems"].contains(&floor) && src == "src";
    let is_test = path.ends_with("/tests.rs") || path.contains("/tests/");
    (is_product && !is_test).then(|| format!("{floor}/{name}"))
}

fn complaints(files: &[File]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<(String, &str)>> = BTreeMap::new();
    for file in files {
        let Some(home) = crate_of(&file.path) else { continue };
        for name in declared(file) {
            places.entry(name).or_default().push((home.clone(), &file.path));
        }
    }
    let mut complaints = Vec::new();
    for (name, at) in &places {
        let list = || at.iter().map(|(_, path)| *path).collect::<Vec<_>>().join(", ");
        if words(name).len() < 2 && !OWNED.contains(name) {
            complaints
                .push(format!("{name}: one word that the glossary does not own ({})", list()));
        }
        let homes: BTreeSet<&String> = at.iter().map(|(home, _)| home).collect();
        if homes.len() < at.len() {
            complaints.push(format!("{name}: twice in a crate ({})", list()));
        }
        if MOST_IN_TREE < at.len() {
            complaints.push(format!("{name}: {} times in the tree ({})", at.len(), list()));
        }
    }
    complaints
}

fn empty_file_names(files: &[File]) -> Vec<String> {
    let promises_nothing = |path: &str| {
        let name = path.rsplit('/').next().and_then(|name| name.strip_suffix(".rs"));
        name.is_some_and(|name| EMPTY_NAMES.contains(&name))
    };
    let files = files.iter().map(|file| file.path.as_str());
    files
        .filter(|path| crate_of(path).is_some() && promises_nothing(path))
        .map(|path| format!("{path}: a name that says what is inside"))
        .collect()
}

#[test]
fn types_can_be_guessed_and_found() {
    let files = repository_files::rust_files("").unwrap();
    none(&complaints(&files));
}

#[test]
fn files_say_what_is_in_them() {
    let files = repository_files::rust_files("").unwrap();
    none(&empty_file_names(&files));
}

fn file(path: &str, text: &str) -> File {
    File { path: path.into(), text: text.into() }
}

#[test]
fn a_name_of_one_word_or_two_types_of_one_name_are_flagged() {
    let one =
        file("crates/a/src/lib.rs", "struct Place;\nstruct SourcePlace;\nstruct Engine;\n");
    assert_eq!(complaints(&[one]).len(), 1);
    let twice = ["crates/a/src/x.rs", "crates/a/src/y.rs"];
    let twice = twice.map(|path| file(path, "pub struct SourcePlace;\n"));
    assert_eq!(complaints(&twice).len(), 1);
    let often = ["a", "b", "c", "d"];
    let often = often.map(|name| file(&format!("crates/{name}/src/lib.rs"), "enum RunEnd {\n"));
    assert_eq!(complaints(&often).len(), 1);
    let own = file("crates/a/src/x.rs", "impl Iterator for A {\n    type Item = u8;\n}\n");
    assert_eq!(complaints(&[own]), Vec::<String>::new());
}

#[test]
fn an_empty_file_name_is_flagged() {
    assert_eq!(empty_file_names(&[file("crates/a/src/words.rs", "")]).len(), 1);
    assert_eq!(empty_file_names(&[file("crates/a/tests/words.rs", "")]).len(), 0);
}
