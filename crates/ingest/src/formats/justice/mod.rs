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

use jurat_model::{Metadata, Reader, SourceKind};

use self::writer::Writer;
use super::{
    Format, Input, Piece, Place,
    xml::{Events, Next, decode_xml, root_name},
};
use crate::{Refusal, RefusalKind};

pub(super) const JUSTICE: Format = Format {
    name: "justice",
    media: "application/xml",
    extensions: &[],
    sniff: |bytes| matches!(root_name(bytes), Some("Statute" | "Regulation")),
    place: Place::Sandbox,
    read,
};

fn read(input: &Input<'_>, hand_out: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let decoded = decode_xml(input.bytes)?;
    let mut events = Events::new(&decoded.text, input.limits);
    let mut writer = Writer::new(input.limits, decoded.shift);
    while let Some(next) = events.next()? {
        match next {
            Next::Start(start) => writer.start(&start),
            Next::End(raw) => writer.end(raw),
            Next::Words(words) => writer.words(&words),
        }
    }
    let (mut rendition, found) = writer.finish(reader());
    rendition.warnings.extend(decoded.placeless());
    if rendition.text.is_empty() {
        return Err(Refusal::new(RefusalKind::Empty, "the act holds no words"));
    }
    let metadata = Metadata {
        kind: SourceKind::Statute,
        title: found.title,
        values: found.values,
    };
    hand_out(Piece::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

fn reader() -> Reader {
    Reader {
        name: JUSTICE.name.to_owned(),
        version: 2,
        options: String::new(),
    }
}
