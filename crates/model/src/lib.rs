//! Plain domain values: where text comes from, what was read, what was quoted. No IO, no async.

mod answer;
pub mod audit;
mod chunk;
mod citation_status;
mod document;
mod evidence_location;
mod figure;
mod grounding_record;
mod metadata;
mod model_use;
mod passage;
mod provision;
mod quote;
mod rendition;
mod requirement;
mod source;
mod span;

pub use answer::{
    AnswerReview, ComposedAnswer, RequirementReference, ReviewIssue, ReviewStatus, Statement,
    StatementRole,
};
pub use chunk::{RetrievedChunk, SourceExhibit};
pub use citation_status::{CitationLayer, CitationOutcome, CitationStatus, LayerStatus};
pub use document::IngestedDocument;
pub use evidence_location::{
    EvidenceLocation, LineRange, LocatedValue, NotebookCell, SubmissionArtifact,
};
pub use figure::{FigureLabel, LabelSource, PageBoundingBox, PaperFigure, PictureFact};
pub use grounding_record::{
    Confidence, ConflictOver, GroundingRecord, RejectionReason, RequirementConflict,
};
pub use metadata::{DocumentMetadata, METADATA_KEYS};
pub use model_use::{DoneBy, ModelUse, RelevanceJudgement};
pub use passage::Passage;
pub use provision::{EvidenceUnit, InForceStatus, LegalProvision, ProvisionMeasures};
pub use quote::Quote;
pub use rendition::{
    FormFieldValue, PartKind, ReaderIdentity, ReferenceKind, Rendition, RenditionPart,
    RenditionReference, RenditionWarning, WarningKind,
};
pub use requirement::{
    ExtractionConfidence, NoRequirementId, NormModality, PointsTo, Requirement, RequirementId,
    SourceType,
};
pub use source::{Source, SourceKind, UnknownKind};
pub use span::ByteSpan;
