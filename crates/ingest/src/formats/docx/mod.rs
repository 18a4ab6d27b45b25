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

use jurat_model::{Metadata, Reader};

use self::{numbering::Numbering, package::Package, styles::Styles, writer::Writer};
use super::{
    Format, Input, Piece, Place,
    xml::{Events, Next, decode_xml},
    zip::names,
};
use crate::{Limits, Refusal, RefusalKind};

pub(super) const DOCX: Format = Format {
    name: "docx",
    media: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    extensions: &["docx", "docm", "dotx"],
    sniff: |bytes| {
        bytes.starts_with(b"PK\x03\x04") && names(bytes).any(|name| name == DOCUMENT.as_bytes())
    },
    place: Place::Sandbox,
    read,
};

const DOCUMENT: &str = "word/document.xml";

fn read(input: &Input<'_>, hand_out: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let mut package = Package::open(input.bytes, input.limits)?;
    let Some(document) = package.member(DOCUMENT)? else {
        let message = "the archive holds no Word document";
        return Err(Refusal::new(RefusalKind::Damaged, message));
    };
    let styles = package.member("word/styles.xml")?;
    let styles =
        styles.map_or_else(|| Ok(Styles::default()), |xml| Styles::read(&xml, input.limits))?;
    let numbering = package.member("word/numbering.xml")?;
    let numbering = numbering
        .map_or_else(|| Ok(Numbering::default()), |xml| Numbering::read(&xml, input.limits))?;
    let mut writer = Writer::new(input.limits, styles, numbering);
    if let Some(links) = package.member("word/_rels/document.xml.rels")? {
        writer.links = package::links(&links, input.limits)?;
    }
    for part in ["word/footnotes.xml", "word/endnotes.xml"] {
        if let Some(xml) = package.member(part)? {
            writer.notes.extend(package::notes(&xml, input.limits)?);
        }
    }
    each(&document, input.limits, |next| writer.take(next))?;
    let rendition = writer.finish(Reader {
        name: DOCX.name.to_owned(),
        version: 2,
        options: String::new(),
    });
    if rendition.text.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, "the document holds no words"));
    }
    let title = match package.member("docProps/core.xml")? {
        Some(xml) => package::title(&xml, input.limits)?,
        None => None,
    };
    let metadata = Metadata { title, ..Metadata::default() };
    hand_out(Piece::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

/// Goes through the events of one part of a package.
fn each(xml: &[u8], limits: &Limits, mut take: impl FnMut(&Next<'_>)) -> Result<(), Refusal> {
    let decoded = decode_xml(xml)?;
    let mut events = Events::new(&decoded.text, limits);
    while let Some(next) = events.next()? {
        take(&next);
    }
    Ok(())
}

#[cfg(test)]
mod tests;
