//! Passages that hold a phrase.

use super::{adjacent_terms, query_terms::QuotedPhrase};
use crate::index::{IndexError, IndexFields, IndexSnapshot};

/// One flag a row: whether its text holds the phrase in any of its readings.
pub(super) fn rows(
    snapshot: &IndexSnapshot,
    fields: &IndexFields,
    phrase: &QuotedPhrase,
) -> Result<Vec<bool>, IndexError> {
    let mut any = vec![false; snapshot.rows()];
    for (_, terms) in &phrase.readings {
        // Words that every passage may hold rule out none.
        if terms.is_empty() {
            return Ok(vec![true; snapshot.rows()]);
        }
        let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
        for row in adjacent_terms::rows(snapshot, fields, &terms)? {
            any[row as usize] = true;
        }
    }
    Ok(any)
}
