//! The few words that we add of our own, by language.

use std::{collections::BTreeMap, sync::LazyLock};

use jurat_text::Language;
use serde::Deserialize;

/// What frames a statement.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct FramingPhrases {
    /// Stands before requirements that conflict.
    pub(crate) conflict: String,
}

static FRAMES: LazyLock<BTreeMap<String, FramingPhrases>> =
    LazyLock::new(|| serde_json::from_str(include_str!("frames.json")).unwrap_or_default());

/// The frames of a language; English where there are none.
pub(crate) fn frames(language: Language) -> Option<&'static FramingPhrases> {
    FRAMES.get(language.code()).or_else(|| FRAMES.get("en"))
}

/// What stands after the frame of a conflict, where a text has one.
pub(crate) fn within_conflict(text: &str) -> Option<&str> {
    FRAMES
        .values()
        .find_map(|frames| text.strip_prefix(frames.conflict.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{FRAMES, within_conflict};

    #[test]
    fn three_languages_have_frames() {
        let codes: Vec<&str> = FRAMES.keys().map(String::as_str).collect();
        assert_eq!(codes, ["en", "fr", "pt"]);
        assert_eq!(within_conflict("These differ: a; b."), Some("a; b."));
    }
}
