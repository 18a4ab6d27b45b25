//! Names that files say, so that what nobody names can be told.
//!
//! This leans towards the author: a name that is said anywhere else in the product counts as one
//! that is used there.

use std::collections::{BTreeSet, HashMap};

use super::dynamic_names::DynamicNames;

/// Names that are kept of a repository. With more of them, everything counts as used.
const MOST: usize = 400_000;

/// The longest name that is kept.
const LONGEST: usize = 120;

/// More files than one say it.
const SEVERAL: u32 = u32::MAX;

/// Files other than code and documents in which a name counts: manifests, settings, scripts.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "toml", "cfg", "ini", "json", "yaml", "yml", "sh", "bat", "ps1", "ipynb", "makefile",
    "dockerfile", "procfile", "justfile", "bash", "zsh", "fish", "conf", "env", "service", "tf",
];

/// Names, and who says them. Looked up, never listed.
#[derive(Debug, Default)]
pub(super) struct NameUses {
    files: HashMap<Box<str>, u32>,
    full: bool,
    /// Whether a program begins somewhere: what it never comes to does not run.
    pub(super) begins: bool,
    /// Names that are put together while a program runs.
    pub(super) loose: DynamicNames,
    /// Files of which everything is imported, by the last part of their names.
    stars: BTreeSet<Box<str>>,
}

impl NameUses {
    pub(super) fn add(&mut self, name: &str, file: u32) {
        if LONGEST < name.len() {
            return;
        }
        if let Some(said) = self.files.get_mut(name) {
            if *said != file {
                *said = SEVERAL;
            }
        } else if self.files.len() < MOST {
            self.files.insert(name.into(), file);
        } else {
            self.full = true;
        }
    }

    /// Everything of a file is imported.
    pub(super) fn star(&mut self, file: &str) {
        if self.stars.len() < MOST && file.len() <= LONGEST {
            self.stars.insert(file.into());
        }
    }

    /// Whether others may have all that a file of Python offers.
    pub(super) fn offers(&self, path: &str) -> bool {
        let Some(bare) = path.strip_suffix(".py") else { return false };
        let bare = bare.strip_suffix("/__init__").unwrap_or(bare);
        let stem = bare.rsplit('/').next().unwrap_or(bare);
        !self.begins || self.stars.contains(stem) || self.loose.may_load(path)
    }

    /// Whether any file says it.
    pub(super) fn is_said(&self, name: &str) -> bool {
        self.files.contains_key(name)
    }

    /// Whether a file other than this one says it.
    pub(super) fn elsewhere(&self, name: &str, file: u32) -> bool {
        self.full || self.files.get(name).is_some_and(|said| *said != file)
    }
}

/// Whether names in a file that is no code count.
pub(super) fn is_manifest(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let ending = name.rsplit('.').next().unwrap_or(&name);
    ENDINGS.contains(&ending) || name.starts_with("dockerfile.")
}

pub(super) fn names(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    parts.filter(|part| part.starts_with(|first: char| first.is_alphabetic() || first == '_'))
}
