//! What research goes by, out of `data/research.json`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// What research goes by.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResearchSettings {
    /// Topics of leading authorities that an application may turn on, by its type.
    pub(super) topics: BTreeMap<String, Vec<String>>,
    /// Authorities that every matter is judged under.
    pub(super) standing: Vec<StandingAuthority>,
    /// What is asked where the matter itself raises nothing.
    pub(super) general: BTreeMap<String, String>,
    pub(super) confidence: SourceConfidence,
    /// How much an authority must share with a question.
    pub(super) least_likeness: f64,
    /// How much it must share with the point that another was cited for, to be cited in its stead.
    pub(super) least_likeness_to_replace: f64,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StandingAuthority {
    pub(super) citation: String,
    pub(super) cited_for: String,
}

/// How sure a source of each sort is.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SourceConfidence {
    pub(super) decision_text: f64,
    pub(super) authority_table: f64,
    pub(super) manual: f64,
    pub(super) help: f64,
    pub(super) matter_file: f64,
}

impl ResearchSettings {
    pub(crate) fn shipped() -> Result<Self, String> {
        serde_json::from_str(include_str!("../../data/research.json"))
            .map_err(|error| format!("data/research.json: {error}"))
    }
}
