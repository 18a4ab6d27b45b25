//! Names that code says, wherever it does: what a paper claims of them can be looked up whatever a
//! rubric asks.

use std::collections::BTreeSet;

use crate::facts::FileRole;

/// Names that are kept, and bytes of one.
const MOST: usize = 30_000;
const LONGEST: usize = 80;
/// Shorter ones name nothing.
const SHORTEST: usize = 3;

#[derive(Debug, Default)]
pub(super) struct SaidNames(BTreeSet<String>);

impl SaidNames {
    pub(super) fn add(&mut self, name: &str, role: FileRole) {
        let ours = matches!(role, FileRole::Product | FileRole::Test | FileRole::Config);
        let fits = (SHORTEST..=LONGEST).contains(&name.len());
        if ours && fits && self.0.len() < MOST && !self.0.contains(name) {
            self.0.insert(name.to_owned());
        }
    }

    pub(super) fn finish(self) -> Vec<String> {
        self.0.into_iter().collect()
    }
}
