//! No test is switched off and no code is left for later.

use crate::{none, repository_files, repository_files::File};

// In two parts, or this file would flag itself.
const BANNED: &[&str] =
    &[concat!("#[", "ignore"), concat!("todo", "!"), concat!("unimplemented", "!")];

fn complaints(file: &File) -> Vec<String> {
    let mut complaints = Vec::new();
    for (line, text) in (1..).zip(file.text.lines()) {
        let code = !text.trim_start().starts_with("//");
        for banned in BANNED.iter().filter(|banned| code && has(text, banned)) {
            complaints.push(format!("{}:{line}: `{banned}`", file.path));
        }
    }
    complaints
}

/// Whether the line has it, not as the end of a longer name.
fn has(text: &str, banned: &str) -> bool {
    let part_of_name = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(banned)
        .any(|(at, _)| !text[..at].ends_with(part_of_name))
}

#[test]
fn nothing_is_unfinished() {
    let files = repository_files::rust_files("").unwrap();
    none(&files.iter().flat_map(complaints).collect::<Vec<_>>());
}

#[track_caller]
fn check(line: &str, expected: usize) {
    let found = complaints(&File { path: "src/lib.rs".into(), text: line.into() });
    assert_eq!(found.len(), expected, "{found:?}");
}

#[test]
fn a_test_switched_off_is_flagged() {
    check(concat!("    #[", "ignore = \"slow\"]"), 1);
}

#[test]
fn code_left_for_later_is_flagged() {
    check(concat!("fn f() { todo", "!() }"), 1);
    check(concat!("_ => unimplemented", "!(\"later\"),"), 1);
}

#[test]
fn comments_and_longer_names_are_not() {
    check(concat!("// todo", "! is banned"), 0);
    check(concat!("todo", ".len();"), 0);
    check(concat!("not_todo", "!();"), 0);
}
