//! Words on a page that nobody looking at it would see.
//!
//! Two witnesses: the page's own operators (invisible, switched off, fully transparent) and the
//! letters as they were placed (tiny, in the colour of the paper). What they find is looked up in
//! the page's text, so that each warning has a place. What is cut off with the edge of the page
//! brings its place along.

mod glyphs;
mod locate;
mod operators;

use jurat_model::{RenditionWarning, WarningKind};
use pdf_oxide::PdfDocument;

use super::text::PageText;

/// More finds than this on one page say no more than this many do.
const MOST: usize = 500;
/// The share of a page's letters from which all of it counts as hidden.
const WHOLE: f64 = 0.9;

/// Words that are not seen, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
struct HiddenWords {
    words: String,
    why: HiddenReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum HiddenReason {
    Invisible,
    Layer,
    Transparent,
    Tiny,
    White,
    Outside,
}

impl HiddenReason {
    const fn words(self) -> &'static str {
        match self {
            Self::Invisible => "drawn as invisible",
            Self::Layer => "on a layer that is switched off",
            Self::Transparent => "fully transparent",
            Self::Tiny => "too small to be seen",
            Self::White => "in the colour of the paper",
            Self::Outside => "on the sheet but cut off when it is shown",
        }
    }
}

/// Hidden words, as warnings with their place in the text of the page.
pub(super) fn find_hidden_text(
    document: &PdfDocument,
    index: usize,
    page: &PageText,
) -> Vec<RenditionWarning> {
    let cut_off = page.cut_off.map(|span| {
        let place = locate::HiddenTextMatch {
            span: Some(span),
            words: String::new(),
            why: HiddenReason::Outside,
        };
        warning(&place, &page.text)
    });
    let mut warnings = drawn_or_placed(document, index, &page.text);
    warnings.extend(cut_off);
    warnings
}

fn drawn_or_placed(document: &PdfDocument, index: usize, text: &str) -> Vec<RenditionWarning> {
    let mut unseen = operators::unseen(document, index);
    unseen.extend(glyphs::unseen(document, index));
    if unseen.is_empty() {
        return Vec::new();
    }
    if let Some(why) = throughout(&unseen, text) {
        let span = Some((0..text.len()).into());
        let scan = if why == HiddenReason::Invisible { ", as under a scan" } else { "" };
        let message = format!("all words of the page are {}{scan}", why.words());
        return vec![RenditionWarning { kind: WarningKind::HiddenText, span, message }];
    }
    unseen.truncate(MOST);
    let found = locate::places(text, &unseen);
    found.into_iter().map(|place| warning(&place, text)).collect()
}

fn warning(place: &locate::HiddenTextMatch, text: &str) -> RenditionWarning {
    const SHOWN: usize = 80;
    let words = place.span.and_then(|span| span.of(text)).unwrap_or(&place.words);
    let shown: String = words.chars().take(SHOWN).collect();
    let more = if shown.len() < words.len() { "…" } else { "" };
    RenditionWarning {
        kind: WarningKind::HiddenText,
        span: place.span,
        message: format!("words {}: \"{shown}{more}\"", place.why.words()),
    }
}

/// Whether nearly all letters of the page are hidden for one reason.
#[expect(clippy::cast_precision_loss, reason = "letters of a page fit")]
fn throughout(unseen: &[HiddenWords], text: &str) -> Option<HiddenReason> {
    let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).count();
    let all = letters(text) as f64;
    let why = unseen.first()?.why;
    let same = unseen.iter().filter(|unseen| unseen.why == why);
    let hidden: usize = same.map(|unseen| letters(&unseen.words)).sum();
    (all * WHOLE <= hidden as f64).then_some(why)
}
