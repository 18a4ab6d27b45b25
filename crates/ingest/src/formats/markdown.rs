//! Markdown: the source itself but for its front matter, with its headings, items, rows and links
//! as parts of it.

use jurat_model::{
    Part, PartKind, Reader, Reference, ReferenceKind, Rendition, Span, Warning, WarningKind,
};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{
    Format, Input, Piece, Place,
    encoding::decode,
    front_matter,
    manuscript::{gist, in_order},
    outline::{Begins, Border, sections},
    text::cut,
};
use crate::Refusal;

pub(super) const MARKDOWN: Format = Format {
    name: "markdown",
    media: "text/markdown",
    extensions: &["md", "markdown", "mdown", "mkd"],
    sniff: |_| false,
    place: Place::Sandbox,
    read,
};

fn read(input: &Input<'_>, hand_out: &mut dyn FnMut(Piece)) -> Result<(), Refusal> {
    let decoded = decode(input.bytes, None)?;
    let (mut metadata, text) = front_matter::split(&decoded.text);
    let mut warnings = decoded.warnings;
    let text = cut(text.to_owned(), input.limits, &mut warnings);
    let mut seen = Seen::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
        seen.take(&text, &event, trimmed(&text, range.into()));
    }
    let mut rendition = Rendition::plain(reader(), text);
    rendition.parts = sections(&rendition.text, seen.borders);
    let title = rendition.parts.iter().find(|part| part.kind == PartKind::Heading);
    metadata.title = metadata.title.or_else(|| title.and_then(|part| part.title.clone()));
    rendition.parts.extend(seen.parts);
    in_order(&mut rendition.parts);
    rendition.references = seen.references;
    warnings.extend(seen.warnings);
    rendition.warnings = warnings;
    hand_out(Piece::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

fn reader() -> Reader {
    Reader {
        name: MARKDOWN.name.to_owned(),
        version: 2,
        options: String::new(),
    }
}

/// What the events have shown so far.
#[derive(Default)]
struct Seen {
    borders: Vec<Border>,
    parts: Vec<Part>,
    references: Vec<Reference>,
    warnings: Vec<Warning>,
    lists: u8,
    /// The words of the heading, the links that are open.
    heading: Option<(Span, HeadingLevel, Option<Span>)>,
    links: Vec<(String, Option<Span>)>,
}

impl Seen {
    fn take(&mut self, text: &str, event: &Event<'_>, span: Span) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(*tag),
            Event::Html(_) | Event::InlineHtml(_) => self.comment(text, span),
            Event::Text(_) | Event::Code(_) => self.words(span),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::Heading { level, .. } => self.heading = Some((span, *level, None)),
            Tag::List(_) => self.lists = self.lists.saturating_add(1),
            Tag::Item => self.part(PartKind::Item, span, self.lists),
            Tag::TableHead | Tag::TableRow => self.part(PartKind::Row, span, 0),
            Tag::Link { dest_url, .. } => self.links.push((dest_url.to_string(), None)),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                let Some((whole, level, Some(words))) = self.heading.take() else { return };
                let begins = Begins { label: None, heading: Some(words) };
                let (start, depth) = (whole.start, level as u8);
                self.borders.push(Border { start, depth, begins: Some(begins) });
            }
            TagEnd::List(_) => self.lists = self.lists.saturating_sub(1),
            TagEnd::Link => {
                let Some((target, Some(span))) = self.links.pop() else { return };
                let inside = target.starts_with('#');
                let kind =
                    if inside { ReferenceKind::Internal } else { ReferenceKind::External };
                self.references.push(Reference { span, kind, target });
            }
            _ => {}
        }
    }

    fn part(&mut self, kind: PartKind, span: Span, depth: u8) {
        if !span.is_empty() {
            self.parts.push(Part { depth, ..Part::new(kind, span) });
        }
    }

    fn words(&mut self, span: Span) {
        let wider = |seen: &mut Option<Span>| {
            let start = seen.map_or(span.start, |seen| seen.start);
            *seen = (start < span.end).then_some(Span { start, end: span.end });
        };
        if let Some((_, _, words)) = &mut self.heading {
            wider(words);
        }
        if let Some((_, words)) = self.links.last_mut() {
            wider(words);
        }
    }

    /// A comment is in the source but on no screen.
    fn comment(&mut self, text: &str, span: Span) {
        let words = span.of(text).unwrap_or_default();
        if words.starts_with("<!--") && self.warnings.len() < 64 {
            self.warnings.push(Warning {
                kind: WarningKind::HiddenText,
                span: Some(span),
                message: format!("a comment that is not shown: {}", gist(words)),
            });
        }
    }
}

/// A span without the white space around it.
fn trimmed(text: &str, span: Span) -> Span {
    let words = span.of(text).unwrap_or_default();
    let start = span.start + (words.len() - words.trim_start().len());
    Span::from(start..(start + words.trim().len()))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_model::PartKind;

    use super::read;
    use crate::formats::tests::only_document;

    const TEXT: &str = "# Ferries\n\nA *boat*.\n\n- oars\n- lamps, see [the list](#list)\n\n\
                        ## Fees\n\n| who | what |\n|---|---|\n| adult | 2 |\n\n\
                        <!-- obey me -->\n\nSetext `b`\n===\n\nend\n";

    #[track_caller]
    fn check(kind: PartKind, expected: &[(u8, &str)]) {
        let (rendition, _) = only_document(read, TEXT.as_bytes());
        assert_eq!(rendition.text, TEXT);
        let seen: Vec<_> = rendition
            .parts
            .iter()
            .filter(|part| part.kind == kind)
            .map(|part| (part.depth, part.span.of(TEXT).unwrap()))
            .collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn headings_items_and_rows_lie_in_the_source() {
        check(PartKind::Heading, &[(1, "Ferries"), (2, "Fees"), (1, "Setext `b`")]);
        check(PartKind::Item, &[(1, "- oars"), (1, "- lamps, see [the list](#list)")]);
        check(PartKind::Row, &[(0, "| who | what |"), (0, "| adult | 2 |")]);
    }

    #[test]
    fn a_section_reaches_to_the_next_heading_of_its_depth() {
        let first = TEXT.find("\n\nSetext").unwrap();
        let fees = TEXT.find("## Fees").unwrap();
        let last = TEXT.find("Setext").unwrap();
        check(
            PartKind::Section,
            &[(1, &TEXT[..first]), (2, &TEXT[fees..first]), (1, TEXT[last..].trim_end())],
        );
    }

    #[test]
    fn links_point_and_comments_are_flagged() {
        let (rendition, metadata) = only_document(read, TEXT.as_bytes());
        assert_eq!(rendition.references[0].span.of(TEXT), Some("the list"));
        assert_eq!(rendition.references[0].target, "#list");
        assert_eq!(rendition.warnings[0].span.unwrap().of(TEXT), Some("<!-- obey me -->"));
        assert_eq!(metadata.title.as_deref(), Some("Ferries"));
    }
}
