//! Typst text and its data to PDF. The only crate that sees typst; it reads no file.

mod fonts;
mod pdf_cache;
mod typst_world;

use typst::{
    diag::{HintedString, SourceDiagnostic},
    foundations::Smart,
};
use typst_layout::PagedDocument;
use typst_pdf::{PdfOptions, PdfStandard, PdfStandards};

pub use fonts::has_glyph;
use typst_world::TypstWorld;

/// The name by which a template reads its data: `json("data.json")`.
pub const DATA: &str = "data.json";

/// How many documents later a piece of layout that none of them used is let go.
const KEPT_FOR: usize = 2;

/// A document that could not be set: the template's fault, or the data's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the document cannot be set: {0}")]
pub struct TypesetError(String);

/// A document to set.
#[derive(Debug, Clone, Copy)]
pub struct TypesetJob<'a> {
    pub template: &'a str,
    /// What the template reads as [`DATA`]. Words in it are shown, never run.
    pub data: &'a [u8],
    /// What the file says it was made with.
    pub creator: &'a str,
    /// Whether it must be fit for archives (PDF/A-2a); the template then has to date it.
    pub archival: bool,
}

/// Sets a document as a PDF that can be read aloud (PDF/UA-1): tagged, its fonts in it. The same
/// job gives the same bytes.
pub fn typeset(job: TypesetJob<'_>) -> Result<Vec<u8>, TypesetError> {
    pdf_cache::remembered(job, set)
}

fn set(job: TypesetJob<'_>) -> Result<Vec<u8>, TypesetError> {
    let desk = TypstWorld::new(job.template, job.data);
    let document = typst::compile::<PagedDocument>(&desk)
        .output
        .map_err(|it| error(&it))?;
    let standards: &[PdfStandard] = if job.archival {
        &[PdfStandard::Ua_1, PdfStandard::A_2a]
    } else {
        &[PdfStandard::Ua_1]
    };
    let standards = PdfStandards::new(standards)
        .map_err(|it: HintedString| TypesetError(it.message().to_string()))?;
    let options = PdfOptions {
        creator: Smart::Custom(Some(job.creator.to_owned())),
        standards,
        ..PdfOptions::default()
    };
    let pdf = typst_pdf::pdf(&document, &options).map_err(|it| error(&it));
    typst::comemo::evict(KEPT_FOR);
    pdf
}

fn error(errors: &[SourceDiagnostic]) -> TypesetError {
    let messages: Vec<&str> = errors.iter().map(|one| one.message.as_str()).collect();
    TypesetError(messages.join("; "))
}
