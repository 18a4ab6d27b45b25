//! Word documents: paragraphs, headings, lists with their numbers, tables row by row, notes.
//!
//! Tracked deletions, comments and words formatted as hidden are left out, and the warnings say
//! so; tracked insertions are read. Footnotes stand at the end, under the number that the text
//! shows. The file does not hold the numbers of its lists, only how they are counted, so they are
//! counted here. Headers, footers, drawings and field codes are not read.

mod numbering;
mod package;
mod styles;
mod tables;
mod writer;

use jurat_model::{DocumentMetadata, ReaderIdentity};

use self::{
    numbering::ListNumbering, package::DocxPackage, styles::DocxStyles, writer::DocxTextWriter,
};
use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    xml::{XmlEvent, XmlEvents, decode_xml},
    zip::names,
};
use crate::{FileLimits, ReadRefusal, RefusalKind};

pub(super) const DOCX: DocumentFormat = DocumentFormat {
    name: "docx",
    media: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: &["docx", "docm", "dotx"],
    sniff: |bytes| {
        bytes.starts_with(b"PK\x03\x04") && names(bytes).any(|name| name == DOCUMENT.as_bytes())
    },
    place: ReaderPlacement::Sandbox,
    read,
};

const DOCUMENT: &str = "word/document.xml";

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let mut package = DocxPackage::open(input.bytes, input.limits)?;
    let Some(document) = package.member(DOCUMENT)? else {
        let message = "the archive holds no Word document";
        return Err(ReadRefusal::new(RefusalKind::Damaged, message));
    };
    let styles = package.member("word/styles.xml")?;
    let styles = styles.map_or_else(
        || Ok(DocxStyles::default()),
        |xml| DocxStyles::read(&xml, input.limits),
    )?;
    let numbering = package.member("word/numbering.xml")?;
    let numbering = numbering.map_or_else(
        || Ok(ListNumbering::default()),
        |xml| ListNumbering::read(&xml, input.limits),
    )?;
    let mut writer = DocxTextWriter::new(input.limits, styles, numbering);
    if let Some(links) = package.member("word/_rels/document.xml.rels")? {
        writer.links = package::links(&links, input.limits)?;
    }
    for part in ["word/footnotes.xml", "word/endnotes.xml"] {
        if let Some(xml) = package.member(part)? {
            writer.notes.extend(package::notes(&xml, input.limits)?);
        }
    }
    each(&document, input.limits, |next| writer.take(next))?;
    let rendition = writer.finish(ReaderIdentity {
        name: DOCX.name.to_owned(),
        version: 2,
        options: String::new(),
    });
    if rendition.text.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the document holds no words"));
    }
    let title = match package.member("docProps/core.xml")? {
        Some(xml) => package::title(&xml, input.limits)?,
        None => None,
    };
    let metadata = DocumentMetadata { title, ..DocumentMetadata::default() };
    hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

/// Goes through the events of one part of a package.
fn each(
    xml: &[u8],
    limits: &FileLimits,
    mut take: impl FnMut(&XmlEvent<'_>),
) -> Result<(), ReadRefusal> {
    let decoded = decode_xml(xml)?;
    let mut events = XmlEvents::new(&decoded.text, limits);
    while let Some(next) = events.next()? {
        take(&next);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
