//! Ellipses and ends of quotes that make law of their own, proposed by a model or come upon by ourselves.
#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

mod corpus;

use jurat_agents::extract::{QuoteProposal, RequirementExtraction, anchored, extract};

const BYLAW: &str = "\
---
title: Night Bell Bylaw
kind: statute
language: en
---

## § 1 Answering

No person shall answer the Night Bell of the county before the tower lamps are lit by the warden. A \
crisis worker must complete a further 12 hours (which the bylaw calls second hours) of training for the \
Night Bell in each year. The log of the Night Bell must be kept in the dry room for five years or for \
seven years, whichever is later.

A keeper of the Night Bell must, at the end of each watch:

(a) write the hour of each call down in the log of the bell;
(b) lower the lamps of the long stair,
unless the moon is full.

## § 2 Wardens

No warden shall leave the tower before the next warden has come up the stair.
";

fn proposed(words: &str) -> RequirementExtraction {
    let exhibit = corpus::exhibit("night_bell.md", BYLAW);
    // A passage may hold the end of one section and the beginning of the next.
    let whole = BYLAW.find("## § 1").unwrap()..BYLAW.len();
    let chunk = corpus::chunk(&exhibit, whole.into(), "§ 1 Answering", 1);
    let chunk_id = chunk.chunk_id.clone();
    anchored(&[QuoteProposal { chunk_id, words: words.to_owned() }], &[chunk], &[exhibit])
}

#[track_caller]
fn refused(words: &str, code: &str, why: &str) {
    let found = proposed(words);
    assert!(found.requirements.is_empty(), "{:?}", found.requirements);
    let dropped = &found.dropped[0];
    assert_eq!(dropped.code, code, "{dropped:?}");
    assert!(dropped.why.contains(why), "{dropped:?}");
}

#[track_caller]
fn taken(words: &str) {
    let found = proposed(words);
    assert_eq!(found.requirements.len(), 1, "{:?}", found.dropped);
}

#[test]
fn an_ellipsis_makes_no_law_of_two_sentences() {
    refused(
        "No person shall answer the Night Bell of the county … A crisis worker must complete a further 12 hours",
        "joins_apart",
        "neither one sentence nor one list",
    );
}

#[test]
fn an_alternative_is_not_left_off() {
    refused(
        "The log of the Night Bell must be kept in the dry room for five years",
        "left_off",
        "`or`",
    );
}

#[test]
fn a_quote_across_a_heading_is_turned_away() {
    refused(
        "unless the moon is full.\n\n## § 2 Wardens\n\nNo warden shall leave the tower before the next warden has come",
        "crosses_heading",
        "`§ 2 Wardens`",
    );
}

#[test]
fn a_list_is_quoted_with_its_end() {
    let lead = "A keeper of the Night Bell must, at the end of each watch:";
    refused(
        &format!("{lead} … write the hour of each call down in the log of the bell"),
        "left_off",
        "`unless`",
    );
    taken(&format!("{lead} … lower the lamps of the long stair,\nunless the moon is full."));
    taken(&format!(
        "{lead} … write the hour of each call down in the log of the bell; … unless the moon is full."
    ));
}

#[test]
fn a_sentence_may_be_quoted_without_its_aside() {
    taken(
        "A crisis worker must complete a further 12 hours … of training for the Night Bell in each year.",
    );
}

#[test]
fn our_own_quotes_of_a_list_have_its_end() {
    let exhibit = corpus::exhibit("night_bell.md", BYLAW);
    let chunks = corpus::sections(&exhibit);
    let found = extract(&chunks, std::slice::from_ref(&exhibit));
    let of_list = found
        .requirements
        .iter()
        .filter(|one| one.exact_quote.contains("at the end of each watch"));
    let quotes: Vec<&str> = of_list.map(|one| one.exact_quote.as_str()).collect();
    assert_eq!(quotes.len(), 2, "{quotes:?} {:?}", found.dropped);
    assert!(
        quotes.iter().all(|quote| quote.ends_with("unless the moon is full.")),
        "{quotes:?}"
    );
}
