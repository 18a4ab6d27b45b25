//! Every issue code has its page: `const NAME: IssueCode` in a system, `docs/codes/NAME.md`.

use crate::{none, repository_files, repository_files::File};

const UNDER: &str = "systems";

fn codes(file: &File) -> Vec<String> {
    file.text.lines().filter_map(code).map(ToString::to_string).collect()
}

/// The name in a line such as `const QUOTE_ALTERED: IssueCode = …`.
fn code(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let (name, value_type) = line.strip_prefix("const ")?.split_once(": ")?;
    value_type.starts_with("IssueCode =").then_some(name)
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
    let files = repository_files::rust_files(UNDER).unwrap();
    let codes: Vec<String> = files.iter().flat_map(codes).collect();
    assert!(!codes.is_empty(), "{UNDER} declares no code in the form that this rule reads");
    none(&without_page(&codes, |page| repository_files::root().join(page).is_file()));
}

#[test]
fn codes_are_read() {
    let text = "pub const A_1: IssueCode = IssueCode(1);\nconst B: IssueCode = code();\nconst C: u8 = 3;";
    let file = File { path: "src/code.rs".into(), text: text.into() };
    assert_eq!(codes(&file), ["A_1", "B"]);
}

#[test]
fn a_code_without_a_page_is_flagged() {
    let codes = ["QUOTE_ALTERED".to_string(), "QUOTE_LOST".to_string()];
    let found = without_page(&codes, |page| page == "docs/codes/QUOTE_ALTERED.md");
    assert_eq!(found, ["docs/codes/QUOTE_LOST.md is missing"]);
}
