//! What a step found: numbered sources, each a provision in its own words, and what the gate thinks of each.

use std::collections::BTreeMap;

use jurat_agents::extract::{FlaggedChunk, provisions};
use jurat_model::{
    GroundingRecord, Quote, Requirement, RequirementId, RetrievedChunk, SourceExhibit,
    SourceKind,
};
use jurat_verify::{GatePolicy, GateRequest, decide};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A source of a step: `[Source 2]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StepSource {
    /// From 1, the likeliest first.
    pub number: u32,
    /// The passage that led to it.
    pub passage: String,
    /// How people cite the place.
    pub document_id: String,
    /// The heading above it; empty where there is none.
    pub section_heading: String,
    pub category: SourceCategory,
    /// Its words.
    pub quote: Quote,
    /// As `en`.
    pub language: String,
    /// How likely it answers the step's question.
    pub probability: f64,
    /// Whether statements may rest on it.
    pub admitted: bool,
    /// Why, in words.
    pub why: String,
}

/// What sort of text a source is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SourceCategory {
    /// A rule: an act, a manual, an outline.
    Text,
    Decision,
}

impl SourceCategory {
    pub(crate) const fn of(kind: SourceKind) -> Self {
        match kind {
            SourceKind::Decision => Self::Decision,
            _ => Self::Text,
        }
    }
}

/// A passage that speaks to its reader: nothing is taken out of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FlaggedSource {
    pub passage: String,
    pub words: String,
    pub why: String,
}

/// The sources of a step, and passages that were left out.
pub(crate) struct JudgedSources {
    pub(crate) sources: Vec<StepSource>,
    pub(crate) flagged: Vec<FlaggedSource>,
}

/// Numbers what was retrieved for a question. The same passages and texts give the same sources.
pub(crate) fn judged_sources(
    question: &str,
    chunks: &[RetrievedChunk],
    exhibits: &[SourceExhibit],
) -> JudgedSources {
    // Only the texts of these passages: what other steps found must not change what is thought of them.
    let of_step = |exhibit: &&SourceExhibit| {
        chunks
            .iter()
            .any(|chunk| chunk.passage.rendition == exhibit.rendition)
    };
    let exhibits: Vec<SourceExhibit> = exhibits.iter().filter(of_step).cloned().collect();
    let exhibits = exhibits.as_slice();
    let extraction = provisions(chunks, exhibits);
    let requirements = &extraction.requirements;
    let inquiry = GateRequest {
        question,
        chunks,
        exhibits,
        judgements: &[],
        policy: GatePolicy::provisions(),
    };
    let gated = decide(inquiry, requirements);
    let by_id: BTreeMap<RequirementId, &Requirement> =
        requirements.iter().map(|one| (one.requirement_id, one)).collect();
    let records = gated.verified.iter().chain(&gated.rejected);
    let mut judged: Vec<(&GroundingRecord, &Requirement)> = records
        .filter_map(|record| Some((record, *by_id.get(&record.requirement_id)?)))
        .collect();
    judged.sort_by(|one, other| {
        let probability = |record: &GroundingRecord| record.probability.unwrap_or_default();
        let verified = other.0.verified.cmp(&one.0.verified);
        verified.then(probability(other.0).total_cmp(&probability(one.0)))
    });
    let sources = judged
        .into_iter()
        .zip(1..)
        .filter_map(|((record, requirement), number)| {
            let chunk = chunks.iter().find(|chunk| chunk.chunk_id == requirement.chunk_id)?;
            Some(source(number, record, requirement, chunk))
        });
    JudgedSources {
        sources: sources.collect(),
        flagged: extraction
            .flagged
            .iter()
            .map(|flagged| flagged_source(flagged, chunks))
            .collect(),
    }
}

fn source(
    number: u32,
    record: &GroundingRecord,
    requirement: &Requirement,
    chunk: &RetrievedChunk,
) -> StepSource {
    StepSource {
        number,
        passage: chunk.passage.id.clone(),
        document_id: requirement.document_id.clone(),
        section_heading: requirement.section_heading.clone(),
        category: SourceCategory::of(chunk.passage.metadata.kind),
        quote: requirement.quote.clone(),
        language: requirement.language.clone(),
        probability: record.probability.unwrap_or_default(),
        admitted: record.verified,
        why: record.verification_rationale.clone(),
    }
}

fn flagged_source(flagged: &FlaggedChunk, chunks: &[RetrievedChunk]) -> FlaggedSource {
    let chunk = chunks.iter().find(|chunk| chunk.chunk_id == flagged.chunk_id);
    FlaggedSource {
        passage: chunk.map_or_else(String::new, |chunk| chunk.passage.id.clone()),
        words: flagged.words.clone(),
        why: flagged.why.in_words().to_owned(),
    }
}
