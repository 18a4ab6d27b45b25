//! Public law in the data folder, read as plain text.

#![allow(dead_code, reason = "each test uses a part of it")]
#![expect(clippy::print_stderr, reason = "a test that skips says so")]

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Bytes of a file.
#[derive(Deserialize)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The data folder, where there is one.
#[expect(clippy::disallowed_methods, reason = "tests may look at their environment")]
pub(crate) fn folder() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = std::env::var_os("JURAT_DATA")
        .map_or_else(|| root.join("../shared/data"), PathBuf::from);
    if data.join("california_codes").is_dir() {
        return Some(data);
    }
    eprintln!("skipped: there is no data in {}", data.display());
    None
}

/// The words at a place, with tags and entities of XML taken out and single spaces.
pub(crate) fn at(raw: &[u8], file: &str, place: &Place) -> String {
    let text = String::from_utf8_lossy(&raw[place.start..place.end]);
    let text = if Path::new(file).extension().is_some_and(|end| end == "xml") {
        without_tags(&text)
    } else {
        text.into_owned()
    };
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands between tags.
pub(crate) fn without_tags(xml: &str) -> String {
    let mut text = String::new();
    let mut rest = xml;
    while let Some(open) = rest.find('<') {
        text.push_str(&rest[..open]);
        rest = rest[open..].find('>').map_or("", |close| &rest[open + close + 1..]);
    }
    text.push_str(rest);
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'")]
        .iter()
        .fold(text, |text, (entity, mark)| text.replace(entity, mark))
        .replace("&amp;", "&")
}
