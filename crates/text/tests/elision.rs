//! How a quote may be cut. The law is that of an isle of our own.
#![expect(clippy::unwrap_used)]

use std::ops::Range;

use jurat_text::elision::{ElisionFault, QuoteScope, QuotedText, fault};

const BYLAW: &str = "\
# Night Bell Bylaw

## § 1 Answering

No person shall answer the Night Bell before they have completed 40 hours of training. A crisis
worker must complete a further 12 hours (as the bylaw calls them, second hours) in each year. The
log of the bell must be kept for five years or for seven years, whichever is later.

## § 2 Duties

A bell keeper must, at the end of each watch:

(a) write the hour of each call down in the log;
(b) hand the keys of the tower over to
(i) the next keeper of the bell, or
(ii) the warden of the tower;
(c) lower the lamps of the long stair,
unless the moon is full.

No person shall ring the Night Bell at noon for the sake of a wager.
";

/// The ranges of pieces that stand in a text in order.
fn ranges(text: &str, pieces: &[&str]) -> Vec<Range<usize>> {
    let mut from = 0;
    let placed = pieces.iter().map(|piece| {
        let start = from + text[from..].find(piece).unwrap();
        from = start + piece.len();
        start..from
    });
    placed.collect()
}

#[track_caller]
fn check(pieces: &[&str], expected: Option<&str>) {
    both(BYLAW, pieces, [expected, expected]);
}

/// What is wrong with a quote of a sentence, and with one of a provision.
#[track_caller]
fn both(text: &str, pieces: &[&str], expected: [Option<&str>; 2]) {
    let found = [QuoteScope::Sentence, QuoteScope::Provision].map(|reach| {
        fault(text, &ranges(text, pieces), reach).map(|fault| match fault {
            ElisionFault::Crosses { words } => format!("crosses {words}"),
            ElisionFault::Apart => "apart".to_owned(),
            ElisionFault::Torn => "torn".to_owned(),
            ElisionFault::LeftOff { word } => format!("left off {word}"),
            ElisionFault::Hides { word } => format!("hides {word}"),
        })
    });
    assert_eq!(found.each_ref().map(Option::as_deref), expected, "{pieces:?}");
}

#[test]
fn an_ellipsis_joins_no_two_sentences() {
    check(
        &[
            "No person shall answer the Night Bell",
            "A crisis\nworker must complete a further 12 hours",
        ],
        Some("apart"),
    );
    let whole = "No person shall answer the Night Bell before they have completed 40 hours of training.";
    let log = "The\nlog of the bell must be kept for five years or for seven years, whichever is later.";
    check(&[whole, log], Some("apart"));
}

#[test]
fn what_limits_or_extends_is_not_left_off() {
    let cut = ["The\nlog of the bell must be kept for five years"];
    check(&cut, Some("left off or"));
    let whole = "The\nlog of the bell must be kept for five years or for seven years, whichever is later.";
    check(&[whole], None);
    let later = ["The\nlog of the bell must be kept for five years or for seven years"];
    check(&later, Some("left off whichever"));
}

#[test]
fn no_quote_goes_over_a_heading() {
    let text = "## § 1 Answering\n\nNo person shall answer the bell.\n\n## § 2 Duties\n\nA keeper must write.";
    let over = "No person shall answer the bell.\n\n## § 2 Duties\n\nA keeper must write.";
    both(text, &[over], [Some("crosses § 2 Duties"); 2]);
    let pieces = ["No person shall answer the bell.", "A keeper must write."];
    both(text, &pieces, [Some("crosses § 2 Duties"); 2]);
}

#[test]
fn a_provision_may_have_headings_of_its_own() {
    let text =
        "## § 1 Answering\n\nNo person shall answer.\n\n### By day\n\nA keeper must write.";
    let over = "No person shall answer.\n\n### By day\n\nA keeper must write.";
    both(text, &[over], [Some("crosses By day"), None]);
    both(
        text,
        &["No person shall answer.", "A keeper must write."],
        [Some("crosses By day"); 2],
    );
}

#[test]
fn no_quote_goes_over_the_number_of_a_section() {
    let text = "7 (1) No person shall answer the bell.\n(2) A keeper must write.\n\n8 (1) A warden must pay.";
    both(
        text,
        &["(2) A keeper must write.\n\n8 (1) A warden must pay."],
        [Some("crosses 8 (1) A warden must pay."), Some("crosses 8 (1) A warden must pay.")],
    );
}

#[test]
fn whole_sections_may_stand_together_where_a_provision_is_quoted() {
    let text = "100.\n\nNo person shall answer the bell.\n\n101.\n\nA warden must pay.\n";
    let crossed = Some("crosses 101.");
    both(
        text,
        &["100.\n\nNo person shall answer the bell.\n\n101.\n\nA warden must pay."],
        [crossed, None],
    );
    both(
        text,
        &["No person shall answer the bell.\n\n101.\n\nA warden must pay."],
        [crossed; 2],
    );
    both(
        text,
        &["100.\n\nNo person shall answer the bell.", "A warden must pay."],
        [crossed; 2],
    );
}

#[test]
fn what_is_under_an_underlined_heading_begins_there() {
    let text = "Article 7\n----\nNo boat shall pass the lamp at night.\n";
    both(text, &["No boat shall pass the lamp at night."], [None, None]);
}

#[test]
fn an_item_stands_with_what_leads_in_to_it_and_its_tail() {
    let lead = "A bell keeper must, at the end of each watch:";
    let (write, lower) =
        ("write the hour of each call down in the log", "lower the lamps of the long stair");
    check(&[lead, lower, "unless the moon is full."], None);
    check(&[lead, write, "unless the moon is full."], None);
    check(&[lead, write], Some("left off unless"));
    check(&[lead, "(c) lower the lamps of the long stair,"], Some("left off unless"));
    let keys = "hand the keys of the tower over to";
    check(&[lead, keys, "(ii) the warden of the tower;", "unless the moon is full."], None);
}

#[test]
fn an_item_of_another_list_stands_with_no_lead_in() {
    let lead = "A bell keeper must, at the end of each watch:";
    check(&[lead, "the warden of the tower", "unless the moon is full."], Some("apart"));
    check(&[lead, "No person shall ring the Night Bell at noon"], Some("apart"));
    let cut = ["A bell keeper must", "write the hour of each call down in the log;"];
    check(&cut, Some("torn"));
}

#[test]
fn a_harmless_aside_may_be_left_out_of_a_sentence() {
    let pieces = ["A crisis\nworker must complete a further 12 hours", "in each year."];
    both(BYLAW, &pieces, [None, Some("torn")]);
}

#[test]
fn a_gap_hides_neither_a_negation_nor_the_verb_of_what_follows() {
    let text = "No person shall answer the bell drunk, and a crisis worker must complete 12 more hours, not in winter, each year.";
    both(
        text,
        &["No person shall", "complete 12 more hours"],
        [Some("hides must"), Some("torn")],
    );
    let pieces = ["a crisis worker must complete 12 more hours", "each year."];
    both(text, &pieces, [Some("left off not"), Some("torn")]);
}

#[test]
fn french_and_portuguese_words_limit_too() {
    let french = "Le gardien conserve le journal cinq ans, sous réserve de l’article 4.";
    let cut = ["Le gardien conserve le journal cinq ans"];
    both(french, &cut, [Some("left off sous réserve"); 2]);
    let portuguese = "O guarda deve manter o registro por cinco anos, desde que haja espaço.";
    let cut = ["O guarda deve manter o registro por cinco anos"];
    both(portuguese, &cut, [Some("left off desde que"); 2]);
}

#[test]
fn an_end_of_a_line_is_no_end_of_a_sentence() {
    let text = "The log must be kept for five years\nor for seven years, whichever is later.";
    both(text, &["The log must be kept for five years"], [Some("left off or"); 2]);
    let text = "The log must be kept for five years\nfrom the first call in it.";
    both(text, &["The log must be kept for five years"], [None, Some("torn")]);
}

#[test]
fn subsections_of_one_section_stand_together() {
    let text = "7 (1) No person shall answer.\n(2) A keeper must write.\n(3) A warden must pay.\n\n8 (1) No more.";
    both(text, &["(1) No person shall answer.", "(3) A warden must pay."], [None; 2]);
    both(text, &["(1) No person shall", "(3) A warden must pay."], [Some("torn"); 2]);
    both(
        text,
        &["(2) A keeper must write.", "(1) No more."],
        [Some("crosses 8 (1) No more."); 2],
    );
}

#[test]
fn definitions_stand_with_what_leads_in_to_them() {
    let text = "2 The definitions in this section apply in this Act.\nbell means the Night Bell. (cloche)\nwatch means a night of eight hours. (quart)\n\n3 No more.";
    let pieces = [
        "2 The definitions in this section apply in this Act.",
        "watch means a night of eight hours. (quart)",
    ];
    both(text, &pieces, [Some("apart"), None]);
}

#[test]
fn a_quote_beside_others_is_judged_as_it_is_alone() {
    let text = BYLAW.repeat(120);
    let pieces =
        ["No person shall answer the Night Bell", "A bell keeper must", "(c) lower the lamps"];
    let mut places: Vec<usize> = pieces
        .iter()
        .flat_map(|piece| text.match_indices(piece).map(|(at, _)| at))
        .collect();
    places.sort_unstable_by_key(|at| (at % 7, *at));
    assert!(300 < places.len() && 80_000 < text.len());
    let shared = QuotedText::new(&text);
    let mut found = std::collections::BTreeSet::new();
    for at in places {
        for length in [30, 180, 900] {
            let end = text.floor_char_boundary((at + length).min(text.len()));
            let cut = [at..at + 20, end - 5..end];
            let alone = fault(&text, &cut, QuoteScope::Sentence);
            assert_eq!(shared.fault(&cut, QuoteScope::Sentence), alone, "{cut:?}");
            found.insert(format!("{alone:?}"));
        }
    }
    assert!(2 < found.len(), "{found:?}");
}
