//! HTML: the words that a person sees, in lines as they see them.
//!
//! Scripts, styles, templates and fallbacks are not read. Where a page marks its main part (`main` or
//! `article`), the navigation, headers, footers and asides outside of it are left out; everything
//! else stays. Words that are hidden by an attribute or an inline style are left out, and the
//! warning quotes how they begin. Words that a style sheet of the page hides by class or id may be
//! shown at another time: they stay, and are flagged in their place.

mod element_role;
mod hidden_selectors;
mod nesting;
mod writer;

#[cfg(test)]
mod tests;

use encoding_rs::Encoding;
use jurat_model::{DocumentMetadata, ReaderIdentity};
use scraper::{Html, Node};

use self::writer::HtmlTextWriter;
use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    encoding::decode,
    rendition_builder::one_line,
    xml::{root_name, trim},
};
use crate::{ReadRefusal, RefusalKind};

pub(super) const HTML: DocumentFormat = DocumentFormat {
    name: "html",
    media: "text/html",
    extensions: &["html", "htm", "xhtml"],
    sniff: is_html,
    place: ReaderPlacement::Sandbox,
    read,
};

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode(input.bytes, declared(input.bytes))?;
    nesting::check(&decoded.text, input.limits)?;
    let page = Html::parse_document(&decoded.text);
    let mut writer = HtmlTextWriter::new(input.limits, &page);
    writer.write();
    let mut rendition = writer.finish(reader());
    rendition.warnings.extend(decoded.placeless());
    if rendition.text.is_empty() {
        return Err(ReadRefusal::new(RefusalKind::Empty, "the page shows no words"));
    }
    hand_out(ReaderOutput::Document {
        name: None,
        raw: None,
        rendition,
        metadata: metadata(&page),
    });
    Ok(())
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: HTML.name.to_owned(),
        version: 1,
        options: String::new(),
    }
}

fn is_html(bytes: &[u8]) -> bool {
    let head = trim(bytes);
    let doctype = head
        .get(..14)
        .is_some_and(|head| head.eq_ignore_ascii_case(b"<!doctype html"));
    let root = root_name(bytes);
    doctype
        || root.is_some_and(|name| {
            ["html", "head", "body"]
                .iter()
                .any(|known| name.eq_ignore_ascii_case(known))
        })
}

/// The encoding that a page declares in its first bytes.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    const HEAD: usize = 2048;
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]).to_ascii_lowercase();
    let (_, rest) = head.split_once("charset=")?;
    let label = rest.trim_start_matches(['"', '\'', ' ']);
    let end = label.find(['"', '\'', ' ', ';', '>', '/']).unwrap_or(label.len());
    Encoding::for_label(&label.as_bytes()[..end])
}

fn metadata(page: &Html) -> DocumentMetadata {
    let mut metadata = DocumentMetadata::default();
    let mut title = None;
    for node in page.tree.nodes() {
        let Node::Element(element) = node.value() else { continue };
        match element.name() {
            "html" | "body" => {
                let tag = element.attr("lang").or_else(|| element.attr("xml:lang"));
                if let Some(tag) = tag.filter(|tag| !tag.trim().is_empty()) {
                    let values = &mut metadata.values;
                    values
                        .entry("language".to_owned())
                        .or_insert_with(|| tag.trim().to_owned());
                }
            }
            "title" if title.is_none() => {
                let words = node.children().filter_map(|child| child.value().as_text());
                let words: String = words.map(|words| words.text.as_ref()).collect();
                title = Some(one_line(&words)).filter(|title| !title.is_empty());
            }
            _ => {}
        }
    }
    metadata.title = title;
    metadata
}
