//! A decision as answers give it.

use jurat_pack::DecisionFields;
use schemars::JsonSchema;
use serde::Serialize;

use crate::packs::OpenPart;

/// What is known of a decision; null where nothing is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DecisionFace {
    /// Every tool takes it, in this form and any other.
    pub(crate) citation: Option<String>,
    style: Option<String>,
    court: Option<String>,
    judge: Option<String>,
    pub(crate) date: Option<String>,
    docket: Option<String>,
    outcome: Option<String>,
    country: Option<String>,
    issues: Vec<String>,
    language: Option<String>,
    url: Option<String>,
    /// The names of those fields that no pack gives and that were read off the text.
    read_off_text: Vec<String>,
    /// Decisions of the loaded packs that cite it.
    pub(crate) cited_by: u32,
}

impl DecisionFace {
    pub(crate) fn of(fields: &DecisionFields, parts: &[&OpenPart]) -> Self {
        let key = fields.citation.as_deref().unwrap_or_default();
        let fields = fields.clone();
        Self {
            cited_by: parts.iter().map(|part| part.decisions().cited_by(key)).sum(),
            citation: fields.citation,
            style: fields.style,
            court: fields.court,
            judge: fields.judge,
            date: fields.date,
            docket: fields.docket,
            outcome: fields.outcome,
            country: fields.country,
            issues: fields.issues,
            language: fields.language,
            url: fields.url,
            read_off_text: fields.read_off_text,
        }
    }
}
