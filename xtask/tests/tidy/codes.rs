//! Every issue code has its page: `const NAME: Code` in `jurat-verify`, `docs/codes/NAME.md`.
//!
//! Idle until that crate has codes.

use crate::{none, repository_files, repository_files::File};

const CRATE: &str = "crates/verify";

fn codes(file: &File) -> Vec<String> {
    file.text.lines().filter_map(code).map(ToString::to_string).collect()
}

/// The name in a line such as `pub const QUOTE_ALTERED: Code = …` or, in `impl Code`, `: Self`.
fn code(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let (name, value_type) = line.strip_prefix("const ")?.split_once(": ")?;
    let is_code = value_type.starts_with("Code =") || value_type.starts_with("Self = Self(");
    (is_code
        && name
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_'))
    .then_some(name)
}

fn without_page(codes: &[String], has_page: impl Fn(&str) -> bool) -> Vec<String> {
    let page = |code: &String| format!("docs/codes/{code}.md");
    codes
        .iter()
        .map(page)
        .filter(|page| !has_page(page))
        .map(|p| format!("{p} is missing"))
        .collect()
}

#[test]
fn every_code_has_its_page() {
    let files = repository_files::rust_files(&format!("{CRATE}/src")).unwrap();
    if !files.iter().any(|file| file.text.contains("struct Code")) {
        return;
    }
    let codes: Vec<String> = files.iter().flat_map(codes).collect();
    assert!(!codes.is_empty(), "{CRATE} declares no code in the form that this rule reads");
    none(&without_page(&codes, |page| repository_files::root().join(page).is_file()));
}

#[test]
fn codes_are_read() {
    let text =
        "pub const A_1: Code = Code(1);\n    pub const B: Self = Self(2);\nconst C: u8 = 3;";
    let file = File { path: "src/code.rs".into(), text: text.into() };
    assert_eq!(codes(&file), ["A_1", "B"]);
}

#[test]
fn a_code_without_a_page_is_flagged() {
    let codes = ["QUOTE_ALTERED".to_string(), "QUOTE_LOST".to_string()];
    let found = without_page(&codes, |page| page == "docs/codes/QUOTE_ALTERED.md");
    assert_eq!(found, ["docs/codes/QUOTE_LOST.md is missing"]);
}
