//! What holds of any text, however strange.

use std::ops::Range;

use jurat_text::{
    FoldedText, Language, QuoteAnchor, anchor::anchor, crossref::cross_references, fold::fold,
    sentences::sentences, tokens::words,
};
use proptest::prelude::*;

/// Text with more of what matters here than chance would give.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z]{1,9}",
        2 => "[ \n\t]{1,3}",
        1 => "[.!?:;,()\\[\\]\"'-]{1,3}",
        1 => "\\PC{0,4}",
        1 => any::<char>().prop_map(String::from),
        1 => "(\\([a-z0-9]{1,2}\\)|[0-9]{1,3}[.)]|[•–] |art\\. 5|§ 3|v\\. |No\\. )",
        1 => "(e\u{301}|\u{301}|ﬁ|ß|İ|“|—|…|\u{ad}|-\n|\u{200b}|\u{a0}|ｶﾞ|각)",
        1 => "([0-9]{1,4}|[0-9] [0-9]{3}|[²³¹⁰⁻₂½¼⅓⅟①⑴⒈㉑]{1,2}|[0-9][″”\"'′]|[$€%‰°<≥±])",
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn on_borders(text: &str, range: &Range<usize>) -> bool {
    range.start <= range.end && text.get(range.clone()).is_some()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sentences_hold_each_visible_byte_once(text in text()) {
        let found = sentences(&text);
        let mut at = 0;
        for (index, one) in found.iter().enumerate() {
            prop_assert!(on_borders(&text, &one.range) && !one.range.is_empty());
            prop_assert!(at <= one.range.start);
            prop_assert!(text[at..one.range.start].trim().is_empty());
            let inner = &text[one.range.clone()];
            prop_assert_eq!(inner, inner.trim());
            prop_assert!(one.lead_in.is_none_or(|lead| lead < index));
            at = one.range.end;
        }
        prop_assert!(text[at..].trim().is_empty());
    }

    #[test]
    fn the_folded_view_maps_back_in_order(text in text()) {
        let folded = FoldedText::new(&text);
        let mut last = 0..0;
        for (at, c) in folded.text().char_indices() {
            let range = folded.source_range(at..at + c.len_utf8());
            prop_assert!(on_borders(&text, &range) && !range.is_empty());
            prop_assert!(last.start <= range.start && last.end <= range.end);
            last = range;
        }
    }

    #[test]
    fn folding_twice_changes_nothing(text in "[a-zA-Z0-9 .,;é“”’—-]{0,60}") {
        let once = fold(&text);
        prop_assert_eq!(fold(&once), once);
    }

    #[test]
    fn folding_strange_text_twice_changes_nothing(text in text()) {
        let once = fold(&text);
        prop_assert_eq!(fold(&once), once);
    }

    #[test]
    fn a_verbatim_anchor_reads_as_the_quote_does(
        text in text(), start in 0_usize..200, len in 12_usize..80,
    ) {
        let border = |at: usize| text.floor_char_boundary(at.min(text.len()));
        let quote = &text[border(start)..border(start + len)];
        let sources = [FoldedText::new(&text)];
        let found = anchor(quote, &sources, Some(0));
        if let QuoteAnchor::Found { place, others } = &found {
            for place in std::iter::once(place).chain(others) {
                let letters = |text: &str| -> String {
                    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
                };
                prop_assert!(place.ranges.iter().all(|range| on_borders(&text, range)));
                let read: String = place.ranges.iter().map(|range| letters(&text[range.clone()])).collect();
                prop_assert_eq!(read, letters(quote));
            }
        }
    }

    #[test]
    fn whole_words_of_plain_text_are_found(
        words in proptest::collection::vec("[a-z]{6,9}", 8..40), from in 0_usize..4, to in 5_usize..8,
    ) {
        let text = words.join(" ");
        let quote = words[from..to].join("\n");
        prop_assume!(12 <= quote.len());
        prop_assert!(anchor(&quote, &[FoldedText::new(&text)], None).is_verbatim());
    }

    #[test]
    fn any_quote_against_any_text_has_an_outcome(quote in text(), text in text()) {
        let sources = [FoldedText::new(&text), FoldedText::new(&quote)];
        let _ = anchor(&quote, &sources, Some(0));
        let _ = Language::of(&text);
    }

    #[test]
    fn words_and_references_are_on_borders_and_in_order(text in text()) {
        let mut at = 0;
        for range in words(&text) {
            prop_assert!(on_borders(&text, &range) && !range.is_empty() && at <= range.start);
            at = range.end;
        }
        let mut at = 0;
        for found in cross_references(&text) {
            prop_assert!(on_borders(&text, &found.range) && at <= found.range.start);
            prop_assert!(found.tail.is_none_or(|tail| on_borders(&text, &tail.range)));
            at = found.range.end;
        }
    }
}
