//! Statutes and regulations in the XML of Justice Canada, in English and French.
//!
//! The text of a section begins with its number; its subdivisions stand on lines of their own, with
//! their labels. Sections and subsections are parts of kind `Section`, what lies below and
//! definitions are `Item`s, each with its full label, id and day of coming into force.
//! A marginal note is the title of its part, not text. History, editorial notes and repeals are
//! fields (`history:40`, `note:188`, `repealed:11.1`), so that a search does not find them as law; a part says
//! whether it is in force, not yet, printed from another act, or repealed.
//! Provisions of other acts that are printed at the end carry that act in their label, and what an
//! amending section would insert has no parts at all: neither is a section of this act.

mod element;
mod writer;

#[cfg(test)]
mod tests;

use jurat_model::{DocumentMetadata, ReaderIdentity, SourceKind};

use self::writer::ActTextWriter;
use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    xml::{XmlEvent, XmlEvents, decode_xml, root_name},
};
use crate::{ReadRefusal, RefusalKind};

pub(super) const JUSTICE: DocumentFormat = DocumentFormat {
    name: "justice",
    media: "application/xml",
    extensions: &[],
    sniff: |bytes| matches!(root_name(bytes), Some("Statute" | "Regulation")),
    place: ReaderPlacement::Sandbox,
    read,
};

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode_xml(input.bytes)?;
    let mut events = XmlEvents::new(&decoded.text, input.limits);
    let mut writer = ActTextWriter::new(input.limits, decoded.shift);
    while let Some(next) = events.next()? {
        match next {
            XmlEvent::Start(start) => writer.start(&start),
            XmlEvent::End(raw) => writer.end(raw),
            XmlEvent::Words(words) => writer.words(&words),
        }
    }
    let (mut rendition, found) = writer.finish(reader());
    rendition.warnings.extend(decoded.placeless());
    if rendition.text.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the act holds no words"));
    }
    let metadata = DocumentMetadata {
        kind: SourceKind::Statute,
        title: found.title,
        values: found.values,
    };
    hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: JUSTICE.name.to_owned(),
        version: 2,
        options: String::new(),
    }
}
