//! What is drawn over a page by its form fields, stamps and notes: the words of their appearance.
//!
//! The library writes field values where they lie, but knows neither all entries of a list nor what
//! a stamp says. What a viewer would show and the text lacks is found here.

use pdf_oxide::{
    PdfDocument,
    content::{Operator, TextElement, parse_content_stream},
    object::Object,
    optional_content::decode_pdf_text_string,
};

use super::objects::{self, PdfDictionary, StreamFonts};

/// Appearances looked at on one page.
const MOST: usize = 2_000;
/// Operators looked at in one appearance.
const OPERATORS: usize = 20_000;
/// Not shown on a screen: invisible, hidden, without a view.
const UNSEEN: i64 = 0x1 | 0x2 | 0x20;
/// A gap of this share of the font's size parts words.
const GAP: f32 = 0.15;

/// What one field, stamp or note shows.
pub(super) struct AnnotationText {
    pub(super) words: String,
    /// What the field holds, as the library writes it.
    pub(super) value: Option<String>,
}

/// What is drawn over a page, in the order in which it is drawn.
pub(super) fn annotation_texts(document: &PdfDocument, index: usize) -> Vec<AnnotationText> {
    // Streams of a locked file are unlocked by the library only where it reads them itself.
    if document.is_encrypted() {
        return Vec::new();
    }
    let page = document.get_page(index).ok();
    let page = page.as_ref().and_then(Object::as_dict);
    let notes = page.and_then(|page| objects::resolve(document, page.get("Annots")?));
    let Some(Object::Array(notes)) = notes else { return Vec::new() };
    let notes = notes
        .iter()
        .take(MOST)
        .map(|note| objects::dictionary(document, Some(note)));
    let stamps = notes.filter_map(|note| {
        let words = appearance(document, &note)?.trim().to_owned();
        Some(AnnotationText { words, value: value(document, &note) })
    });
    stamps.filter(|stamp| !stamp.words.is_empty()).collect()
}

/// What a field holds; several boxes may share the value of the field above them.
fn value(document: &PdfDocument, note: &PdfDictionary) -> Option<String> {
    let above = objects::dictionary(document, note.get("Parent"));
    let held = objects::resolve(document, note.get("V").or_else(|| above.get("V"))?)?;
    let text = |object: &Object| object.as_string().map(decode_pdf_text_string);
    match &held {
        Object::Array(chosen) => {
            Some(chosen.iter().filter_map(text).collect::<Vec<_>>().join(", "))
        }
        other => text(other),
    }
}

fn appearance(document: &PdfDocument, note: &PdfDictionary) -> Option<String> {
    let flags = note.get("F").and_then(Object::as_integer).unwrap_or_default();
    let popup = note.get("Subtype").and_then(Object::as_name) == Some("Popup");
    if popup || flags & UNSEEN != 0 {
        return None;
    }
    let looks = objects::dictionary(document, note.get("AP"));
    let normal = objects::resolve(document, looks.get("N")?)?;
    let stream = match (&normal, note.get("AS").and_then(Object::as_name)) {
        // A box that can be ticked has one look for each state.
        (Object::Dictionary(states), Some(state)) => {
            objects::resolve(document, states.get(state)?)?
        }
        _ => normal,
    };
    let content = stream.decode_stream_data().ok()?;
    let resources = objects::dictionary(document, stream.as_dict()?.get("Resources"));
    Some(AppearanceReader::read(document, &resources, &content))
}

/// Words as they are drawn, with blanks where there are gaps.
struct AppearanceReader<'a> {
    document: &'a PdfDocument,
    resources: &'a PdfDictionary,
    fonts: StreamFonts,
    font: String,
    size: f32,
    /// How far the pen is behind the start of the line.
    pen: f32,
    words: String,
}

impl<'a> AppearanceReader<'a> {
    fn read(document: &'a PdfDocument, resources: &'a PdfDictionary, content: &[u8]) -> String {
        let mut drawn = Self {
            document,
            resources,
            fonts: StreamFonts::default(),
            font: String::new(),
            size: 1.0,
            pen: 0.0,
            words: String::new(),
        };
        for operator in parse_content_stream(content)
            .unwrap_or_default()
            .iter()
            .take(OPERATORS)
        {
            drawn.operator(operator);
        }
        drawn.words
    }

    fn operator(&mut self, operator: &Operator) {
        match operator {
            Operator::Tf { font, size } => {
                self.font.clone_from(font);
                self.size = size.abs();
            }
            Operator::Td { tx, ty } | Operator::TD { tx, ty } => self.go(*tx, *ty),
            Operator::Tm { .. } | Operator::TStar | Operator::EndText => self.part('\n'),
            Operator::Tj { text } => self.show(text),
            Operator::Quote { text } | Operator::DoubleQuote { text, .. } => {
                self.part('\n');
                self.show(text);
            }
            Operator::TJ { array } => array.iter().for_each(|element| match element {
                TextElement::String(text) => self.show(text),
                TextElement::Offset(back) => self.step(-back / 1000.0 * self.size),
            }),
            _ => {}
        }
    }

    /// To a new start: on the same line it may go on with the same word.
    fn go(&mut self, right: f32, up: f32) {
        if up != 0.0 {
            return self.part('\n');
        }
        let gap = right - self.pen;
        self.pen = 0.0;
        if !gap.abs().le(&(GAP * self.size)) {
            self.words.push(' ');
        }
    }

    fn step(&mut self, right: f32) {
        self.pen += right;
        if GAP * self.size < right {
            self.words.push(' ');
        }
    }

    fn part(&mut self, with: char) {
        self.pen = 0.0;
        if !self.words.ends_with('\n') {
            self.words.push(with);
        }
    }

    fn show(&mut self, text: &[u8]) {
        let Some(font) = self.fonts.get(self.document, self.resources, &self.font) else {
            return;
        };
        self.words.push_str(&objects::letters(&font, text));
        let widths = objects::codes(&font, text)
            .into_iter()
            .map(|code| font.get_glyph_width(code));
        self.pen += widths.sum::<f32>() / 1000.0 * self.size;
    }
}
