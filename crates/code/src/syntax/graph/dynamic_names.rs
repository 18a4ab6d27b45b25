//! Names that are put together while a program runs: `getattr(flows, f"build_{kind}")()`.
//!
//! What such a name may be counts as named.

use std::collections::BTreeSet;

/// Beginnings and ends of names that are kept. With more of them, anything counts as named.
const MOST: usize = 1000;

/// Bytes of a beginning or an end.
const LONGEST: usize = 120;

/// What names and files may be called that are put together while a program runs.
#[derive(Debug, Default)]
pub(super) struct DynamicNames {
    names: BTreeSet<NameAffixes>,
    files: BTreeSet<NameAffixes>,
    pub(super) any: bool,
}

/// What is said of a name: how it begins and how it ends.
pub(super) type NameAffixes = (String, String);

impl DynamicNames {
    pub(super) fn add(&mut self, ends: NameAffixes, file: bool) {
        let known = if file { &mut self.files } else { &mut self.names };
        let told = !(ends.0.is_empty() && ends.1.is_empty());
        if told && known.len() < MOST && ends.0.len().max(ends.1.len()) <= LONGEST {
            known.insert(ends);
        } else {
            self.any = true;
        }
    }

    /// Whether a function or class may be got by such a name.
    pub(super) fn may_be(&self, name: &str) -> bool {
        let fits = |(start, end): &NameAffixes| {
            name.starts_with(start.as_str()) && name.ends_with(end)
        };
        self.any || self.names.iter().any(fits)
    }

    /// Whether a file may be loaded by such a name.
    pub(super) fn may_load(&self, path: &str) -> bool {
        let path = path.strip_suffix(".py").unwrap_or(path);
        let dotted = path.strip_suffix("/__init__").unwrap_or(path).replace('/', ".");
        let fits = |(start, end): &NameAffixes| {
            dotted.contains(start.as_str()) && dotted.ends_with(end)
        };
        self.any || self.files.iter().any(fits)
    }
}
