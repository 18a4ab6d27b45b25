//! The archive that a document is, and its small parts: links, notes, the title.

use std::{collections::BTreeMap, io::Cursor};

use ::zip::ZipArchive;

use super::each;
use crate::{
    FileLimits, ReadRefusal, RefusalKind,
    formats::{
        rendition_builder::one_line,
        xml::{XmlEvent, attribute},
        zip::{inflate, open},
    },
};

/// An open archive, and how much may still come out of it.
pub(super) struct DocxPackage<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    room: u64,
}

impl<'a> DocxPackage<'a> {
    pub(super) fn open(bytes: &'a [u8], limits: &FileLimits) -> Result<Self, ReadRefusal> {
        Ok(Self { archive: open(bytes, limits)?, room: limits.bytes })
    }

    /// A member's bytes, if there is one of that name.
    pub(super) fn member(&mut self, name: &str) -> Result<Option<Vec<u8>>, ReadRefusal> {
        let Some(at) = self.archive.index_for_name(name) else { return Ok(None) };
        let mut member = self.archive.by_index(at).map_err(|fault| {
            ReadRefusal::new(RefusalKind::Damaged, format!("cannot unpack `{name}`: {fault}"))
        })?;
        let bytes = inflate(&mut member, self.room)?;
        self.room = self
            .room
            .saturating_sub(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
        Ok(Some(bytes))
    }
}

/// Where links lead, by their ids.
pub(super) fn links(
    xml: &[u8],
    limits: &FileLimits,
) -> Result<BTreeMap<String, String>, ReadRefusal> {
    let mut links = BTreeMap::new();
    each(xml, limits, |next| {
        let XmlEvent::Start(start) = next else { return };
        let outside = attribute(start, "TargetMode").is_some_and(|mode| mode == "External");
        let found = attribute(start, "Id").zip(attribute(start, "Target"));
        links.extend(found.filter(|_| outside));
    })?;
    Ok(links)
}

/// The words of notes, by `footnote` or `endnote` and their ids.
pub(super) fn notes(
    xml: &[u8],
    limits: &FileLimits,
) -> Result<Vec<(String, String)>, ReadRefusal> {
    let mut notes: Vec<(String, String)> = Vec::new();
    let (mut depth, mut muted, mut within) = (0usize, 0usize, false);
    each(xml, limits, |next| match next {
        XmlEvent::Start(start) => {
            depth += 1;
            match start.local_name().into_inner() {
                _ if 0 < muted => {}
                "del" | "moveFrom" | "instrText" | "Fallback" => muted = depth,
                kind @ ("footnote" | "endnote") => {
                    // Separators carry a type; notes do not.
                    match attribute(start, "id").filter(|_| attribute(start, "type").is_none())
                    {
                        Some(id) => notes.push((format!("{kind} {id}"), String::new())),
                        None => muted = depth,
                    }
                }
                "t" => within = true,
                _ => {}
            }
        }
        XmlEvent::End(_) => {
            within = false;
            muted = if muted == depth { 0 } else { muted };
            depth = depth.saturating_sub(1);
        }
        XmlEvent::Words(words) if within && muted == 0 => {
            notes.last_mut().into_iter().for_each(|note| note.1.push_str(words));
        }
        XmlEvent::Words(_) => {}
    })?;
    Ok(notes.into_iter().map(|(id, words)| (id, one_line(&words))).collect())
}

/// The title that the document gives itself.
pub(super) fn title(xml: &[u8], limits: &FileLimits) -> Result<Option<String>, ReadRefusal> {
    let (mut within, mut title) = (false, String::new());
    each(xml, limits, |next| match next {
        XmlEvent::Start(start) => within = start.local_name().into_inner() == "title",
        XmlEvent::End(_) => within = false,
        XmlEvent::Words(words) if within => title.push_str(words),
        XmlEvent::Words(_) => {}
    })?;
    Ok(Some(one_line(&title)).filter(|title| !title.is_empty()))
}
