//! Plain domain values: where text comes from, what was read, what was quoted. No IO, no async.
#![warn(missing_docs)]

mod answer;
pub mod audit;
mod chunk;
mod citation;
pub mod court;
mod document;
mod judgement;
mod metadata;
mod passage;
mod provision;
mod quote;
mod rendition;
mod requirement;
mod source;
mod span;
mod verification;

pub use answer::{
    Answer, Issue, RequirementReference, Review, ReviewStatus, Statement, StatementRole,
};
pub use chunk::{Chunk, Exhibit};
pub use citation::{CitationStatus, Layer, LayerStatus, Outcome};
pub use document::Document;
pub use judgement::{DoneBy, Judgement, ModelUse};
pub use metadata::{METADATA_KEYS, Metadata};
pub use passage::Passage;
pub use provision::{EvidenceUnit, Measures, Provision, Standing};
pub use quote::Quote;
pub use rendition::{
    Field, Part, PartKind, Reader, Reference, ReferenceKind, Rendition, Warning, WarningKind,
};
pub use requirement::{
    ExtractionConfidence, Modality, NoRequirementId, PointsTo, Requirement, RequirementId,
    SourceType,
};
pub use source::{Source, SourceKind, UnknownKind};
pub use span::Span;
pub use verification::{Confidence, Conflict, ConflictOver, RejectionReason, Verification};
