//! Functions called `of`, `read` or `find` keep those names only where something beside them says the rest: the type
//! that they belong to, or the entry of a table that they stand in.

use crate::{none, repository_files, repository_files::File};

const BARE: &[&str] = &["of", "read", "find"];

/// The name of a function that a line declares at the level of its module.
fn declared_function(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace();
    let word =
        words.find(|word| !(word.starts_with("pub") || ["const", "async"].contains(word)))?;
    let name = words.next().filter(|_| word == "fn" && !line.starts_with(' '))?;
    name.split(['(', '<']).next()
}

/// Whether the file puts the function into a table by its bare name: `DocumentFormat { …, read }`.
fn is_entry(file: &File, name: &str) -> bool {
    file.text.lines().any(|line| {
        let line = line.trim_end();
        line.starts_with(' ') && line.trim_start().trim_end_matches(',') == name
    })
}

fn complaints(files: &[File]) -> Vec<String> {
    let is_product = |file: &&File| {
        let path = &file.path;
        path.contains("/src/") && !path.contains("/tests") && !path.starts_with("xtask")
    };
    let mut complaints = Vec::new();
    for file in files.iter().filter(is_product) {
        let declared = file.text.lines().filter_map(declared_function);
        let bare = declared.filter(|name| BARE.contains(name) && !is_entry(file, name));
        complaints.extend(bare.map(|name| format!("{}: `{name}` of what?", file.path)));
    }
    complaints
}

#[test]
fn functions_say_what_they_do() {
    let files = repository_files::rust_files("").unwrap();
    none(&complaints(&files));
}

#[test]
fn a_bare_function_is_flagged_unless_a_table_names_it() {
    let file = |text: &str| File {
        path: "crates/a/src/x.rs".into(),
        text: text.into(),
    };
    let bare = file("pub(super) fn read(text: &str) {}\n\nimpl A {\n    fn of() {}\n}\n");
    assert_eq!(complaints(&[bare]).len(), 1);
    let entry = file("const CSV: Format = Format {\n    read,\n};\n\nfn read() {}\n");
    assert_eq!(complaints(&[entry]), Vec::<String>::new());
}
