//! The table of reasons that letters of refusal give, and of the ways that are open after them.

use std::sync::LazyLock;

use serde::Deserialize;

/// The file of reasons.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefusalTable {
    #[expect(dead_code, reason = "for people who read the file")]
    version: String,
    pub(super) as_of: String,
    #[expect(dead_code, reason = "for people who read the file")]
    source: String,
    pub(super) reasons: Vec<ReasonPattern>,
    pub(super) ways: Vec<RefusalWay>,
}

/// A reason: how it is worded, what it is held against, and what helps.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReasonPattern {
    pub(super) id: String,
    pub(super) words: String,
    /// Of applications; all where it is empty.
    pub(super) types: Vec<String>,
    pub(super) provision: String,
    pub(super) wording: PatternWording,
    /// Of the pack, by id.
    pub(super) triggers: Vec<String>,
    /// Of the pack, by id.
    pub(super) requirements: Vec<String>,
    pub(super) research: Vec<String>,
    pub(super) remedies: Vec<String>,
}

/// Words that stand together in one sentence; any of the lists is enough.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PatternWording {
    pub(super) en: Vec<Vec<String>>,
    pub(super) fr: Vec<Vec<String>>,
}

/// A way that is open after a refusal, by the rule of the table of deadlines.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RefusalWay {
    pub(super) rule: String,
    /// Of applications; all where it is empty.
    pub(super) types: Vec<String>,
    pub(super) court: String,
    /// `in_canada` and `outside` where the matter arose; `status` where status was lost; else empty.
    #[serde(rename = "where")]
    pub(super) place: String,
}

static TABLE: LazyLock<Result<RefusalTable, String>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/refusal_reasons.json"))
        .map_err(|error| error.to_string())
});

/// The table; a file that cannot be read fails a test, and here has no reason.
pub(super) fn table() -> Option<&'static RefusalTable> {
    TABLE.as_ref().ok()
}

/// Whether a list of types names this one; an empty list names all.
pub(super) fn names_type(types: &[String], pack: &str) -> bool {
    types.is_empty() || types.iter().any(|it| it == pack)
}
