//! From the paragraphs, runs and tables of a document to its text.

use std::collections::BTreeMap;

use jurat_model::{
    ByteSpan, PartKind, ReaderIdentity, ReferenceKind, Rendition, RenditionPart, WarningKind,
};
use quick_xml::events::BytesStart;

use super::{
    numbering::ListNumbering,
    styles::{DocxStyles, ParagraphStyle, is_on, outline},
    tables::TableStack,
};
use crate::{
    FileLimits,
    formats::{
        rendition_builder::{OpenHeading, OpenTextRange, RenditionBuilder, gist},
        xml::{XmlEvent, attribute},
    },
};

pub(super) struct DocxTextWriter {
    script: RenditionBuilder,
    styles: DocxStyles,
    numbering: ListNumbering,
    pub(super) links: BTreeMap<String, String>,
    pub(super) notes: BTreeMap<String, String>,
    /// The notes that the text has shown, in order.
    shown: Vec<String>,
    open: Vec<OpenDocxElement>,
    paragraphs: Vec<DocxParagraph>,
    tables: TableStack,
    /// How many elements deep we are in something that is not read.
    muted: usize,
    in_words: bool,
    run_hidden: bool,
    run_faint: bool,
    tally: DocxWarningTally,
}

/// What was met and needs saying.
#[derive(Default)]
struct DocxWarningTally {
    deleted: usize,
    inserted: usize,
    comments: usize,
    hidden: String,
    faint: String,
}

/// An open element that has to be ended.
enum OpenDocxElement {
    Other,
    Paragraph,
    Properties,
    Words,
    Run,
    Table,
    Row,
    Cell,
    Link(Option<OpenTextRange>),
}

/// A paragraph, before and after its first word.
#[derive(Default)]
struct DocxParagraph {
    style: ParagraphStyle,
    in_properties: bool,
    /// Its end was deleted or is hidden: without words there is nothing to see of it.
    gone: bool,
    begun: bool,
    heading: Option<OpenHeading>,
    item: Option<OpenTextRange>,
}

impl DocxTextWriter {
    pub(super) fn new(
        limits: &FileLimits,
        styles: DocxStyles,
        numbering: ListNumbering,
    ) -> Self {
        Self {
            script: RenditionBuilder::new(limits),
            styles,
            numbering,
            links: BTreeMap::new(),
            notes: BTreeMap::new(),
            shown: Vec::new(),
            open: Vec::new(),
            paragraphs: Vec::new(),
            tables: TableStack::default(),
            muted: 0,
            in_words: false,
            run_hidden: false,
            run_faint: false,
            tally: DocxWarningTally::default(),
        }
    }

    pub(super) fn take(&mut self, next: &XmlEvent<'_>) {
        match next {
            XmlEvent::Start(_) if 0 < self.muted => self.muted += 1,
            XmlEvent::Start(start) => self.start(start),
            XmlEvent::End(_) if 0 < self.muted => self.muted -= 1,
            XmlEvent::End(_) => self.end(),
            XmlEvent::Words(words) if self.in_words && self.muted == 0 => self.words(words),
            XmlEvent::Words(_) => {}
        }
    }

    pub(super) fn finish(mut self, reader: ReaderIdentity) -> Rendition {
        self.script.close_under(0);
        for (number, id) in (1..).zip(std::mem::take(&mut self.shown)) {
            let words = self.notes.get(&id).cloned().unwrap_or_default();
            self.script.line();
            self.script.words(&format!("[{number}] {words}"));
        }
        let DocxWarningTally { deleted, inserted, comments, hidden, faint } = self.tally;
        let mut warn = |message| self.script.warn(WarningKind::HiddenText, None, message);
        if 0 < deleted {
            warn(format!("{deleted} tracked deletions were left out"));
        }
        if 0 < inserted {
            warn(format!("{inserted} tracked insertions were read as text"));
        }
        if 0 < comments {
            warn(format!("{comments} comments were left out"));
        }
        if !hidden.trim().is_empty() {
            warn(format!("words formatted as hidden were left out: {}", gist(&hidden)));
        }
        if !faint.trim().is_empty() {
            warn(format!("words in white or too small to see were read: {}", gist(&faint)));
        }
        self.script.finish(reader)
    }

    fn start(&mut self, start: &BytesStart<'_>) {
        let name = start.local_name().into_inner();
        let in_properties = self.paragraphs.last().is_some_and(|seen| seen.in_properties);
        let begun = match name {
            "p" => {
                self.paragraphs.push(DocxParagraph::default());
                self.script.line();
                OpenDocxElement::Paragraph
            }
            "pPr" => {
                self.paragraphs
                    .last_mut()
                    .into_iter()
                    .for_each(|seen| seen.in_properties = true);
                OpenDocxElement::Properties
            }
            _ if in_properties => {
                self.property(name, start);
                return;
            }
            "del" | "moveFrom" => {
                self.tally.deleted += 1;
                self.muted = 1;
                return;
            }
            "instrText" | "delText" | "delInstrText" | "fldData" | "Fallback" | "sectPr"
            | "rPrChange" | "tblPr" | "tcPr" | "trPrChange" => {
                self.muted = 1;
                return;
            }
            "r" => {
                (self.run_hidden, self.run_faint) = (false, false);
                OpenDocxElement::Run
            }
            "t" => {
                self.in_words = true;
                OpenDocxElement::Words
            }
            "tbl" | "tr" | "tc" => self.start_table(name),
            "hyperlink" => OpenDocxElement::Link(self.link(start)),
            _ => {
                self.small(name, start);
                OpenDocxElement::Other
            }
        };
        self.open.push(begun);
    }

    /// A table or what it is made of.
    fn start_table(&mut self, name: &str) -> OpenDocxElement {
        match name {
            "tbl" => {
                self.tables.begin();
                OpenDocxElement::Table
            }
            "tr" => {
                self.tables.begin_row(&mut self.script);
                OpenDocxElement::Row
            }
            _ => {
                self.tables.begin_cell(&mut self.script);
                OpenDocxElement::Cell
            }
        }
    }

    /// A property of a paragraph. It has no words, and nothing in it is looked into but lists.
    fn property(&mut self, name: &str, start: &BytesStart<'_>) {
        let Some(paragraph) = self.paragraphs.last_mut() else { return };
        let value = || attribute(start, "val");
        match name {
            "pStyle" => paragraph.style = self.styles.of(&value().unwrap_or_default()),
            "outlineLvl" => {
                paragraph.style.heading = outline(value()).or(paragraph.style.heading);
            }
            "numId" => paragraph.style.list = value(),
            "ilvl" => paragraph.style.level = value().and_then(|level| level.parse().ok()),
            // Of the mark that ends the paragraph.
            "del" | "moveFrom" => paragraph.gone = true,
            "vanish" => paragraph.gone |= is_on(value().as_deref()),
            "sectPr" | "pPrChange" | "rPrChange" => {
                self.muted = 1;
                return;
            }
            _ => {}
        }
        self.open.push(OpenDocxElement::Other);
    }

    /// Elements that stand for a letter, a break or a mark.
    fn small(&mut self, name: &str, start: &BytesStart<'_>) {
        match name {
            "tab" | "ptab" => self.script.space(),
            "br" | "cr" => self.script.line(),
            "noBreakHyphen" => self.words("-"),
            "ins" | "moveTo" => self.tally.inserted += 1,
            "tblHeader" if is_on(attribute(start, "val").as_deref()) => {
                self.tables.mark_header();
            }
            "commentReference" => self.tally.comments += 1,
            "vanish" => self.run_hidden |= is_on(attribute(start, "val").as_deref()),
            // White may stand on a dark ground, so it is read and told.
            "color" => {
                self.run_faint |= value_is(start, |value| value.eq_ignore_ascii_case("ffffff"));
            }
            // In half points.
            "sz" => {
                self.run_faint |=
                    value_is(start, |value| matches!(value, "0" | "1" | "2" | "3"));
            }
            "rStyle" => {
                let id = attribute(start, "val").unwrap_or_default();
                self.run_hidden |= self.styles.of(&id).hidden;
            }
            "footnoteReference" | "endnoteReference" => {
                let kind = name.trim_end_matches("Reference");
                let id = attribute(start, "id").unwrap_or_default();
                self.shown.push(format!("{kind} {id}"));
                let mark = format!("[{}]", self.shown.len());
                self.words(&mark);
            }
            _ => {}
        }
    }

    fn words(&mut self, words: &str) {
        let style_hides = self.paragraphs.last().is_some_and(|seen| seen.style.hidden);
        if self.run_hidden || style_hides {
            if self.tally.hidden.len() < 1024 {
                self.tally.hidden.push_str(words);
            }
            return;
        }
        if self.run_faint && self.tally.faint.len() < 1024 {
            self.tally.faint.push_str(words);
        }
        if !words.trim().is_empty() {
            self.tables.before_words(&mut self.script);
            self.begin_paragraph();
        }
        self.script.words(words);
    }

    /// At its first word, a paragraph shows what it is.
    fn begin_paragraph(&mut self) {
        let flat = self.script.is_flat();
        let Some(paragraph) = self.paragraphs.last_mut().filter(|seen| !seen.begun) else {
            return;
        };
        paragraph.begun = true;
        let (mark, level) = number(&mut self.numbering, &paragraph.style);
        if let Some(depth) = paragraph.style.heading.filter(|_| !flat) {
            let heading = self.script.open_heading(depth);
            let label = mark.as_deref().map(|mark| mark.trim_end_matches('.').to_owned());
            for part in self.script.heading_parts(heading) {
                part.label.clone_from(&label);
            }
            paragraph.heading = Some(heading);
        } else if mark.is_some() {
            let depth = level.saturating_add(1);
            paragraph.item =
                Some(self.script.open(RenditionPart { depth, ..part(PartKind::Item) }));
        } else {
            self.script.blank();
        }
        if let Some(mark) = mark {
            self.script.words(&format!("{mark} "));
        }
    }

    fn link(&mut self, start: &BytesStart<'_>) -> Option<OpenTextRange> {
        self.tables.before_words(&mut self.script);
        let outside = attribute(start, "id").and_then(|id| self.links.get(&id).cloned());
        let (kind, target) = match outside {
            Some(target) => (ReferenceKind::External, target),
            None => (ReferenceKind::Internal, format!("#{}", attribute(start, "anchor")?)),
        };
        Some(self.script.refer(kind, target))
    }

    fn end(&mut self) {
        match self.open.pop() {
            Some(OpenDocxElement::Paragraph) => self.end_paragraph(),
            Some(OpenDocxElement::Properties) => {
                self.paragraphs
                    .last_mut()
                    .into_iter()
                    .for_each(|seen| seen.in_properties = false);
            }
            Some(OpenDocxElement::Words) => self.in_words = false,
            Some(OpenDocxElement::Run) => (self.run_hidden, self.run_faint) = (false, false),
            Some(OpenDocxElement::Table) => self.tables.end(),
            Some(OpenDocxElement::Row) => self.tables.end_row(&mut self.script),
            Some(OpenDocxElement::Cell) => self.script.unflatten(),
            Some(OpenDocxElement::Link(Some(open))) => self.script.close(open),
            Some(OpenDocxElement::Other | OpenDocxElement::Link(None)) | None => {}
        }
    }

    fn end_paragraph(&mut self) {
        let Some(paragraph) = self.paragraphs.pop() else { return };
        if !paragraph.begun && !paragraph.gone && !paragraph.style.hidden {
            // Nothing is said under its number, but the next one counts on from it.
            number(&mut self.numbering, &paragraph.style);
        }
        if let Some(heading) = paragraph.heading {
            self.script.close_heading(heading);
        }
        if let Some(item) = paragraph.item {
            self.script.close(item);
        }
        self.script.line();
    }
}

/// The mark that a paragraph of a list begins with, and its level.
fn number(numbering: &mut ListNumbering, style: &ParagraphStyle) -> (Option<String>, u8) {
    let Some(list) = style.list.as_deref().filter(|list| *list != "0") else {
        return (None, 0);
    };
    let level = style.level.or_else(|| numbering.level_of(list, &style.ids));
    let level = level.unwrap_or_default();
    (numbering.next(list, level), level)
}

fn value_is(start: &BytesStart<'_>, is: fn(&str) -> bool) -> bool {
    attribute(start, "val").is_some_and(|value| is(&value))
}

const fn part(kind: PartKind) -> RenditionPart {
    RenditionPart::new(kind, ByteSpan { start: 0, end: 0 })
}
