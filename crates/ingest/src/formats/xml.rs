//! XML as a row of events that stay within limits, and a reader of any XML by its blocks.
//!
//! There is no expansion of entities: a document that declares any is refused.

use std::borrow::Cow;

use encoding_rs::Encoding;
use jurat_model::{ByteSpan, DocumentMetadata, ReaderIdentity as ReaderName};
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    encoding::{DecodedText, decode},
    rendition_builder::RenditionBuilder,
};
use crate::{FileLimits, ReadRefusal, RefusalKind};

pub(super) const XML: DocumentFormat = DocumentFormat {
    name: "xml",
    media: "application/xml",
    extensions: &["xml"],
    sniff: |bytes| trim(bytes).starts_with(b"<?xml"),
    place: ReaderPlacement::Sandbox,
    read,
};

/// What comes next in a document.
pub(super) enum XmlEvent<'a> {
    Start(BytesStart<'a>),
    /// An element ends; this is where it lies in the document, tags included.
    End(ByteSpan),
    Words(Cow<'a, str>),
}

/// The events of a document.
pub(super) struct XmlEvents<'a> {
    reader: Reader<&'a [u8]>,
    /// Where the open elements begin.
    open: Vec<usize>,
    deepest: usize,
}

impl<'a> XmlEvents<'a> {
    pub(super) fn new(text: &'a str, limits: &FileLimits) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        reader.config_mut().allow_dangling_amp = true;
        let deepest = usize::try_from(limits.depth).unwrap_or(usize::MAX);
        Self { reader, open: Vec::new(), deepest }
    }

    pub(super) fn next(&mut self) -> Result<Option<XmlEvent<'a>>, ReadRefusal> {
        loop {
            let before = self.place();
            let event = self.reader.read_event();
            let event = event.map_err(|fault| damaged(self.place(), &fault.to_string()))?;
            match event {
                Event::Start(start) => {
                    self.open.push(before);
                    if self.deepest < self.open.len() {
                        let message =
                            format!("elements lie deeper than {} levels", self.deepest);
                        return Err(ReadRefusal::new(RefusalKind::TooLarge, message));
                    }
                    return Ok(Some(XmlEvent::Start(start)));
                }
                Event::End(_) => {
                    let start = self.open.pop().unwrap_or(before);
                    return Ok(Some(XmlEvent::End(ByteSpan { start, end: self.place() })));
                }
                Event::Text(words) => return Ok(Some(XmlEvent::Words(words.into_inner()))),
                Event::CData(words) => return Ok(Some(XmlEvent::Words(words.into_inner()))),
                Event::GeneralRef(name) => return Ok(Some(XmlEvent::Words(letter(&name)))),
                Event::DocType(words) => refuse_entities(&words.into_inner())?,
                Event::Eof if self.open.is_empty() => return Ok(None),
                Event::Eof => return Err(damaged(before, "it ends before its elements do")),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
            }
        }
    }

    fn place(&self) -> usize {
        usize::try_from(self.reader.buffer_position()).unwrap_or(usize::MAX)
    }
}

/// The letters of a document, by its mark or its declaration.
pub(super) fn decode_xml(bytes: &[u8]) -> Result<DecodedText<'_>, ReadRefusal> {
    const HEAD: usize = 200;
    let head = &bytes[..bytes.len().min(HEAD)];
    let head = String::from_utf8_lossy(head);
    let declared = head
        .split_once("?>")
        .and_then(|(head, _)| head.split_once("encoding="));
    let declared = declared.and_then(|(_, rest)| rest.get(1..)?.split(['"', '\'']).next());
    decode(bytes, declared.and_then(|label| Encoding::for_label(label.as_bytes())))
}

/// An attribute's value, by its name without a prefix.
pub(super) fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = start.attributes();
    attributes.with_checks(false);
    let found = attributes
        .flatten()
        .find(|seen| seen.key.local_name().into_inner() == name)?;
    Some(found.normalized_value(XmlVersion::Implicit1_0).ok()?.into_owned())
}

/// The name of a document's first element, if it stands near the start.
pub(super) fn root_name(bytes: &[u8]) -> Option<&str> {
    const HEAD: usize = 4096;
    let mut rest = trim(&bytes[..bytes.len().min(HEAD)]);
    loop {
        let skip = if rest.starts_with(b"<?") {
            "?>"
        } else if rest.starts_with(b"<!--") {
            "-->"
        } else if rest.starts_with(b"<!") {
            ">"
        } else {
            break;
        };
        let end = rest.windows(skip.len()).position(|seen| seen == skip.as_bytes())?;
        rest = rest[end + skip.len()..].trim_ascii_start();
    }
    let name = rest.strip_prefix(b"<")?;
    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    str::from_utf8(&name[..name.iter().position(ends)?]).ok()
}

/// Bytes without a mark and white space before them.
pub(super) fn trim(bytes: &[u8]) -> &[u8] {
    bytes
        .strip_prefix(b"\xEF\xBB\xBF")
        .unwrap_or(bytes)
        .trim_ascii_start()
}

/// Elements that hold words beside other elements are read in one line, all others as blocks.
fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode_xml(input.bytes)?;
    let mut events = XmlEvents::new(&decoded.text, input.limits);
    let mut script = RenditionBuilder::new(input.limits);
    let mut metadata = DocumentMetadata::default();
    let mut mixed = vec![false];
    let mut just_ended = false;
    let mut is_root = true;
    while let Some(next) = events.next()? {
        match next {
            XmlEvent::Start(start) => {
                if std::mem::take(&mut is_root) {
                    let language = attribute(&start, "lang");
                    metadata
                        .values
                        .extend(language.map(|tag| ("language".to_owned(), tag)));
                }
                if !mixed.last().copied().unwrap_or_default() {
                    script.line();
                }
                mixed.push(false);
                just_ended = false;
            }
            XmlEvent::End(_) => {
                mixed.pop();
                if !mixed.last().copied().unwrap_or_default() {
                    script.line();
                }
                just_ended = true;
            }
            XmlEvent::Words(words) if words.trim().is_empty() => script.space(),
            XmlEvent::Words(words) => {
                if std::mem::take(&mut just_ended) {
                    script.rejoin();
                }
                mixed.last_mut().into_iter().for_each(|mixed| *mixed = true);
                script.words(&words);
            }
        }
    }
    for warning in decoded.placeless() {
        script.warn(warning.kind, None, warning.message);
    }
    let name = XML.name.to_owned();
    let rendition = script.finish(ReaderName { name, version: 1, options: String::new() });
    if rendition.text.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "its elements hold no words"));
    }
    hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

/// The five entities of XML and numbers; anything else stays as it is written.
fn letter<'a>(name: &BytesRef<'_>) -> Cow<'a, str> {
    if let Ok(Some(letter)) = name.resolve_char_ref() {
        return Cow::Owned(letter.to_string());
    }
    match name.xml10_content().as_ref() {
        "lt" => Cow::Borrowed("<"),
        "gt" => Cow::Borrowed(">"),
        "amp" => Cow::Borrowed("&"),
        "quot" => Cow::Borrowed("\""),
        "apos" => Cow::Borrowed("'"),
        "nbsp" => Cow::Borrowed("\u{a0}"),
        other => Cow::Owned(format!("&{other};")),
    }
}

fn refuse_entities(doctype: &str) -> Result<(), ReadRefusal> {
    if doctype.contains('[') || doctype.contains("ENTITY") {
        let message = "it declares entities of its own, which could grow without end";
        return Err(ReadRefusal::new(RefusalKind::Unsafe, message));
    }
    Ok(())
}

fn damaged(place: usize, fault: &str) -> ReadRefusal {
    ReadRefusal::new(RefusalKind::Damaged, format!("no sound XML at byte {place}: {fault}"))
}

#[cfg(test)]
mod tests {
    use super::{read, root_name};
    use crate::{RefusalKind, formats::tests::outcome};

    #[track_caller]
    fn check(document: &str, expected: Result<&str, RefusalKind>) {
        let seen = outcome(read, document.as_bytes());
        let seen = seen.as_ref().map(|(rendition, _)| rendition.text.as_str());
        assert_eq!(seen.map_err(|refusal| refusal.kind), expected);
    }

    #[test]
    fn elements_are_lines_and_mixed_words_stay_together() {
        check("<a><t>One</t><t>Two &amp; &#233;</t></a>", Ok("One\nTwo & é"));
        check(
            "<a><p>A <b>ferry</b> sails.</p><p><i>It</i> sinks.</p></a>",
            Ok("A ferry sails.\nIt sinks."),
        );
        check("<a><![CDATA[1 < 2]]> &unknown; x</a>", Ok("1 < 2 &unknown; x"));
    }

    #[test]
    fn hostile_documents_are_refused() {
        check(
            "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><a>&c;</a>",
            Err(RefusalKind::Unsafe),
        );
        check(&"<a>".repeat(100_000), Err(RefusalKind::TooLarge));
        check("<a><b></a></b>", Err(RefusalKind::Damaged));
        check("<a>one", Err(RefusalKind::Damaged));
        check("<a/>", Err(RefusalKind::Empty));
        check(&format!("<a x='{}'>word</a>", "y".repeat(1 << 20)), Ok("word"));
    }

    #[test]
    fn the_first_element_names_the_document() {
        assert_eq!(
            root_name(b"\xEF\xBB\xBF<?xml version='1.0'?><!-- x --> <Statute a='b'>"),
            Some("Statute")
        );
        assert_eq!(root_name(b"<!DOCTYPE html><html>"), Some("html"));
        assert_eq!(root_name(b"no"), None);
        assert_eq!(root_name(b"<!-- open"), None);
    }
}
