//! Whether a statement has marks, and whether they are what they seem.

use std::collections::BTreeMap;

use jurat_model::{Requirement, RequirementId, Statement};
use jurat_text::fold::fold;

use super::StatementDefect;
use crate::hidden_characters::is_hidden;

pub(super) fn check(
    statement: &Statement,
    verified: &BTreeMap<RequirementId, &Requirement>,
) -> Vec<StatementDefect> {
    let mut found = Vec::new();
    if statement.marks.is_empty() {
        let hint = "mark it with the requirement that it rests on, or drop it";
        found.push(StatementDefect::new(
            "statement_without_mark",
            "the statement has no mark",
            hint,
        ));
    }
    for mark in statement.marks.iter().filter(|mark| !verified.contains_key(mark)) {
        let message = format!("{mark} is not among the verified requirements");
        found.push(StatementDefect::new(
            "unknown_mark",
            message,
            "use verified requirements only",
        ));
    }
    if let Some(stray) = stray(&statement.text, &statement.marks) {
        let message = format!("`{stray}` stands in the words as if it were a mark");
        found.push(StatementDefect::new(
            "stray_mark",
            message,
            "declare the mark, or take it out",
        ));
    }
    if let Some(hidden) = statement.text.chars().find(|c| is_hidden(*c)) {
        let message = format!("a character that cannot be seen, U+{:04X}", u32::from(hidden));
        found.push(StatementDefect::new("hidden_character", message, "write plain characters"));
    }
    found
}

/// What looks like a mark and is not declared.
fn stray(text: &str, marks: &[RequirementId]) -> Option<String> {
    let folded = fold(text);
    let mut rest = folded.as_str();
    while let Some(at) = rest.find("req-") {
        let word: String = rest[at..]
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '-')
            .take(24)
            .collect();
        let declared = word.to_uppercase().parse().is_ok_and(|id| marks.contains(&id));
        let in_word = rest[..at].ends_with(char::is_alphanumeric);
        if !declared && !in_word {
            return Some(word);
        }
        rest = &rest[at + 4..];
    }
    None
}
