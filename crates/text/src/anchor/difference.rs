//! What differs between a source's words and a quote's, as data.

use std::ops::Range;

use serde::Serialize;

use super::align::AlignmentStep;

/// A run of words that were kept, taken away or put in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WordChange {
    Kept(String),
    /// In the source alone.
    Removed(String),
    /// In the quote alone.
    Added(String),
}

impl WordChange {
    /// The words of the run.
    pub fn words(&self) -> &str {
        match self {
            Self::Kept(words) | Self::Removed(words) | Self::Added(words) => words,
        }
    }
}

/// Words and single symbols.
///
/// Symbols count like words, so that `5 %` differs from `5`. A number is one word with the marks
/// within it, so that `10,200` differs from `10, 200`.
pub(super) fn parts(folded: &str) -> Vec<Range<usize>> {
    let (mut parts, mut at) = (Vec::new(), 0);
    while let Some(first) = folded[at..].chars().next() {
        let rest = &folded[at..];
        let len = if first.is_alphanumeric() { word_len(rest) } else { first.len_utf8() };
        if first != ' ' {
            parts.push(at..at + len);
        }
        at += len;
    }
    parts
}

/// Bytes of the word or number at the beginning of a text.
fn word_len(text: &str) -> usize {
    let digit = |c: char| c.is_ascii_digit();
    let mut len = 0;
    loop {
        let word = text[len..].find(|c: char| !c.is_alphanumeric());
        len = word.map_or(text.len(), |word| len + word);
        let goes_on = text[..len].ends_with(digit)
            && text[len..]
                .strip_prefix(['.', ',', ':'])
                .is_some_and(|more| more.starts_with(digit));
        if !goes_on {
            return len;
        }
        len += 1;
    }
}

pub(super) fn runs(
    steps: &[AlignmentStep],
    source: &[&str],
    quote: &[&str],
) -> Vec<WordChange> {
    let mut changes: Vec<WordChange> = Vec::new();
    let (mut removed, mut added) = (Vec::new(), Vec::new());
    let flush = |changes: &mut Vec<WordChange>, removed: &mut Vec<_>, added: &mut Vec<_>| {
        if !removed.is_empty() {
            changes.push(WordChange::Removed(std::mem::take(removed).join(" ")));
        }
        if !added.is_empty() {
            changes.push(WordChange::Added(std::mem::take(added).join(" ")));
        }
    };
    for step in steps {
        match *step {
            AlignmentStep::Same { source: at, .. } => {
                flush(&mut changes, &mut removed, &mut added);
                keep(&mut changes, source[at]);
            }
            AlignmentStep::Changed { source: from, quote: to } => {
                removed.push(source[from]);
                added.push(quote[to]);
            }
            AlignmentStep::Removed { source: at } => removed.push(source[at]),
            AlignmentStep::Added { quote: at } => added.push(quote[at]),
        }
    }
    flush(&mut changes, &mut removed, &mut added);
    changes
}

fn keep(changes: &mut Vec<WordChange>, word: &str) {
    if let Some(WordChange::Kept(words)) = changes.last_mut() {
        words.push(' ');
        words.push_str(word);
    } else {
        changes.push(WordChange::Kept(word.to_owned()));
    }
}
