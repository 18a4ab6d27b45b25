//! Patterns written with classes of words, as the data files of this crate have them: `{authority}` stands for its class.

use std::collections::BTreeMap;

use regex::Regex;

/// A pattern with its classes written out; a class may name others.
pub(crate) fn expanded(pattern: &str, classes: &BTreeMap<String, String>) -> String {
    let mut pattern = pattern.to_owned();
    // A class that names itself would never end.
    for _ in 0..8 {
        let mut next = pattern.clone();
        for (name, class) in classes {
            next = next.replace(&format!("{{{name}}}"), &format!("(?:{class})"));
        }
        if next == pattern {
            break;
        }
        pattern = next;
    }
    pattern
}

/// The pattern, ready; one that cannot be used is told.
pub(crate) fn compiled(
    pattern: &str,
    classes: &BTreeMap<String, String>,
    faults: &mut Vec<String>,
) -> Option<Regex> {
    match Regex::new(&expanded(pattern, classes)) {
        Ok(found) => Some(found),
        Err(error) => {
            faults.push(format!("{pattern}: {error}"));
            None
        }
    }
}
