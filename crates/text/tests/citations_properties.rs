//! Whatever the text, citations lie within it, in order, and reading stays linear.

use std::time::{Duration, Instant};

use jurat_text::citations::{Citation, CitationOptions, extract};
use proptest::prelude::*;

fn found(text: &str) -> Vec<Citation> {
    extract(text, CitationOptions { now: None })
}

/// Pieces that citations are made of, in any order.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "2019",
        "SCC",
        "65",
        "[",
        "]",
        "(",
        ")",
        " ",
        " ",
        " ",
        "\n",
        "\u{A0}",
        "§",
        "§§",
        "¶",
        "s.",
        "section",
        "of the",
        "Tides",
        "Act",
        "Loi",
        "sur",
        "les",
        "é",
        "’",
        "U.S.",
        "F.2d",
        "v.",
        "R",
        ",",
        "at",
        "para",
        "12-14",
        "Id.",
        "supra",
        "note",
        "ECLI:",
        "EU:C:2014:3",
        "BGH",
        "vom",
        "-",
        "–",
        "/",
        "IMM-",
        "17",
        "SOR/",
        "c",
        "Abs.",
        "BGB",
        "Art.",
        "and",
        "2d",
        ".",
        ";",
        "\u{2009}",
        "🦀",
        "Reg",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn sound(text: &str) {
    let all = found(text);
    let mut last = 0;
    for one in &all {
        assert!(text.get(one.span.clone()).is_some_and(|words| !words.is_empty()), "{one:?}");
        assert!(last <= one.span.start, "{all:#?}");
        last = one.span.end;
        for part in std::iter::once(&one.whole).chain(one.name.as_ref().map(|name| &name.span))
        {
            assert!(text.get(part.clone()).is_some(), "{one:?}");
        }
    }
}

proptest! {
    #[test]
    fn spans_are_on_borders_and_in_order(text in pieces()) {
        sound(&text);
    }

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        sound(&text);
    }

    #[test]
    fn two_texts_are_read_as_each_alone(a in pieces(), b in pieces()) {
        let between = "\n\n. . .\n\n";
        let spans = |text: &str| -> Vec<_> {
            let decisions = found(text).into_iter().filter(|one| one.kind.is_decision());
            decisions.map(|one| (text[one.span.clone()].to_owned(), one.kind)).collect()
        };
        let mut each = spans(&a);
        each.extend(spans(&b));
        prop_assert_eq!(spans(&format!("{a}{between}{b}")), each);
    }
}

/// Megabytes of one thing are read in time: no retry grows with the text.
#[track_caller]
fn check(piece: &str) {
    let size = if cfg!(debug_assertions) { 1 << 20 } else { 10 << 20 };
    let text = piece.repeat(size / piece.len());
    let began = Instant::now();
    std::hint::black_box(found(&text));
    assert!(began.elapsed() < Duration::from_mins(1), "{piece:?}: {:?}", began.elapsed());
}

#[test]
fn hostile_texts_take_linear_time() {
    for piece in [
        "[",
        "2019 ",
        "s. ",
        "§",
        "§ 1, ",
        "1 U.S. ",
        "Act ",
        "Tides Act and ",
        "An Act to amend the ",
        "v. ",
        "Id. ",
        "A v. B, ",
        "section 1, ",
        "section 1\n",
        "(1998) ",
        "Loi sur la ",
        "1,",
        "ECLI:EU:",
        "A v B, 1 U.S. 1 at 5 ",
    ] {
        check(piece);
    }
}
