//! Normative quotes out of retrieved passages: the deterministic twin.
//!
//! The whole text around a passage is read, so that a sentence that runs over its border is found
//! whole and an item has its lead-in. Nothing is certified here.

mod clauses;
mod drop_reason;
mod long_sentences;
mod norm_quotes;
mod placeholder;
mod provisions;
mod quote_proposals;
mod reference_resolver;
mod requirement_extractor;
mod section_offsets;
mod segmented_exhibit;

use std::collections::BTreeMap;

use jurat_model::{
    ExtractionConfidence, Requirement, RetrievedChunk, SourceExhibit, SourceType,
};
use serde::{Deserialize, Serialize};

use jurat_injection::InjectionReason;
pub use provisions::provisions;
pub use quote_proposals::{QuoteProposal, anchored};

/// What was taken out of the passages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RequirementExtraction {
    /// In the order of the chunks, numbered per source type.
    pub requirements: Vec<Requirement>,
    /// Quotes that were let go, and why.
    pub dropped: Vec<DroppedQuote>,
    /// Provisions of which only a placeholder stands there.
    pub placeholders: Vec<PlaceholderProvision>,
    /// Passages that speak to their reader; nothing is taken out of them.
    #[serde(default)]
    pub flagged: Vec<FlaggedChunk>,
    pub extraction_metadata: ExtractionMetadata,
}

/// A quote that was let go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedQuote {
    /// The chunk it came from.
    pub chunk_id: String,
    pub words: String,
    /// Why: `incomplete_quote`, `not_found`, `gap_hides`, …
    pub code: String,
    /// The same in words.
    #[serde(default)]
    pub why: String,
}

/// A provision that the corpus lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceholderProvision {
    /// The chunk it came from.
    pub chunk_id: String,
    /// How people cite the place.
    pub document_id: String,
    /// The heading above it.
    pub section_heading: String,
    pub words: String,
}

/// A passage that speaks to its reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FlaggedChunk {
    pub chunk_id: String,
    /// The words that do so.
    pub words: String,
    pub why: InjectionReason,
}

/// Counts of an extraction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractionMetadata {
    /// Passages that were read.
    pub chunks: usize,
    pub statute_requirements: usize,
    pub policy_requirements: usize,
    /// By confidence: `high`, `medium`, `low`.
    pub by_confidence: BTreeMap<String, usize>,
    /// Bare permissions that were left out.
    pub permissions_left_out: usize,
    /// Quotes that were let go, by code.
    pub dropped_by_code: BTreeMap<String, usize>,
}

impl ExtractionMetadata {
    /// The counts of what was taken out of so many passages and of what was let go.
    pub fn of(chunks: usize, requirements: &[Requirement], dropped: &[DroppedQuote]) -> Self {
        let mut counts = Self { chunks, ..Self::default() };
        for requirement in requirements {
            match requirement.source_type {
                SourceType::Statute => counts.statute_requirements += 1,
                SourceType::Policy => counts.policy_requirements += 1,
            }
            let confidence = match requirement.extraction_confidence {
                ExtractionConfidence::High => "high",
                ExtractionConfidence::Medium => "medium",
                ExtractionConfidence::Low => "low",
            };
            *counts.by_confidence.entry(confidence.to_owned()).or_default() += 1;
        }
        for one in dropped {
            *counts.dropped_by_code.entry(one.code.clone()).or_default() += 1;
        }
        counts
    }
}

/// Takes requirements out of passages. `exhibits` holds the whole text of each.
pub fn extract(chunks: &[RetrievedChunk], exhibits: &[SourceExhibit]) -> RequirementExtraction {
    let papers = requirement_extractor::papers(exhibits);
    let mut desk = requirement_extractor::RequirementExtractor::new(&papers);
    for chunk in chunks {
        desk.read(chunk);
    }
    desk.close()
}
