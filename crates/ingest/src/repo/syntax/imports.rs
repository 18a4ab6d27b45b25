//! What a file's names stand for: imports and plain second names.

use std::collections::HashMap;

/// One imported name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The name it has in the file, and what that stands for; none where the import gives none.
    pub(super) local: Option<(String, String)>,
    /// What is imported, in full.
    pub(super) full: String,
}

/// The names of one file. Looked up, never listed.
#[derive(Debug, Default)]
pub(super) struct Imports {
    names: HashMap<String, String>,
}

/// Names that one file may give.
const MOST: usize = 4096;

impl Imports {
    pub(super) fn add(&mut self, local: String, full: String) {
        if self.names.len() < MOST {
            self.names.insert(local, full);
        }
    }

    /// Whether there are any.
    pub(super) fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// What a first name stands for.
    pub(super) fn get(&self, local: &str) -> Option<&str> {
        self.names.get(local).map(String::as_str)
    }

    /// A dotted name with its first part resolved.
    pub(super) fn resolved(&self, name: &str, separator: &str) -> String {
        let first = name.split(separator).next().unwrap_or(name);
        match self.get(first) {
            Some(full) => format!("{full}{}", &name[first.len()..]),
            None => name.to_owned(),
        }
    }
}
