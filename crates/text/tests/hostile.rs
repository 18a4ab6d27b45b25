//! Text made to be slow. Each of these would not end within a day if the work grew with the square
//! of the length.

use jurat_text::{
    FoldedText, Language, QuoteAnchor, anchor::anchor, crossref::cross_references,
    sentences::sentences, tokens::words,
};

/// Without optimisation less will do: twenty times slower, and the square would still show.
const BYTES: usize = if cfg!(debug_assertions) { 1_000_000 } else { 10_000_000 };

fn check(unit: &str) {
    let text = unit.repeat(BYTES / unit.len());
    let found = sentences(&text);
    assert!(found.iter().all(|one| text.get(one.range.clone()).is_some()));
    let folded = FoldedText::new(&text);
    assert!(folded.text().len() <= 4 * BYTES);
    let _ = words(&text).count();
    let _ = cross_references(&text).len();
    let _ = Language::of(&text);
}

#[test]
fn brackets() {
    check("(");
    check(")");
}

#[test]
fn points() {
    check("a.");
    check(".");
    check(". ");
    check("1. ");
}

#[test]
fn combining_marks() {
    check("\u{301}");
    check("a\u{301}\u{316}");
}

#[test]
fn line_ends() {
    check("\n");
    check("\r\n");
    check("a\n");
    check("(a)\n");
    check("a-\n");
}

#[test]
fn lists_and_references() {
    check(": (a) ");
    check("; (b)");
    check("s. 1, ");
    check("§");
    check("art. 1(a)(b)(c)");
}

#[test]
fn quotes_that_stand_almost_everywhere() {
    for unit in ["ab ", "a", "must not ", "ab"] {
        let text = unit.repeat(1_000_000 / unit.len());
        let source = [FoldedText::new(&text)];
        for quote in [unit.repeat(500), format!("{}x", unit.repeat(500))] {
            let found = anchor(&quote, &source, Some(0));
            assert!(!matches!(found, QuoteAnchor::TooShort), "{unit}");
        }
    }
}

#[test]
fn a_quote_as_long_as_its_source() {
    let text = "the holder must not leave ".repeat(20_000);
    let quote = text.replace("leave", "stay");
    assert!(!anchor(&quote, &[FoldedText::new(&text)], None).is_verbatim());
}
