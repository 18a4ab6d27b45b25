//! What a file's names stand for: imports and second names.

use std::collections::HashMap;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ImportedName {
    /// The name it has in the file, and what that stands for; none where the import gives none.
    pub(super) local: Option<(String, String)>,
    /// What is imported, in full.
    pub(super) full: String,
}

#[derive(Debug, Clone)]
struct AliasTarget {
    full: String,
    /// Whether an assignment said so. Another one may say otherwise.
    second: bool,
}

/// The names of one file. Looked up, never listed.
#[derive(Debug, Default)]
pub(super) struct ImportTable {
    names: HashMap<String, AliasTarget>,
    /// Second names of functions and classes, to be taken back at their end: the depth of the
    /// function or class, the name, what it stood for before.
    undo: Vec<(u32, String, Option<AliasTarget>)>,
    /// Whether an assignment gave any name, and any of the form `self.run`.
    second: bool,
    dotted: bool,
}

/// Names that one file may give.
const MOST: usize = 4096;

impl ImportTable {
    pub(super) fn add(&mut self, local: String, full: String) {
        if self.names.len() < MOST {
            self.names.insert(local, AliasTarget { full, second: false });
        }
    }

    /// A second name, within a function or class of this depth or for the whole file.
    pub(super) fn add_second(&mut self, local: String, full: String, within: Option<u32>) {
        if MOST <= self.names.len() + self.undo.len() {
            return;
        }
        self.second = true;
        self.dotted |= local.contains('.');
        let before = self.names.insert(local.clone(), AliasTarget { full, second: true });
        if let Some(depth) = within {
            self.undo.push((depth, local, before));
        }
    }

    /// A second name is given to something else, within a function of this depth or altogether.
    pub(super) fn forget(&mut self, local: &str, within: Option<u32>) {
        if !self.second || !self.names.get(local).is_some_and(|known| known.second) {
            return;
        }
        let before = self.names.remove(local);
        if let Some(depth) = within {
            self.undo.push((depth, local.to_owned(), before));
        }
    }

    /// A function or class of this depth ends.
    pub(super) fn leave(&mut self, depth: u32) {
        while let Some((_, local, before)) = self.undo.pop_if(|(at, ..)| depth <= *at) {
            match before {
                Some(before) => self.names.insert(local, before),
                None => self.names.remove(&local),
            };
        }
    }

    pub(super) fn any(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether an assignment gave any.
    pub(super) const fn any_second(&self) -> bool {
        self.second
    }

    /// What a first name stands for.
    pub(super) fn get(&self, local: &str) -> Option<&str> {
        self.names.get(local).map(|known| known.full.as_str())
    }

    /// What `self.run` stands for.
    pub(super) fn get_part(&self, of: &str, name: &str) -> Option<&str> {
        if self.dotted { self.get(&format!("{of}.{name}")) } else { None }
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
