//! What becomes of quotes. All sources are invented.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a value that cannot be written should stop loudly"
)]

use jurat_text::{
    Anchor, Folded,
    anchor::{Change, anchor},
};

const ACT: &str = "25 (1) The Minister must, on request of a foreign national in Canada who applies \
for permanent resident status, examine the circumstances con-\ncerning the foreign national. \
The fee is $ 550 or 3.5 % of the value. \u{201c}Resident\u{201d} means a person who is unable to \
work \u{2014} or to study.\n\nThe holder must:\n(a) report within 30 days, unless excused;\n\
(b) not work; and\n(c) leave Canada at the end of the stay.\n\n\
A permit may be renewed if the holder asks for it, and it is valid for one year.";

const MANUAL: &str = "Officers should examine the circumstances of each person. An application that is \
late may be refused by the officer on the day of its receipt.";

fn outcome(quote: &str, claimed: Option<usize>) -> Anchor {
    anchor(quote, &[Folded::new(ACT), Folded::new(MANUAL)], claimed)
}

fn check(quote: &str, expected: &str) {
    let found = outcome(quote, Some(0));
    let name = serde_json::to_value(&found).unwrap()["outcome"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(name, expected, "{quote:?}: {found:?}");
}

#[test]
fn verbatim_words_are_found() {
    check("examine the circumstances concerning the foreign national", "found");
    check("Examine  the CIRCUMSTANCES\nconcerning the foreign national.", "found");
    check("\"Resident\" means a person who is unable to work - or to study", "found");
    check("‘Resident’ means a person who is unable to work—or to study", "found");
    check("The fee is $550 or 3.5% of the value.", "found");
    check("25(1) The Minister must, on request", "found");
    check("“… a foreign national in Canada who applies …”", "found");
}

#[test]
fn a_found_quote_says_where() {
    let Anchor::Found { place, others } = outcome("circumstances concerning", Some(0)) else {
        panic!("not found");
    };
    assert_eq!(&ACT[place.ranges[0].clone()], "circumstances con-\ncerning");
    assert!(others.is_empty());
}

#[test]
fn every_place_is_recorded_and_the_claimed_one_goes_first() {
    let Anchor::Found { place, others } = outcome("examine the circumstances", Some(1)) else {
        panic!("not found");
    };
    assert_eq!((place.source, others.len(), others[0].source), (1, 1, 0));
}

#[test]
fn a_changed_critical_word_is_an_alteration() {
    check("The Minister may, on request of a foreign national in Canada", "altered");
    check("A permit may be renewed if the holder asks for it, or it is valid", "altered");
    check("A permit may not be renewed if the holder asks for it", "altered");
    check("report within 60 days, unless excused", "altered");
    check("a person who is able to work — or to study", "altered");
    check("The fee is $550 or 35% of the value", "altered");
    check("The fee is 550 or 3.5% of the value", "altered");
    check("The fee is $550 or 3.5 of the value", "altered");
    check("A permit must be renewed if the holder asks for it", "altered");
}

#[test]
fn a_quote_may_not_cut_a_number_or_a_word() {
    check("able to work — or to study", "altered");
    check("5 % of the value. “Resident”", "altered");
    check("The fee is $550 or 3", "altered");
}

#[test]
fn letters_misread_are_fuzzy_and_the_difference_is_shown() {
    let found = outcome("on request of a foreign nationa1 in Canada who applies", Some(0));
    // A digit within a word is a number to us: better refused than let through.
    assert!(matches!(found, Anchor::Altered { .. }), "{found:?}");
    let found = outcome("on request of a foreign nationel in Canada who applies", Some(0));
    let Anchor::Fuzzy { place, difference } = found else { panic!("{found:?}") };
    assert!(ACT[place.ranges[0].clone()].starts_with("on request"));
    assert!(difference.contains(&Change::Removed("national".into())));
    assert!(difference.contains(&Change::Added("nationel".into())));
}

#[test]
fn punctuation_that_differs_is_fuzzy() {
    check("A permit may be renewed, if the holder asks for it, and it is valid", "fuzzy");
}

#[test]
fn words_of_another_source_are_misattributed() {
    check("may be refused by the officer on the day of its receipt", "misattributed");
}

#[test]
fn stitched_words_are_a_frankenquote() {
    check(
        "a foreign national in Canada who applies may be refused by the officer on the day",
        "frankenquote",
    );
    check(
        "The holder must: leave Canada at the end of the stay. A permit may be renewed if the \
         holder asks. The Minister must, on request of a foreign national",
        "frankenquote",
    );
}

#[test]
fn declared_gaps_are_allowed_unless_they_hide_something() {
    check("The Minister must … examine the circumstances concerning", "found");
    check("The holder must: … (c) leave Canada at the end of the stay", "found");
    check("The holder must: […] (c) leave Canada at the end of the stay", "found");
    check("The holder must: … work; and", "gap_hides");
    check("A permit may be renewed … and it is valid for one year", "gap_hides");
    check("examine the circumstances … The Minister must, on request", "frankenquote");
}

#[test]
fn a_quote_may_not_begin_or_end_at_a_negation() {
    let sources = [Folded::new(
        "The holder may not work in Canada. No person shall enter the harbour area, and they \
         cannot leave the harbour area. Students may study.\n\nNo\n\nYou must apply first.",
    )];
    for (quote, verbatim) in [
        ("work in Canada. No person shall", false),
        ("The holder may …", false),
        ("leave the harbour area", false),
        ("person shall enter the harbour", false),
        ("No person shall enter the harbour area", true),
        ("Students may study.", true),
        ("You must apply first.", true),
    ] {
        assert_eq!(anchor(quote, &sources, None).is_verbatim(), verbatim, "{quote:?}");
    }
}

#[test]
fn nothing_like_it_is_not_found() {
    check("the quick brown fox jumps over the lazy dog", "not_found");
    check("", "too_short");
    check("The fee is", "too_short");
}

#[test]
fn no_source_no_place() {
    assert_eq!(anchor("a quote long enough to count", &[], Some(3)), Anchor::NotFound);
    assert_eq!(anchor("a quote long enough", &[Folded::new("")], None), Anchor::NotFound);
}

#[test]
fn french_and_portuguese_words_are_locked_too() {
    let sources = [
        Folded::new(
            "L’étranger doit payer les droits et ne peut travailler sans permis valide.",
        ),
        Folded::new(
            "O advogado deve informar o cliente e não pode reter os autos após o prazo.",
        ),
    ];
    for quote in [
        "L’étranger peut payer les droits et ne peut travailler sans permis valide",
        "doit payer les droits ou ne peut travailler sans permis valide",
        "O advogado pode informar o cliente e não pode reter os autos",
        "deve informar o cliente e pode reter os autos após o prazo",
    ] {
        let found = anchor(quote, &sources, None);
        assert!(matches!(found, Anchor::Altered { .. }), "{found:?}");
    }
}
