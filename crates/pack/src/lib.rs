//! Packs: folders and archives of law with a manifest that says what they are, whose they are, of which day, and how far they reach.
//!
//! A pack is checked whole before anything of it is used. Its parts become corpora elsewhere; here is what a pack is, how the
//! shapes of public sets are read into it, what is read off a decision, and which packs were added.

mod built_in;
mod check;
mod citation_key;
mod coverage;
mod decision_fields;
mod description;
mod fault;
mod importers;
mod limits;
mod manifest;
mod new_manifest;
mod pack_source;
mod paragraphs;
mod safe_path;
mod sha256;
mod shelf;
mod staging;

pub use built_in::{BUILT_IN, BuiltInPack};
pub use check::{CheckedPack, check_pack};
pub use citation_key::CourtCodes;
pub use coverage::{CoverageAnswer, decision_coverage};
pub use decision_fields::{DecisionFields, DecisionReader, DecisionReading, decision_fields};
pub use description::describe;
pub use fault::{FaultName, PackError, PackFault};
pub use importers::{ImportedRow, RowImporter, importer};
pub use limits::PackLimits;
pub use manifest::{
    CoverageClaim, CoverageEnd, CoverageExtent, FileFields, PackCourt, PackFile, PackManifest,
    PackPart, PackPartKind, PackStatute, PartFormat,
};
pub use new_manifest::{ManifestRequest, new_manifest};
pub use pack_source::PackSource;
pub use paragraphs::{NumberedParagraph, paragraphs};
pub use shelf::{PackCorpus, PackRecord, PackShelf, PackState};
pub use staging::{StagedPart, stage};
