//! Marks that the library takes for accents. Typesetters draw an accent over its letter; a mark
//! that has a place of its own, such as the backtick before a name, is that mark.

use std::collections::BTreeSet;

use pdf_oxide::{PdfDocument, layout::TextSpan};
use unicode_normalization::{UnicodeNormalization, char::compose};

use super::page_spans::raw_spans;

/// Marks of code that are also accents, each with the accent.
const MARKS: [(char, char); 3] = [('`', '\u{300}'), ('^', '\u{302}'), ('~', '\u{303}')];
/// Marked words that are looked for on a page.
const MOST: usize = 1024;
/// A mark that moves on by this share of the font's size has a place of its own.
const PLACE: f32 = 0.12;
/// Letters by which a word is known again.
const KNOWN_BY: usize = 12;

/// Sets the marks free that were folded into the letter after them.
pub(super) fn set_free(document: &PdfDocument, index: usize, text: &str) -> Option<String> {
    if !text.split_whitespace().any(starts_with_accent) {
        return None;
    }
    let spans = raw_spans(document, index).ok()?;
    let marked: BTreeSet<AccentCorrection> =
        spans.iter().filter_map(AccentCorrection::of).take(MOST).collect();
    let marked: Vec<AccentCorrection> = marked.into_iter().collect();
    (!marked.is_empty()).then(|| freed(text, &marked))
}

/// Longer words alone: few of any language begin so, and a page is read twice for them.
fn starts_with_accent(word: &str) -> bool {
    let word = word.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let mut letters = word.chars().take(3).flat_map(UnicodeNormalization::nfd);
    letters.next();
    letters
        .next()
        .is_some_and(|accent| MARKS.iter().any(|one| one.1 == accent))
        && word.chars().nth(2).is_some()
}

/// A word with a mark before it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct AccentCorrection {
    /// As the library wrote it.
    written: String,
    /// As it stands there.
    drawn: String,
}

impl AccentCorrection {
    fn of(span: &TextSpan) -> Option<Self> {
        let advance = *span.char_widths.first()?;
        (PLACE * span.font_size < advance).then(|| Self::read(&span.text))?
    }

    fn read(text: &str) -> Option<Self> {
        let word: String = text.split_whitespace().next()?.chars().take(KNOWN_BY).collect();
        let mut letters = word.chars();
        let (mark, base) = (letters.next()?, letters.next()?);
        let (_, accent) = MARKS.iter().find(|one| one.0 == mark)?;
        let written = match compose(base, *accent) {
            Some(letter) => format!("{letter}{}", letters.as_str()),
            None => format!("{base}{accent}{}", letters.as_str()),
        };
        base.is_alphabetic().then_some(Self { written, drawn: word })
    }
}

fn freed(text: &str, marked: &[AccentCorrection]) -> String {
    let mut freed = String::with_capacity(text.len() + marked.len());
    let mut inside = false;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let known = marked.iter().find(|one| !inside && rest.starts_with(&one.written));
        let (taken, put) = match known {
            Some(one) => (one.written.len(), one.drawn.as_str()),
            None => (letter.len_utf8(), &rest[..letter.len_utf8()]),
        };
        freed.push_str(put);
        inside = letter.is_alphanumeric();
        rest = &rest[taken..];
    }
    freed
}

#[cfg(test)]
mod tests {
    use super::{AccentCorrection, freed, starts_with_accent};

    #[track_caller]
    fn check(drawn: &str, text: &str, expected: &str) {
        let marked: Vec<AccentCorrection> = AccentCorrection::read(drawn).into_iter().collect();
        assert_eq!(freed(text, &marked), expected, "{drawn}");
    }

    #[test]
    fn a_mark_with_a_place_of_its_own_is_no_accent() {
        check(
            "`src/graph.py` builds it",
            "s\u{300}rc/graph.py` builds it",
            "`src/graph.py` builds it",
        );
        check("`app.py`", "see \u{e0}pp.py`, then", "see `app.py`, then");
        check("~harbour", "(h\u{303}arbour)", "(~harbour)");
        check("`app.py`", "dr\u{e0}pp.py`", "dr\u{e0}pp.py`");
        check("plain", "\u{ea}t\u{e9}", "\u{ea}t\u{e9}");
        check("`42", "\u{ea}t\u{e9}", "\u{ea}t\u{e9}");
    }

    #[test]
    fn only_pages_that_may_hold_one_are_read_twice() {
        assert!(starts_with_accent("s\u{300}rc/graph.py"));
        assert!(starts_with_accent("(\u{e0}pp.py"));
        assert!(starts_with_accent("\u{ea}t\u{e9}"));
        assert!(!starts_with_accent("\u{e0}"));
        assert!(!starts_with_accent("\u{e9}cole\u{300}"));
        assert!(!starts_with_accent("graph"));
    }
}
