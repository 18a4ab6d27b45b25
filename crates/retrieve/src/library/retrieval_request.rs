//! What a corpus is asked.

use std::collections::BTreeMap;

use jurat_model::EvidenceUnit;

/// A passage that was found before.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundPassage {
    pub id: String,
    /// Its score as a share of the best.
    pub score: f64,
}

/// A question to a corpus.
#[derive(Debug, Clone)]
pub struct RetrievalRequest {
    pub question: String,
    /// Other wordings: they put more passages forward, which are ranked by the question.
    pub alternatives: Vec<String>,
    /// Passages that are not wanted, by id, with the provisions that hold them.
    pub exclude: Vec<String>,
    /// Passages whose neighbours are looked at as well, whatever words they have.
    pub beside: Vec<FoundPassage>,
    pub corpus: String,
    /// What the metadata must say, by key; empty values ask for nothing.
    pub filters: BTreeMap<String, String>,
    /// The day whose law is asked for, as `2024-05-31`; empty where it is that of the texts.
    pub as_of: String,
    /// The most passages of statutes.
    pub statutes: usize,
    /// The most passages of policies.
    pub policies: usize,
    /// What counts as evidence: each passage as it was found, or the provision around it, once.
    pub unit: EvidenceUnit,
    pub measuring: MeasuringTime,
}

/// When provisions are measured by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasuringTime {
    /// As they are found.
    AtOnce,
    /// When whoever asks has chosen among them, by [`measure`](super::PassageRetriever::measure).
    OnceChosen,
}

impl RetrievalRequest {
    /// The filters that ask for something.
    pub(crate) fn narrowed_by(&self) -> BTreeMap<String, String> {
        let asking = self.filters.iter().filter(|(_, value)| !value.is_empty());
        asking.map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}
