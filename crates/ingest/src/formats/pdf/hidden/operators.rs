//! Words that the page's own operators draw without showing them.

use std::collections::HashSet;

use pdf_oxide::{
    PdfDocument,
    content::{Operator, TextElement, parse_content_stream},
    object::Object,
    optional_content::{check_ocg_excluded, compute_default_off_ocgs, resolve_bdc_properties},
};

use super::{
    super::objects::{self, PdfDictionary, StreamFonts},
    HiddenReason, HiddenWords,
};

const DEPTH: u32 = 8;
/// Operators looked at on one page, with all that is drawn on it.
const OPERATORS: usize = 500_000;

/// Every run of words on the page that is drawn and not shown.
pub(super) fn unseen(document: &PdfDocument, index: usize) -> Vec<HiddenWords> {
    let Ok(content) = document.get_page_content_data(index) else { return Vec::new() };
    let resources = objects::resources(document, index);
    let mut walk = OperatorWalk {
        document,
        off: compute_default_off_ocgs(document),
        left: OPERATORS,
        found: Vec::new(),
        open: None,
    };
    walk.stream(&content, resources, &TextGraphicsState::default(), 0);
    walk.close();
    walk.found
}

/// What decides whether letters are shown.
#[derive(Clone, Default)]
struct TextGraphicsState {
    mode: u8,
    transparent: bool,
    layer_off: bool,
    font: Option<String>,
}

impl TextGraphicsState {
    const fn why(&self) -> Option<HiddenReason> {
        if self.layer_off {
            Some(HiddenReason::Layer)
        } else if matches!(self.mode, 3 | 7) {
            Some(HiddenReason::Invisible)
        } else if self.transparent {
            Some(HiddenReason::Transparent)
        } else {
            None
        }
    }
}

struct OperatorWalk<'a> {
    document: &'a PdfDocument,
    /// Layers that are off when the file is opened.
    off: HashSet<String>,
    /// Operators that may still be looked at.
    left: usize,
    found: Vec<HiddenWords>,
    /// A run that may go on.
    open: Option<HiddenWords>,
}

/// One stream of operators with what its names mean.
struct ContentStream {
    resources: PdfDictionary,
    fonts: StreamFonts,
    states: Vec<TextGraphicsState>,
    /// For each open mark, whether it switched the page off.
    marks: Vec<bool>,
}

impl OperatorWalk<'_> {
    fn stream(
        &mut self,
        content: &[u8],
        resources: PdfDictionary,
        state: &TextGraphicsState,
        depth: u32,
    ) {
        let Ok(operators) = parse_content_stream(content) else { return };
        let mut state = state.clone();
        let mut stream = ContentStream {
            resources,
            fonts: StreamFonts::default(),
            states: Vec::new(),
            marks: Vec::new(),
        };
        for operator in operators {
            let Some(left) = self.left.checked_sub(1) else { return };
            self.left = left;
            self.operator(&operator, &mut stream, &mut state, depth);
        }
    }

    fn operator(
        &mut self,
        operator: &Operator,
        stream: &mut ContentStream,
        state: &mut TextGraphicsState,
        depth: u32,
    ) {
        match operator {
            Operator::SaveState => stream.states.push(state.clone()),
            Operator::RestoreState => *state = stream.states.pop().unwrap_or_default(),
            Operator::Tr { render } => state.mode = *render,
            Operator::Tf { font, .. } => state.font = Some(font.clone()),
            Operator::SetExtGState { dict_name } => {
                if let Some(alpha) = self.alpha(stream, dict_name) {
                    state.transparent = alpha <= 0.0;
                }
            }
            Operator::BeginMarkedContent { .. } => stream.marks.push(false),
            Operator::BeginMarkedContentDict { tag, properties } => {
                let off = tag == "OC" && !state.layer_off && self.is_off(stream, properties);
                stream.marks.push(off);
                state.layer_off |= off;
            }
            Operator::EndMarkedContent => {
                let ends = stream.marks.pop() == Some(true);
                state.layer_off &= !ends;
            }
            Operator::Tj { text }
            | Operator::Quote { text }
            | Operator::DoubleQuote { text, .. } => self.show(stream, state, text),
            Operator::TJ { array } => {
                for element in array {
                    if let TextElement::String(text) = element {
                        self.show(stream, state, text);
                    }
                }
            }
            Operator::Do { name } if depth < DEPTH => self.draw(stream, state, name, depth),
            _ => {}
        }
    }

    fn show(&mut self, stream: &mut ContentStream, state: &TextGraphicsState, bytes: &[u8]) {
        let Some(why) = state.why() else { return self.close() };
        let name = state.font.as_deref().unwrap_or_default();
        let font = stream.fonts.get(self.document, &stream.resources, name);
        let words = font.map_or_else(
            || String::from_utf8_lossy(bytes).into_owned(),
            |font| objects::letters(&font, bytes),
        );
        match &mut self.open {
            Some(open) if open.why == why => open.words.push_str(&words),
            _ => {
                self.close();
                self.open = Some(HiddenWords { words, why });
            }
        }
    }

    fn close(&mut self) {
        self.found
            .extend(self.open.take().filter(|open| !open.words.trim().is_empty()));
    }

    /// A form drawn on the page has its own operators and its own names.
    fn draw(
        &mut self,
        stream: &ContentStream,
        state: &TextGraphicsState,
        name: &str,
        depth: u32,
    ) {
        let forms = self.dictionary(stream.resources.get("XObject"));
        let Some(form) = forms.get(name).and_then(|form| objects::resolve(self.document, form))
        else {
            return;
        };
        let Some(dictionary) = form.as_dict() else { return };
        let is_form = dictionary.get("Subtype").and_then(Object::as_name) == Some("Form");
        // Streams of a locked file are unlocked by the library only where it reads them itself.
        if !is_form || self.document.is_encrypted() {
            return;
        }
        let mut state = state.clone();
        let layer = dictionary.get("OC").map(|layer| self.dictionary(Some(layer)));
        state.layer_off |= layer.is_some_and(|layer| self.excluded(&layer));
        let resources = match dictionary.get("Resources") {
            Some(own) => self.dictionary(Some(own)),
            None => stream.resources.clone(),
        };
        if let Ok(content) = form.decode_stream_data() {
            self.stream(&content, resources, &state, depth + 1);
        }
    }

    fn is_off(&self, stream: &ContentStream, properties: &Object) -> bool {
        if self.off.is_empty() {
            return false;
        }
        let resources = Object::Dictionary(stream.resources.clone());
        resolve_bdc_properties(properties, Some(&resources), Some(self.document))
            .is_some_and(|layer| self.excluded(&layer))
    }

    fn excluded(&self, layer: &PdfDictionary) -> bool {
        !self.off.is_empty() && check_ocg_excluded(layer, self.document, &self.off)
    }

    fn alpha(&self, stream: &ContentStream, name: &str) -> Option<f64> {
        let states = self.dictionary(stream.resources.get("ExtGState"));
        let alpha = self.dictionary(states.get(name)).remove("ca")?;
        alpha
            .as_real()
            .or_else(|| alpha.as_integer().map(|whole| if whole == 0 { 0.0 } else { 1.0 }))
    }

    fn dictionary(&self, object: Option<&Object>) -> PdfDictionary {
        objects::dictionary(self.document, object)
    }
}
