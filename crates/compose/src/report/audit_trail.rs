//! The audit trail: from chunks to answer, under the names that auditors know.

use jurat_model::{
    Confidence, ExtractionConfidence, GroundingRecord, Requirement, RequirementId,
    RequirementReference, SourceType,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How an answer came about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct AuditTrail {
    /// The question.
    pub question: String,
    /// By the number of verified requirements.
    pub grounding_confidence: Confidence,
    /// Everything that was extracted.
    pub extracted_requirements: Vec<ExtractedRequirement>,
    /// What passed the gate.
    pub verified_requirements: Vec<GroundingRecord>,
    /// What did not.
    pub rejected_requirements: Vec<GroundingRecord>,
    /// The answer with its marks; empty where there is none.
    pub final_answer: String,
    /// Which requirement was used where.
    pub requirement_references: Vec<RequirementReference>,
    /// What was missing.
    pub missing_evidence: Vec<String>,
    /// Counts.
    pub evidence_audit_trail: EvidenceAuditTrail,
}

/// How many there were at each step.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct EvidenceAuditTrail {
    /// Passages found.
    pub total_chunks_retrieved: usize,
    /// Requirements taken out of them.
    pub total_requirements_extracted: usize,
    /// Requirements that passed the gate.
    pub total_requirements_verified: usize,
    /// The share of those, to four places; 0 where none was extracted.
    pub verification_pass_rate: f64,
    /// By the extracts that the answer uses; nothing where there is none.
    pub composition_confidence: Option<ExtractionConfidence>,
}

/// A requirement as it was extracted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExtractedRequirement {
    /// Its id.
    pub requirement_id: RequirementId,
    /// What it rests on.
    pub source_type: SourceType,
    /// How people cite the place.
    pub document_id: String,
    /// The heading above it.
    pub section_heading: String,
    /// The words, verbatim.
    pub exact_quote: String,
    /// The chunk that led to it.
    pub chunk_id: String,
    /// How sure the extraction is.
    pub extraction_confidence: ExtractionConfidence,
}

impl ExtractedRequirement {
    /// What of a requirement the trail shows.
    pub fn of(requirement: &Requirement) -> Self {
        Self {
            requirement_id: requirement.requirement_id,
            source_type: requirement.source_type,
            document_id: requirement.document_id.clone(),
            section_heading: requirement.section_heading.clone(),
            exact_quote: requirement.exact_quote.clone(),
            chunk_id: requirement.chunk_id.clone(),
            extraction_confidence: requirement.extraction_confidence,
        }
    }
}
