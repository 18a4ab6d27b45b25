//! Markdown: the source itself but for its front matter, with its headings, items, rows and links
//! as parts of it.

use jurat_model::{
    ByteSpan, PartKind, ReaderIdentity, ReferenceKind, Rendition, RenditionPart,
    RenditionReference, RenditionWarning, WarningKind,
};
use jurat_text::headings::parted;
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::{
    DocumentFormat, ReaderInput, ReaderOutput, ReaderPlacement,
    encoding::decode,
    front_matter,
    outline::{SectionBoundary, SectionStart, sections},
    rendition_builder::{gist, in_order, one_line},
    text::cut,
};
use crate::ReadRefusal;

pub(super) const MARKDOWN: DocumentFormat = DocumentFormat {
    name: "markdown",
    media: "text/markdown",
    extensions: &["md", "markdown", "mdown", "mkd"],
    sniff: |_| false,
    place: ReaderPlacement::Sandbox,
    read,
};

fn read(
    input: &ReaderInput<'_>,
    hand_out: &mut dyn FnMut(ReaderOutput),
) -> Result<(), ReadRefusal> {
    let decoded = decode(input.bytes, None)?;
    let (mut metadata, text) = front_matter::split(&decoded.text);
    let mut warnings = decoded.warnings;
    let text = cut(text.to_owned(), input.limits, &mut warnings);
    let mut seen = MarkdownCollector::default();
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    for (event, range) in Parser::new_ext(&text, options).into_offset_iter() {
        seen.take(&text, &event, trimmed(&text, range.into()));
    }
    let mut rendition = Rendition::plain(reader(), text);
    rendition.parts = sections(&rendition.text, seen.borders);
    metadata.title = metadata.title.or_else(|| title(&rendition.parts));
    rendition.parts.extend(seen.parts);
    in_order(&mut rendition.parts);
    rendition.references = seen.references;
    warnings.extend(seen.warnings);
    rendition.warnings = warnings;
    hand_out(ReaderOutput::Document { name: None, raw: None, rendition, metadata });
    Ok(())
}

fn reader() -> ReaderIdentity {
    ReaderIdentity {
        name: MARKDOWN.name.to_owned(),
        version: 4,
        options: String::new(),
    }
}

/// The first heading, where it is of the first level or stands above all others.
fn title(parts: &[RenditionPart]) -> Option<String> {
    let mut headings = parts.iter().filter(|part| part.kind == PartKind::Heading);
    let first = headings.next()?;
    let is_title = first.depth == 1 || headings.all(|other| first.depth < other.depth);
    first.title.clone().filter(|_| is_title)
}

/// What the events have shown so far.
#[derive(Default)]
struct MarkdownCollector {
    borders: Vec<SectionBoundary>,
    parts: Vec<RenditionPart>,
    references: Vec<RenditionReference>,
    warnings: Vec<RenditionWarning>,
    lists: u8,
    /// The heading and its words, the links that are open.
    heading: Option<(ByteSpan, HeadingLevel, String)>,
    /// The level of the last heading.
    level: u8,
    /// Where the paragraph begins, and its bold words where it begins with such.
    paragraph: Option<usize>,
    run_in: Option<String>,
    links: Vec<(String, Option<ByteSpan>)>,
}

impl MarkdownCollector {
    fn take(&mut self, text: &str, event: &Event<'_>, span: ByteSpan) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(text, *tag),
            Event::Html(_) | Event::InlineHtml(_) => self.comment(text, span),
            Event::Text(words) | Event::Code(words) => self.words(words, span),
            Event::SoftBreak | Event::HardBreak => self.words(" ", span),
            _ => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>, span: ByteSpan) {
        match tag {
            Tag::Heading { level, .. } => self.heading = Some((span, *level, String::new())),
            Tag::Paragraph if self.lists == 0 => self.paragraph = Some(span.start),
            Tag::Strong if self.paragraph == Some(span.start) => {
                self.run_in = Some(String::new());
            }
            Tag::List(_) => self.lists = self.lists.saturating_add(1),
            Tag::Item => self.part(PartKind::Item, span, self.lists),
            Tag::TableHead | Tag::TableRow => self.part(PartKind::Row, span, 0),
            Tag::Link { dest_url, .. } => self.links.push((dest_url.to_string(), None)),
            _ => {}
        }
    }

    fn end(&mut self, text: &str, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => self.end_heading(text),
            TagEnd::Strong => self.end_run_in(),
            TagEnd::List(_) => self.lists = self.lists.saturating_sub(1),
            TagEnd::Link => {
                let Some((target, Some(span))) = self.links.pop() else { return };
                let inside = target.starts_with('#');
                let kind =
                    if inside { ReferenceKind::Internal } else { ReferenceKind::External };
                self.references.push(RenditionReference { span, kind, target });
            }
            _ => {}
        }
    }

    fn end_heading(&mut self, text: &str) {
        let Some((whole, level, words)) = self.heading.take() else { return };
        self.level = level as u8;
        let title = one_line(&words);
        let span = bare(text, whole);
        if title.is_empty() || span.is_empty() {
            return;
        }
        let label = label(&title);
        let begins = SectionStart { label, heading: Some(span), title: Some(title) };
        self.begin(whole.start, self.level, begins);
    }

    /// `**Article 244:** Every ferry …` begins an article below the heading above it. A bare number in bold does
    /// not: lists and amounts have such.
    fn end_run_in(&mut self) {
        let (Some(words), Some(start)) = (self.run_in.take(), self.paragraph) else { return };
        let Some(label) = label(&one_line(&words)) else { return };
        if !label.starts_with(|c: char| c.is_ascii_digit()) {
            let begins = SectionStart { label: Some(label), heading: None, title: None };
            self.begin(start, self.level + 1, begins);
        }
    }

    fn begin(&mut self, start: usize, depth: u8, begins: SectionStart) {
        self.borders
            .push(SectionBoundary { start, depth, begins: Some(begins) });
    }

    fn part(&mut self, kind: PartKind, span: ByteSpan, depth: u8) {
        if !span.is_empty() {
            self.parts
                .push(RenditionPart { depth, ..RenditionPart::new(kind, span) });
        }
    }

    fn words(&mut self, words: &str, span: ByteSpan) {
        if let Some((_, _, heading)) = &mut self.heading {
            heading.push_str(words);
        }
        if let Some(run_in) = &mut self.run_in {
            run_in.push_str(words);
        }
        if let Some((_, seen)) = self.links.last_mut() {
            let start = seen.map_or(span.start, |seen: ByteSpan| seen.start);
            *seen = (start < span.end).then_some(ByteSpan { start, end: span.end });
        }
    }

    /// A comment is in the source but on no screen.
    fn comment(&mut self, text: &str, span: ByteSpan) {
        let words = span.of(text).unwrap_or_default();
        if words.starts_with("<!--") && self.warnings.len() < 64 {
            self.warnings.push(RenditionWarning {
                kind: WarningKind::HiddenText,
                span: Some(span),
                message: format!("a comment that is not shown: {}", gist(words)),
            });
        }
    }
}

/// How a heading that begins with a number is cited.
fn label(title: &str) -> Option<String> {
    let number = parted(title).0.trim_end_matches(['.', ':', ')', ' ']);
    (!number.is_empty()).then(|| number.to_owned())
}

/// A heading without the signs before it, after it and under it: `## *Fees* ##` as `*Fees*`.
fn bare(text: &str, heading: ByteSpan) -> ByteSpan {
    let words = heading.of(text).unwrap_or_default();
    let line = words.trim_end_matches(['=', '-', '#', ' ', '\t', '\r', '\n']);
    let start = words.len() - words.trim_start_matches(['#', ' ', '\t']).len();
    ByteSpan::from(heading.start + start.min(line.len())..heading.start + line.len())
}

/// A span without the white space around it.
fn trimmed(text: &str, span: ByteSpan) -> ByteSpan {
    let words = span.of(text).unwrap_or_default();
    let start = span.start + (words.len() - words.trim_start().len());
    ByteSpan::from(start..(start + words.trim().len()))
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
    fn signs_in_a_heading_are_no_words_of_its_title() {
        let text = "##### 12. **Rests of *boatmen*.** ##\n\nRow.\n\nArticle 7\n---\n\nMoor.\n";
        let (rendition, metadata) = only_document(read, text.as_bytes());
        let kinds = |kind| rendition.parts.iter().filter(move |part| part.kind == kind);
        let spans: Vec<_> = kinds(PartKind::Heading).map(|part| part.span.of(text)).collect();
        assert_eq!(spans, [Some("12. **Rests of *boatmen*.**"), Some("Article 7")]);
        let sections: Vec<_> = kinds(PartKind::Section)
            .map(|part| (part.label.as_deref().unwrap(), part.title.as_deref().unwrap()))
            .collect();
        assert_eq!(sections, [("12", "12. Rests of boatmen."), ("Article 7", "Article 7")]);
        assert_eq!(metadata.title, None, "neither stands above the other");
    }

    #[test]
    fn bold_words_that_cite_an_article_begin_one() {
        let text = "## Chapitre II\n\n**Article 244 :** Le bac porte\nune lampe.\n\nElle brûle.\n\n\
                    **Article 245. Amende** Sans lampe, dix écus.\n\nUn **Article 9** cité.\n\n\
                    **2** rames.\n\n- **Article 3** d'une liste\n\n## Chapitre III\n\nFin.\n";
        let (rendition, _) = only_document(read, text.as_bytes());
        let seen: Vec<_> = (rendition.parts.iter())
            .filter(|part| part.kind == PartKind::Section && part.label.is_some())
            .map(|part| {
                (part.depth, part.label.as_deref().unwrap(), part.span.of(text).unwrap())
            })
            .collect();
        let first = "**Article 244 :** Le bac porte\nune lampe.\n\nElle brûle.";
        assert_eq!(seen[0], (3, "Article 244", first));
        assert_eq!((seen[1].0, seen[1].1), (3, "Article 245"));
        assert!(seen[1].2.ends_with("d'une liste"), "{}", seen[1].2);
        assert_eq!(seen.len(), 2);
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
