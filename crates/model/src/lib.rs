//! Plain domain values: where text comes from, what was read, what was quoted. No IO, no async.
#![warn(missing_docs)]

mod citation;
mod document;
mod metadata;
mod passage;
mod quote;
mod rendition;
mod source;
mod span;

pub use citation::{CitationStatus, Layer, LayerStatus, Outcome};
pub use document::Document;
pub use metadata::{METADATA_KEYS, Metadata};
pub use passage::Passage;
pub use quote::Quote;
pub use rendition::{
    Field, Part, PartKind, Reader, Reference, ReferenceKind, Rendition, Warning, WarningKind,
};
pub use source::{Source, SourceKind, UnknownKind};
pub use span::Span;
