//! What the tests of definitions share.

use super::load;

/// The problems of `text`, which may use single quotes: lines of `LINE:COLUMN code message`.
pub(super) fn problems(text: &str) -> Vec<String> {
    match load(&text.replace('\'', "\"")) {
        Ok(_) => Vec::new(),
        Err(found) => found
            .iter()
            .map(|d| format!("{}:{} {} {}", d.line, d.column, d.code, d.message))
            .collect(),
    }
}
