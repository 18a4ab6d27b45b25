//! Public law in the data folder, read as plain text.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Bytes of a file.
#[derive(Deserialize)]
pub(crate) struct Place {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// The data folder, where it holds law.
pub(crate) fn folder() -> Option<PathBuf> {
    jurat_testdata::data("california_codes").map(|_| jurat_testdata::folder())
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
