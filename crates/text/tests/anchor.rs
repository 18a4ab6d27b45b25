//! What becomes of quotes. All sources are invented.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a value that cannot be written should stop loudly"
)]

use jurat_text::{
    FoldedText, QuoteAnchor,
    anchor::{WordChange, anchor},
};

const ACT: &str = "25 (1) The Minister must, on request of a foreign national in Canada who applies \
for permanent resident status, examine the circumstances con-\ncerning the foreign national. \
The fee is $ 550 or 3.5 % of the value. \u{201c}Resident\u{201d} means a person who is unable to \
work \u{2014} or to study.\n\nThe holder must:\n(a) report within 30 days, unless excused;\n\
(b) not work; and\n(c) leave Canada at the end of the stay.\n\n\
A permit may be renewed if the holder asks for it, and it is valid for one year.";

const MANUAL: &str = "Officers should examine the circumstances of each person. An application that is \
late may be refused by the officer on the day of its receipt.";

fn outcome(quote: &str, claimed: Option<usize>) -> QuoteAnchor {
    anchor(quote, &[FoldedText::new(ACT), FoldedText::new(MANUAL)], claimed)
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
    let QuoteAnchor::Found { place, others } = outcome("circumstances concerning", Some(0))
    else {
        panic!("not found");
    };
    assert_eq!(&ACT[place.ranges[0].clone()], "circumstances con-\ncerning");
    assert!(others.is_empty());
}

#[test]
fn every_place_is_recorded_and_the_claimed_one_goes_first() {
    let QuoteAnchor::Found { place, others } = outcome("examine the circumstances", Some(1))
    else {
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
    assert!(matches!(found, QuoteAnchor::Altered { .. }), "{found:?}");
    let found = outcome("on request of a foreign nationel in Canada who applies", Some(0));
    let QuoteAnchor::Fuzzy { place, difference } = found else { panic!("{found:?}") };
    assert!(ACT[place.ranges[0].clone()].starts_with("on request"));
    assert!(difference.contains(&WordChange::Removed("national".into())));
    assert!(difference.contains(&WordChange::Added("nationel".into())));
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
    let sources = [FoldedText::new(
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
    assert_eq!(anchor("a quote long enough to count", &[], Some(3)), QuoteAnchor::NotFound);
    assert_eq!(
        anchor("a quote long enough", &[FoldedText::new("")], None),
        QuoteAnchor::NotFound
    );
}

#[test]
fn french_and_portuguese_words_are_locked_too() {
    let sources = [
        FoldedText::new(
            "L’étranger doit payer les droits et ne peut travailler sans permis valide.",
        ),
        FoldedText::new(
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
        assert!(matches!(found, QuoteAnchor::Altered { .. }), "{found:?}");
    }
}

/// Whether each quote of a source is taken for verbatim.
fn check_each(rows: &[(&str, &str, bool)]) {
    for (source, quote, verbatim) in rows {
        let found = anchor(quote, &[FoldedText::new(source)], Some(0));
        assert_eq!(found.is_verbatim(), *verbatim, "{quote:?} of {source:?}: {found:?}");
    }
}

#[test]
fn raised_digits_and_fractions_do_not_run_into_numbers() {
    check_each(&[
        ("an area of 10² metres or less", "an area of 102 metres", false),
        ("an area of 10² metres or less", "an area of 10² metres", true),
        ("or an area of 10² metres", "or an area of 10", false),
        ("a mass of 10⁻² grams or less", "a mass of 10-2 grams", false),
        ("report within 30¹ days of entry", "report within 301 days", false),
        ("report in ¹30 days of entry", "130 days of entry", false),
        ("report within 30① days of entry", "report within 301 days", false),
        ("a term of 1½ years or less", "a term of 11/2 years", false),
        ("a term of 1½ years or less", "a term of 1 1/2 years", true),
        ("a term of 1½ years or less", "a term of 1½ years", true),
        ("a term of 1½ years or less", "½ years or less", false),
        ("for a term of 1½ years", "for a term of 1", false),
        ("a term of ½5 years or less", "a term of 1/25 years", false),
    ]);
}

#[test]
fn a_number_is_not_cut_at_its_punctuation() {
    check_each(&[
        ("the fee shall not exceed 1.5 percent", "the fee shall not exceed 1.", false),
        ("the fee shall not exceed 1. The end", "the fee shall not exceed 1.", true),
        ("liable to a fine of $10,000", "liable to a fine of $10,", false),
        ("liable to a fine of $10, or more", "liable to a fine of $10,", true),
        ("1.5 days after the order", ".5 days after the order", false),
        ("under 25(1) The Minister must ask", "(1) The Minister must ask", true),
        ("a fine of R$10 for each day", "$10 for each day", false),
        ("sections 10, 200 and 300", "sections 10,200 and 300", false),
        ("sections 10,200 and 300", "sections 10, 200 and 300", false),
        ("sections 10,\n200 and 300", "sections 10, 200 and 300", true),
        ("under rule 5. 10 days later", "under rule 5.10 days later", false),
        ("under S.C. 2001-\n27 and others", "under S.C. 2001-27 and others", true),
        ("under section 25 (1) of it", "under section 25(1) of it", true),
    ]);
}

#[test]
fn a_number_run_together_is_an_alteration() {
    for (source, quote) in [
        ("sections 10, 200 and 300", "sections 10,200 and 300"),
        ("sections 10,200 and 300", "sections 10, 200 and 300"),
        ("under rule 5. 10 days later", "under rule 5.10 days later"),
    ] {
        let found = anchor(quote, &[FoldedText::new(source)], None);
        assert!(matches!(found, QuoteAnchor::Altered { .. }), "{found:?}");
    }
}

#[test]
fn a_number_keeps_its_groups_and_its_sign() {
    check_each(&[
        ("une amende de 10 000 $ par jour", "une amende de 10", false),
        ("une amende de 10\u{a0}000 $ par jour", "une amende de 10", false),
        ("une amende de 10\u{2009}000 $ par jour", "000 $ par jour", false),
        ("une amende de 10 000 $ par jour", "une amende de 10\u{202f}000 $", true),
        ("they name the 12 2000 tonne ships", "they name the 12", true),
        ("at -5 degrees or colder", "5 degrees or colder", false),
        ("at −5 degrees or colder", "5 degrees or colder", false),
        ("at -5 degrees or colder", "-5 degrees or colder", true),
        ("the notice—5 degrees or colder", "5 degrees or colder", true),
        ("where it is ≥5 days of stay", "5 days of stay", false),
        ("where it is <5 days of stay", "5 days of stay", false),
        ("where it is < 5 days of stay", "5 days of stay", false),
        ("within ±5 days of entry", "5 days of entry", false),
        ("at a rate of 10‰ of it", "at a rate of 10", false),
        ("at a heat of 10° or so", "at a heat of 10", false),
        ("a coin worth 10¢ or so", "a coin worth 10", false),
        ("he comes at 10:30 or so", "he comes at 10", false),
        ("a fence of 6″ or more", "a fence of 6' or more", false),
        ("a fence of 6″ or more", "a fence of 6\" or more", true),
        ("a fence of 6′ or more", "a fence of 6' or more", true),
    ]);
}

#[test]
fn a_word_is_not_cut_at_a_hyphen_or_an_apostrophe() {
    check_each(&[
        ("A non-resident may apply to the court", "resident may apply to the court", false),
        ("A non-resident may apply to the court", "-resident may apply to the", false),
        ("A non-resident may apply to the court", "non-resident may apply", true),
        ("The applicant can't leave", "The applicant can", false),
        ("The applicant can’t leave", "The applicant can'", false),
        ("n'est admissible que si", "est admissible que si", false),
        ("L’étranger doit payer les droits", "étranger doit payer les droits", true),
        ("with the Minister’s consent", "with the Minister", true),
        ("it is due—or it will be soon", "or it will be soon", true),
        ("short- and long-term permits", "and long-term permits", true),
        (
            "YOU MAY NOT\nASSIGN THIS AGREEMENT TO ANYONE",
            "ASSIGN THIS AGREEMENT TO ANYONE",
            false,
        ),
        ("the holder must report", "(the holder must report", false),
        ("\u{e9}the holder must report", "«the holder must report", false),
    ]);
}

#[test]
fn gaps_hide_every_form_of_negation_and_splice_no_modals() {
    let twice = "The officer may refuse entry. The holder must leave. The officer may refuse \
                 entry.";
    check_each(&[
        ("The officer can't disclose the record", "The officer … disclose the record", false),
        (
            "The officer hasn’t seen or shown the record",
            "The officer … shown the record",
            false,
        ),
        ("Er darf keinem Dritten dies zeigen", "Er darf … dies zeigen", false),
        ("Le juge ne peut guère agir seul", "Le juge … agir seul", false),
        ("Selon la loi nul agent peut agir seul", "Selon la loi … agir seul", false),
        (twice, "The officer … must … refuse entry", false),
        (twice, "The holder … may refuse entry", false),
        (twice, "The holder must … refuse entry", false),
        (twice, "The officer may refuse entry. … The officer may refuse entry.", true),
        (
            "The holder must then report to us within 30 days",
            "The holder must … report … within 30 days",
            true,
        ),
    ]);
}

#[test]
fn a_place_that_hides_nothing_is_looked_for_among_the_first() {
    for (hiding, verbatim) in [(3, true), (40, false)] {
        let source = format!(
            "{}The holder may renew the permit.",
            "The holder may not renew the permit. ".repeat(hiding)
        );
        let found =
            anchor("The holder may … renew the permit", &[FoldedText::new(&source)], None);
        assert_eq!(found.is_verbatim(), verbatim, "{hiding}: {found:?}");
    }
}
