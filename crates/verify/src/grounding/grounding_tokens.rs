//! A text as the detector reads it: its words with what they are counted as.

use std::ops::Range;

use jurat_text::{
    Language,
    sentence_reading::{SentenceWord, word_as_read},
    tokens::words,
};

use super::lexicon::{LexicalClass, sort};

/// Words of one sentence that are looked at one by one.
pub(super) const MOST_WORDS: usize = 4_000;

/// A word of a sentence.
#[derive(Debug, Clone)]
pub(super) struct GroundingToken {
    /// Where it stands in the text.
    pub(super) range: Range<usize>,
    pub(super) lower: String,
    /// What sort of word it is.
    pub(super) sort: LexicalClass,
    /// Whether it begins with a capital and does not begin the sentence.
    pub(super) name: bool,
}

/// The words of a stretch of text.
pub(super) fn grounding_tokens(
    text: &str,
    stretch: Range<usize>,
    language: Language,
) -> Vec<GroundingToken> {
    let (start, part) = (stretch.start, &text[stretch]);
    let mut tokens: Vec<GroundingToken> = Vec::new();
    for range in words(part).take(MOST_WORDS) {
        let as_written = word_as_read(part, &range);
        let lower = lowered(as_written);
        let capital = as_written.starts_with(char::is_uppercase);
        let opens = tokens.is_empty() || opens(&part[..range.start]);
        tokens.push(GroundingToken {
            sort: sort(&lower, language),
            name: capital && (!opens || is_acronym(as_written)),
            lower,
            range: start + range.start..start + range.end,
        });
    }
    tokens
}

/// The same words as the gate reads them; stems where asked for.
pub(super) fn compared_words(
    tokens: &[GroundingToken],
    start: usize,
    language: Language,
) -> Vec<SentenceWord> {
    let counted = |at: usize| {
        // Only what follows a number is looked up by its stem.
        let after = at
            .checked_sub(1)
            .is_some_and(|at| tokens[at].sort == LexicalClass::Number);
        let says = after && tokens[at].sort == LexicalClass::Content;
        says.then(|| super::lexicon::key(&tokens[at].lower, language).into_owned())
    };
    let words = tokens.iter().enumerate().map(|(at, token)| {
        let range = token.range.start - start..token.range.end - start;
        SentenceWord::new(range, token.lower.clone(), counted(at))
    });
    words.collect()
}

pub(super) fn lowered(word: &str) -> String {
    if word.is_ascii() { word.to_ascii_lowercase() } else { word.to_lowercase() }
}

/// Two capitals or more, and no small letter.
fn is_acronym(word: &str) -> bool {
    1 < word.chars().count() && word.chars().all(char::is_uppercase)
}

/// Whether what stands before a word makes its capital an ordinary one.
fn opens(before: &str) -> bool {
    let before = before
        .trim_end_matches([' ', '\n', '"', '“', '(', '*', '\'', '‘', '«', '\u{a0}', '-', '•']);
    before.is_empty() || before.ends_with(['.', ':', '!', '?', ';', '|'])
}
