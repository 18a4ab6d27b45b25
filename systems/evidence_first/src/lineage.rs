//! The way back from one statement to the bytes it rests on.

use jurat_canon::Hash;
use jurat_engine::{EventCause, SealedEvent};
use jurat_model::{
    ByteSpan, ExtractionConfidence, ReaderIdentity, Requirement, RequirementId, SourceExhibit,
    Statement,
};
use jurat_proof::{BundleLayer, LayerFindings, ProofError, open, parsed};
use jurat_retrieve::library::CorpusState;
use serde::Serialize;

use crate::{channels::CORPUS_STATE, recheck::ChannelValues};

/// How much of the text around a quote is shown on each side, in bytes.
const AROUND: usize = 200;

/// A statement and everything under it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StatementLineage {
    pub run: String,
    /// The root of the bundle, as its manifest gives it.
    pub root: Hash,
    /// Which statement, from 1.
    pub number: usize,
    /// How many there are.
    pub of: usize,
    pub statement: Statement,
    /// What it rests on, in the order of its marks.
    pub requirements: Vec<RequirementLineage>,
    /// The corpus that was asked, as it stood then.
    pub corpus: Option<CorpusState>,
    /// When the texts were read.
    pub read: Option<ReadAt>,
}

/// A requirement under a statement, down to its source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RequirementLineage {
    pub requirement_id: RequirementId,
    /// How the place is cited.
    pub document_id: String,
    /// The heading above it.
    pub section_heading: String,
    /// The chunk that led to it.
    pub chunk_id: String,
    /// How sure the extraction was.
    pub extraction_confidence: ExtractionConfidence,
    /// Why the gate let it through.
    pub rationale: Option<String>,
    pub quote: String,
    /// Where they stand in the text.
    pub ranges: Vec<ByteSpan>,
    pub before: String,
    pub after: String,
    /// The hash of the text.
    pub rendition: Hash,
    /// Where the text comes from; nothing where the bundle does not carry it.
    pub source: Option<SourceLineage>,
}

/// The source of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SourceLineage {
    /// What people call it.
    pub name: String,
    /// The hash of its raw bytes.
    pub hash: Hash,
    /// What the bytes are.
    pub media: String,
    /// Who made text of them.
    pub reader: ReaderIdentity,
}

/// The event that brought the texts into the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadAt {
    /// Its place in the journal.
    pub seq: u64,
    /// The stage instance, as `retrieval@0#0`.
    pub instance: String,
    /// Wall clock, milliseconds since 1970.
    pub at_ms: i64,
}

/// Follows statement `number`, counted from 1, down to its sources. Judges nothing.
pub fn lineage(bytes: &[u8], number: usize) -> Result<StatementLineage, ProofError> {
    let opened = open(bytes)?;
    let values =
        ChannelValues::read(&opened.state, &mut LayerFindings::new(BundleLayer::Content));
    let missing = |what: &str| ProofError::NotShown(what.to_owned());
    let answer = values
        .answer
        .as_ref()
        .ok_or_else(|| missing("the run gave no answer"))?;
    let of = answer.statements.len();
    let statement = number.checked_sub(1).and_then(|at| answer.statements.get(at));
    let statement = statement
        .ok_or_else(|| missing(&format!("there is no statement {number}; there are {of}")))?;
    let requirements = statement.marks.iter().filter_map(|id| ground(&values, *id)).collect();
    Ok(StatementLineage {
        run: opened.manifest.run.to_string(),
        root: opened.manifest.root,
        number,
        of,
        statement: statement.clone(),
        requirements,
        corpus: CORPUS_STATE.read(&|name| &opened.state.channels[name]).ok(),
        read: read_at(&opened.events),
    })
}

fn ground(values: &ChannelValues, id: RequirementId) -> Option<RequirementLineage> {
    let extracted = values.extracted.as_deref()?;
    let found: &Requirement = extracted.iter().find(|it| it.requirement_id == id)?;
    let exhibits = values.exhibits.as_deref().unwrap_or_default();
    let exhibit = exhibits.iter().find(|it| it.rendition == found.quote.rendition);
    let verified = values.verified.as_deref().unwrap_or_default();
    let verdict = verified.iter().find(|it| it.requirement_id == id);
    let (before, after) = exhibit
        .map(|it| around(&it.text, &found.quote.ranges))
        .unwrap_or_default();
    Some(RequirementLineage {
        requirement_id: id,
        document_id: found.document_id.clone(),
        section_heading: found.section_heading.clone(),
        chunk_id: found.chunk_id.clone(),
        extraction_confidence: found.extraction_confidence,
        rationale: verdict.map(|it| it.verification_rationale.clone()),
        quote: found.quote.text.clone(),
        ranges: found.quote.ranges.clone(),
        before,
        after,
        rendition: found.quote.rendition,
        source: exhibit.map(source),
    })
}

fn source(exhibit: &SourceExhibit) -> SourceLineage {
    SourceLineage {
        name: exhibit.name.clone(),
        hash: exhibit.source,
        media: exhibit.media.clone(),
        reader: exhibit.reader.clone(),
    }
}

/// The text before the first range and after the last, cut at character borders.
fn around(text: &str, ranges: &[ByteSpan]) -> (String, String) {
    let (Some(first), Some(last)) = (ranges.first(), ranges.last()) else {
        return Default::default();
    };
    let from = text.ceil_char_boundary(first.start.saturating_sub(AROUND).min(text.len()));
    let to = text.floor_char_boundary(last.end.saturating_add(AROUND).min(text.len()));
    let cut = |from: usize, to: usize| text.get(from..to).unwrap_or_default().to_owned();
    (cut(from, first.start), cut(last.end, to))
}

/// The last event that wrote the texts.
fn read_at(events: &[SealedEvent]) -> Option<ReadAt> {
    let wrote = |event: &&SealedEvent| match parsed(event).map(|it| it.cause) {
        Some(EventCause::Completed(done)) => {
            done.writes.iter().any(|(channel, _)| &**channel == "exhibits")
        }
        _ => false,
    };
    let event = events.iter().rev().find(wrote)?;
    Some(ReadAt {
        seq: event.seq,
        instance: event.subject.to_string(),
        at_ms: event.at_ms,
    })
}
