//! What lies behind the names and references of a PDF.

use std::{
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

use pdf_oxide::{PdfDocument, fonts::FontInfo, object::Object};

pub(super) type PdfDictionary = HashMap<String, Object>;

/// What an object is, once its reference was followed.
pub(super) fn resolve(document: &PdfDocument, object: &Object) -> Option<Object> {
    match object.as_reference() {
        Some(reference) => document.load_object(reference).ok(),
        None => Some(object.clone()),
    }
}

/// A dictionary, or an empty one where there is none.
pub(super) fn dictionary(document: &PdfDocument, object: Option<&Object>) -> PdfDictionary {
    let resolved = object.and_then(|object| resolve(document, object));
    resolved
        .and_then(|object| object.as_dict().cloned())
        .unwrap_or_default()
}

/// What the operators of a page may name.
pub(super) fn resources(document: &PdfDocument, index: usize) -> PdfDictionary {
    let page = document.get_page(index).ok();
    let page = page.as_ref().and_then(Object::as_dict);
    dictionary(document, page.and_then(|page| page.get("Resources")))
}

/// The fonts that one stream of operators names, read when they are first used.
#[derive(Default)]
pub(super) struct StreamFonts(BTreeMap<String, Option<Rc<FontInfo>>>);

impl StreamFonts {
    pub(super) fn get(
        &mut self,
        document: &PdfDocument,
        resources: &PdfDictionary,
        name: &str,
    ) -> Option<Rc<FontInfo>> {
        if let Some(known) = self.0.get(name) {
            return known.clone();
        }
        let fonts = dictionary(document, resources.get("Font"));
        let font = fonts.get(name).and_then(|font| resolve(document, font));
        let font = font
            .and_then(|font| FontInfo::from_dict(&font, document).ok())
            .map(Rc::new);
        self.0.insert(name.to_owned(), font.clone());
        font
    }
}

/// The codes of a string: those of composite fonts are two bytes long, others one.
pub(super) fn codes(font: &FontInfo, bytes: &[u8]) -> Vec<u16> {
    if font.subtype == "Type0" {
        return bytes
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
    }
    bytes.iter().copied().map(u16::from).collect()
}

/// The letters of a string.
pub(super) fn letters(font: &FontInfo, bytes: &[u8]) -> String {
    let letter = |code: u16| font.char_to_unicode(u32::from(code)).unwrap_or_default();
    codes(font, bytes).into_iter().map(letter).collect()
}
