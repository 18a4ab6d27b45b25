//! Texts as claims and sources are compared: without what only points at a source, answers a question or counts provisions, byte
//! for byte as long.

use std::ops::Range;

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, SentenceWord, sentence_words},
    sentences::sentences,
    tokens::words,
};

use super::{claims::ParsedDraftText, clause_frames::reply_length};
use crate::audit::AuditedHit;

/// The text of a source, then what it is called: a draft may name it so.
pub(super) fn source(hit: &AuditedHit) -> String {
    let heads = [&hit.label, &hit.law, &hit.title].into_iter().flatten();
    let heads: Vec<&str> = heads.map(String::as_str).collect();
    if heads.is_empty() {
        return hit.text.clone();
    }
    format!("{}\n\n{}", hit.text, heads.join(", "))
}

/// The text with spaces for marks, addresses, and the provisions and decisions that it names. They
/// are checked as what they are; their numbers are not numbers of days.
pub(super) fn without_pointers(passage: &ParsedDraftText) -> String {
    let named = passage.references.iter().map(|one| one.range.clone());
    blanked(without_marks(passage), named)
}

/// The text with spaces for marks and addresses.
pub(super) fn without_marks(passage: &ParsedDraftText) -> String {
    let marks = passage.marks.iter().map(|mark| mark.range.clone());
    blanked(passage.plain.clone(), marks.chain(passage.addresses.iter().cloned()))
}

/// Where claims only answer the question: the `No, ` of `No, the keeper must ring` denies nothing of what follows.
pub(super) fn replies(
    passage: &ParsedDraftText,
    language: Option<Language>,
) -> impl Iterator<Item = Range<usize>> + '_ {
    passage.claims.iter().filter_map(move |claim| {
        let said = passage.plain.get(claim.range.clone())?;
        let length = reply_length(said, language?);
        // With nothing else said, that is the claim.
        let is_all = said.get(length..)?.trim().is_empty();
        (0 < length && !is_all).then(|| claim.range.start..claim.range.start + length)
    })
}

pub(super) fn blanked(text: String, ranges: impl Iterator<Item = Range<usize>>) -> String {
    let mut bytes = text.into_bytes();
    for range in ranges {
        if let Some(part) = bytes.get_mut(range) {
            part.fill(b' ');
        }
    }
    // Ranges lie on character borders, so what is left is whole.
    String::from_utf8(bytes).unwrap_or_default()
}

/// The text with spaces for the number of a provision that denies: its `No` opens the clause, as in `No person shall`.
pub(super) fn unnumbered(text: String, language: Option<Language>) -> String {
    let number = |sentence: &str| -> usize {
        let words: Vec<SentenceWord> =
            sentence_words(sentence).take(NUMBER_WORDS + 1).collect();
        let reading = SentenceReading::new(sentence, &words, language);
        let is_number = |word: &SentenceWord| {
            word.lower.starts_with(|c: char| c.is_ascii_digit()) || word.lower.len() == 1
        };
        let first = words.iter().position(|word| !is_number(word)).unwrap_or(0);
        if reading.negates(first) { words[first].range.start } else { 0 }
    };
    let numbers: Vec<Range<usize>> = sentences(&text)
        .into_iter()
        .map(|one| one.range.start..one.range.start + number(&text[one.range.clone()]))
        .filter(|range| !range.is_empty())
        .collect();
    blanked(text, numbers.into_iter())
}

/// Words of the number of a provision: `5.1 (2)`.
const NUMBER_WORDS: usize = 3;

/// The text with `ao` for the Portuguese `no` (`em` + `o`), which is as long, says as little, and is
/// no word that denies in another language.
pub(super) fn evened(mut text: String, language: Option<Language>) -> String {
    if language != Some(Language::Portuguese) {
        return text;
    }
    let ranges = words(&text).filter(|word| text[word.clone()].eq_ignore_ascii_case("no"));
    for range in ranges.collect::<Vec<_>>() {
        text.replace_range(range, "ao");
    }
    text
}
