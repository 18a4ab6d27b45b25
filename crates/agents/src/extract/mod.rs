//! Normative quotes out of retrieved passages: the deterministic twin.
//!
//! The whole text around a passage is read, so that a sentence that runs over its border is found
//! whole and an item has its lead-in. Nothing is certified here.

mod clauses;
mod cut;
mod letting_go;
mod paper;
mod placeholder;
mod places;
mod proposed;
mod provisions;
mod quoting;
mod reading;

use std::collections::BTreeMap;

use jurat_model::{Chunk, Exhibit, Requirement};
use serde::{Deserialize, Serialize};

use jurat_verify::injection::Why;
pub use proposed::{Proposal, anchored};
pub use provisions::provisions;

/// What was taken out of the passages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Extraction {
    /// In the order of the chunks, numbered per source type.
    pub requirements: Vec<Requirement>,
    /// Quotes that were let go, and why.
    pub dropped: Vec<Dropped>,
    /// Provisions of which only a placeholder stands there.
    pub placeholders: Vec<Placeholder>,
    /// Passages that speak to their reader; nothing is taken out of them.
    #[serde(default)]
    pub flagged: Vec<Flagged>,
    /// Counts.
    pub extraction_metadata: ExtractionMetadata,
}

/// A quote that was let go.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// The chunk it came from.
    pub chunk_id: String,
    /// The words.
    pub words: String,
    /// Why: `incomplete_quote`, `not_found`, `gap_hides`, …
    pub code: String,
    /// The same in words.
    #[serde(default)]
    pub why: String,
}

/// A provision that the corpus lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placeholder {
    /// The chunk it came from.
    pub chunk_id: String,
    /// How people cite the place.
    pub document_id: String,
    /// The heading above it.
    pub section_heading: String,
    /// What stands there.
    pub words: String,
}

/// A passage that speaks to its reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flagged {
    /// The chunk.
    pub chunk_id: String,
    /// The words that do so.
    pub words: String,
    /// What they are.
    pub why: Why,
}

/// Counts of an extraction.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractionMetadata {
    /// Passages that were read.
    pub chunks: usize,
    /// Requirements of statutes.
    pub statute_requirements: usize,
    /// Requirements of policies.
    pub policy_requirements: usize,
    /// By confidence: `high`, `medium`, `low`.
    pub by_confidence: BTreeMap<String, usize>,
    /// Bare permissions that were left out.
    pub permissions_left_out: usize,
    /// Quotes that were let go, by code.
    pub dropped_by_code: BTreeMap<String, usize>,
}

/// Takes requirements out of passages. `exhibits` holds the whole text of each.
pub fn extract(chunks: &[Chunk], exhibits: &[Exhibit]) -> Extraction {
    let papers = reading::papers(exhibits);
    let mut desk = reading::Desk::new(&papers);
    for chunk in chunks {
        desk.read(chunk);
    }
    desk.close()
}
