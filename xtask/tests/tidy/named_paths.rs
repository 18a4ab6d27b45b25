//! Paths that pages for contributors name are there, and so is the name that stands behind a file.

use crate::{none, repository_files};

const PAGES: &[&str] = &["ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "docs/glossary.md"];

/// Where a path of the repository begins.
const ROOTS: &[&str] = &["crates/", "docs/", "fuzz/", "systems/", "tools/", "xtask/"];

/// What is wrong with a page; `text_of` gives the text of a file, and nothing for a folder.
fn complaints(page: &str, text: &str, text_of: impl Fn(&str) -> Option<String>) -> Vec<String> {
    let parts: Vec<&str> = text.split('`').collect();
    let mut complaints = Vec::new();
    // Every second part stands between backticks.
    for at in (1..parts.len()).step_by(2).filter(|at| is_path(parts[*at])) {
        let path = parts[at];
        let Some(file) = text_of(path) else {
            complaints.push(format!("{page}: there is no {path}"));
            continue;
        };
        let is_followed = parts.get(at + 1).is_some_and(|between| between.trim().is_empty());
        let name = parts.get(at + 2).filter(|_| is_followed && is_rust(path));
        let last = name.and_then(|name| name.rsplit("::").next());
        if let Some(name) = last.filter(|name| !file.contains(*name)) {
            complaints.push(format!("{page}: {path} has no `{name}`"));
        }
    }
    complaints
}

fn is_rust(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, ending)| ending == "rs")
}

/// Whether it is a path of the repository, and not a form with a place left open.
fn is_path(words: &str) -> bool {
    ROOTS.iter().any(|root| words.starts_with(root))
        && !words.contains(|c: char| c.is_whitespace() || "<>*{}…#".contains(c))
}

#[test]
fn what_pages_name_is_there() {
    let text_of = |path: &str| {
        let place = repository_files::root().join(path);
        let found = place.exists().then(|| std::fs::read_to_string(place));
        found.map(Result::unwrap_or_default)
    };
    let all = PAGES
        .iter()
        .flat_map(|page| complaints(page, &repository_files::read(page).unwrap(), text_of));
    none(&all.collect::<Vec<_>>());
}

#[test]
fn a_path_that_is_gone_and_a_name_that_moved_are_flagged() {
    let text = "`crates/a.rs` `A::old` and `crates/b.rs`, `elsewhere`, `crates/<name>.rs`";
    let text_of = |path: &str| (path == "crates/a.rs").then(|| "fn new() {}".to_owned());
    let found = complaints("P.md", text, text_of);
    assert_eq!(found, ["P.md: crates/a.rs has no `old`", "P.md: there is no crates/b.rs"]);
}
