//! Which format a file is in: by its first bytes, else by its name.

use super::{ALL, Format};

/// The format of a file, where we know it.
pub(crate) fn detect(name: &str, bytes: &[u8]) -> Option<&'static Format> {
    let sniffed = ALL.iter().copied().find(|format| (format.sniff)(bytes));
    sniffed.or_else(|| {
        let (_, extension) = name.rsplit_once('.')?;
        let extension = extension.to_ascii_lowercase();
        ALL.iter()
            .copied()
            .find(|format| format.extensions.contains(&extension.as_str()))
    })
}
