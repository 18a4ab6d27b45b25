//! The formats we read, one file each and one line in the table.
//!
//! A reader is a function from bytes to documents. It runs in the child process, so it may be
//! killed at any time; what it has handed out by then is kept.

mod csv;
mod detect;
mod document_row;
mod docx;
mod encoding;
mod front_matter;
mod html;
mod image;
mod jsonl;
mod justice;
mod mail;
mod markdown;
mod outline;
#[cfg(feature = "pdf")]
mod pdf;
mod rendition_builder;
mod text;
mod xml;
mod zip;

#[cfg(test)]
mod tests;

use jurat_model::{ByteSpan, DocumentMetadata, PageBoundingBox, PaperFigure, Rendition};
use serde::{Deserialize, Serialize};

use crate::{FileLimits, ReadRefusal, sandbox::OutsideProgram};

pub(crate) use detect::detect;
pub(crate) use zip::RATIO;

pub struct DocumentFormat {
    /// Its name, as in `SyntaxReader::name`.
    pub name: &'static str,
    pub media: &'static str,
    /// Endings of file names, small letters, without the dot.
    pub extensions: &'static [&'static str],
    /// Whether these first bytes can be nothing else.
    pub sniff: fn(&[u8]) -> bool,
    /// Where it is read.
    pub place: ReaderPlacement,
    /// Reads it, handing out each piece as it comes.
    pub read: ReadFunction,
}

/// A reader: it hands out pieces as they come, and says at the end why it could not go on.
pub type ReadFunction =
    fn(&ReaderInput<'_>, &mut dyn FnMut(ReaderOutput)) -> Result<(), ReadRefusal>;

/// Where a reader runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderPlacement {
    /// In our own process: memory-safe, linear in the input, bounded by its size.
    Here,
    /// In a limited child process.
    Sandbox,
    /// An outside program turns the file into text in a limited child process; the reader is then
    /// given that text, in our own.
    Program(&'static OutsideProgram),
}

/// What a reader is given.
pub struct ReaderInput<'a> {
    /// What the file is called, for titles; never opened.
    pub name: &'a str,
    pub bytes: &'a [u8],
    /// How much it may take.
    pub limits: &'a FileLimits,
    /// The first page to read, from 0: pages before it were read, or killed their reader.
    pub first_page: u32,
}

/// What a reader hands out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReaderOutput {
    /// A document: all of the input, or the rows, entries and so on that make it up.
    Document {
        /// What it is called within its file, such as a row's id; nothing when it is the file.
        name: Option<String>,
        /// Its raw bytes within the input; nothing when they are all of it.
        raw: Option<ByteSpan>,
        rendition: Rendition,
        metadata: DocumentMetadata,
    },
    /// A file within the file, to be read in turn.
    Member { name: String, bytes: Vec<u8> },
    /// The one document that the input is could be opened, and has so many pages.
    Pages { of: u32 },
    /// A page of the one document that the input is; pages are put together by the parent.
    Page { number: u32, of: u32, rendition: Rendition },
    /// A figure of a page; a member behind it holds its points.
    Drawn { number: u32, area: PageBoundingBox, figure: Box<PaperFigure> },
    /// Something within the input that could not be read; the rest goes on.
    Refused { name: Option<String>, refusal: ReadRefusal },
}

/// Every format. Where several could claim a file, the first does.
pub(crate) const ALL: &[&DocumentFormat] = &[
    #[cfg(feature = "pdf")]
    &pdf::PDF,
    &image::PNG,
    &image::JPEG,
    &image::TIFF,
    &justice::JUSTICE,
    &html::HTML,
    &xml::XML,
    &docx::DOCX,
    &zip::ZIP,
    &mail::MAIL,
    &markdown::MARKDOWN,
    &jsonl::JSONL,
    &csv::CSV,
    &text::TEXT,
    #[cfg(feature = "pdf")]
    &pdf::FIGURES,
];

/// Whether files of this format are archives: nothing but other files.
pub(crate) fn is_archive(format: &DocumentFormat) -> bool {
    format.name == zip::ZIP.name
}

/// Whether files of this format may hold others: archives, and mails with what is attached.
pub(crate) fn holds_files(format: &DocumentFormat) -> bool {
    is_archive(format) || format.name == mail::MAIL.name
}

/// The format of this name.
pub(crate) fn named(name: &str) -> Option<&'static DocumentFormat> {
    ALL.iter().copied().find(|format| format.name == name)
}
