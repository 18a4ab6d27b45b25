//! Pages put together to the one document that they are.

use jurat_model::{
    ByteSpan, PartKind, Rendition, RenditionPart, RenditionWarning, WarningKind,
};

use crate::{FileLimits, ReadRefusal, RefusalKind};

/// What stands between two pages: the end of a line and of a sheet.
const BREAK: &str = "\n\u{c}";

/// Pages on their way to a document.
#[derive(Default)]
pub(super) struct PageAssembler {
    pages: Vec<(u32, Rendition)>,
}

impl PageAssembler {
    pub(super) fn add(&mut self, number: u32, of: u32, rendition: Rendition) {
        let next = self.pages.last().map_or(0, |(last, _)| last + 1);
        if next <= number && number < of {
            self.pages.push((number, rendition));
        }
    }

    /// The document; nothing where the format has no pages; a refusal where nothing could be read.
    pub(super) fn finish(
        self,
        end: Result<(), ReadRefusal>,
        died: Option<ReadRefusal>,
        limits: &FileLimits,
    ) -> Result<Option<Rendition>, ReadRefusal> {
        let Some(mut whole) = join(self.pages, limits) else {
            return end.map(|()| None);
        };
        if whole.text.trim().is_empty() && whole.fields.is_empty() {
            return Err(nothing(end, died));
        }
        if let Err(refusal) = end {
            whole.warnings.push(RenditionWarning {
                kind: WarningKind::Truncated,
                span: None,
                message: format!("the rest could not be read: {}", refusal.message),
            });
        }
        Ok(Some(whole))
    }
}

/// Why there is no text: what killed a reader says more than that the others found none.
fn nothing(end: Result<(), ReadRefusal>, died: Option<ReadRefusal>) -> ReadRefusal {
    let empty = || ReadRefusal::new(RefusalKind::Empty, "there is no text on its pages");
    died.or(end.err()).unwrap_or_else(empty)
}

fn join(pages: Vec<(u32, Rendition)>, limits: &FileLimits) -> Option<Rendition> {
    let mut pages = pages.into_iter();
    let (number, first) = pages.next()?;
    let mut whole = Rendition::plain(first.reader.clone(), String::new());
    append(&mut whole, number, first, limits);
    for (number, page) in pages {
        if whole.reader.name.is_empty() {
            whole.reader.clone_from(&page.reader);
        }
        if !append(&mut whole, number, page, limits) {
            break;
        }
    }
    Some(whole)
}

/// Adds a page, its spans moved to where it now lies; whether there was room.
fn append(whole: &mut Rendition, number: u32, page: Rendition, limits: &FileLimits) -> bool {
    let room = whole.text.len() + BREAK.len() + page.text.len();
    if limits.text_bytes < room as u64 {
        whole.warnings.push(RenditionWarning {
            kind: WarningKind::Truncated,
            span: None,
            message: format!("text after {} bytes was left out", whole.text.len()),
        });
        return false;
    }
    if !whole.parts.is_empty() {
        whole.text.push_str(BREAK);
    }
    let by = whole.text.len();
    let span = ByteSpan::from(by..by + page.text.len());
    let moved = |span: ByteSpan| {
        fits(&page.text, span).then(|| ByteSpan::from(span.start + by..span.end + by))
    };
    let mut sheet = RenditionPart::new(PartKind::Page, span);
    sheet.label = Some((u64::from(number) + 1).to_string());
    let before = whole.parts.len();
    for part in &page.parts {
        let Some(place) = moved(part.span) else { continue };
        if part.kind == PartKind::Page {
            sheet.label.clone_from(&part.label);
        } else {
            whole.parts.push(RenditionPart { span: place, ..part.clone() });
        }
    }
    // A page comes before what lies on it.
    whole.parts.insert(before, sheet);
    whole.warnings.extend(
        page.warnings
            .iter()
            .cloned()
            .map(|warning| RenditionWarning { span: warning.span.and_then(moved), ..warning }),
    );
    whole.text.push_str(&page.text);
    // Forms belong to the document and come again with the first page of each child.
    if whole.fields.is_empty() {
        whole.fields = page.fields;
    }
    true
}

/// What a child says of places is only believed where it can be true.
fn fits(text: &str, span: ByteSpan) -> bool {
    span.of(text).is_some()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use jurat_model::{
        PartKind, ReaderIdentity, Rendition, RenditionPart, RenditionWarning, WarningKind,
    };

    use super::PageAssembler;
    use crate::{FileLimits, ReadRefusal, RefusalKind};

    fn page(text: &str) -> Rendition {
        let reader = ReaderIdentity {
            name: "drill".to_owned(),
            version: 1,
            options: String::new(),
        };
        Rendition::plain(reader, text.to_owned())
    }

    fn join(
        pages: Vec<Rendition>,
        limits: &FileLimits,
    ) -> Result<Option<Rendition>, ReadRefusal> {
        let mut gathered = PageAssembler::default();
        let of = u32::try_from(pages.len()).unwrap();
        for (number, page) in (0..).zip(pages) {
            gathered.add(number, of, page);
        }
        gathered.finish(Ok(()), None, limits)
    }

    #[test]
    fn what_lies_on_a_page_moves_with_it() {
        let mut second = page("zwei ü");
        second
            .parts
            .push(RenditionPart::new(PartKind::Heading, (5..7).into()));
        second.warnings.push(RenditionWarning {
            kind: WarningKind::HiddenText,
            span: Some((0..4).into()),
            message: String::new(),
        });
        let whole = join(vec![page("eins"), second], &FileLimits::default())
            .unwrap()
            .unwrap();
        let parts: Vec<&str> = whole
            .parts
            .iter()
            .map(|part| part.span.of(&whole.text).unwrap())
            .collect();
        assert_eq!(parts, ["eins", "zwei ü", "ü"]);
        assert_eq!(whole.warnings[0].span.unwrap().of(&whole.text), Some("zwei"));
    }

    #[test]
    fn a_span_that_cannot_be_is_dropped() {
        let mut only = page("ü");
        only.parts.push(RenditionPart::new(PartKind::Heading, (1..9).into()));
        let whole = join(vec![only], &FileLimits::default()).unwrap().unwrap();
        assert_eq!(whole.parts.len(), 1);
    }

    #[test]
    fn text_beyond_the_limit_is_left_out_and_said() {
        let limits = FileLimits { text_bytes: 8, ..FileLimits::default() };
        let whole = join(vec![page("eins"), page("zwei"), page("drei")], &limits)
            .unwrap()
            .unwrap();
        assert_eq!(whole.text, "eins");
        assert_eq!(whole.warnings[0].kind, WarningKind::Truncated);
    }

    #[test]
    fn pages_without_a_word_are_empty() {
        let refused = join(vec![page(" "), page("")], &FileLimits::default()).unwrap_err();
        assert_eq!(refused.kind, RefusalKind::Empty);
    }
}
