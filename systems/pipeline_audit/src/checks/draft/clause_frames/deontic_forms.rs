//! The words of a sentence that demand, allow or forbid, whole phrases first.

use std::ops::Range;

use jurat_text::sentence_reading::{SentenceReading, SentenceWord};

use super::{DeonticForm, frame_lexicon::FrameLexicon};

/// Words after a form in which its `not` may stand: `must also not`.
const TO_DENIAL: usize = 2;

/// A phrase that demands, allows or forbids, by its words.
pub(super) struct FormOccurrence {
    pub(super) form: DeonticForm,
    pub(super) words: Range<usize>,
}

pub(super) fn forms(
    reading: SentenceReading<'_>,
    lexicon: &FrameLexicon,
) -> Vec<FormOccurrence> {
    let words = reading.words();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let standing = lexicon.forms(&rest[0].lower).iter().find(|phrase| {
            phrase.words.len() <= rest.len()
                && phrase.words.iter().zip(rest).all(|(word, own)| *word == own.lower)
        });
        let Some(phrase) = standing.filter(|_| !is_month(reading, at)) else {
            at += 1;
            continue;
        };
        let end = at + phrase.words.len();
        let is_denied = (end..end + TO_DENIAL).any(|next| reading.negates(next));
        let form = match phrase.form {
            DeonticForm::Must | DeonticForm::May if is_denied => DeonticForm::MustNot,
            form => form,
        };
        found.push(FormOccurrence { form, words: at..end });
        at = end;
    }
    found
}

/// Whether a word is the name of a month: with a capital, beside a number.
fn is_month(reading: SentenceReading<'_>, at: usize) -> bool {
    let words = reading.words();
    let is_number = |word: Option<&SentenceWord>| {
        word.is_some_and(|word| word.lower.starts_with(|c: char| c.is_ascii_digit()))
    };
    let before = at.checked_sub(1);
    before.is_some()
        && reading.text()[words[at].range.clone()].starts_with(char::is_uppercase)
        && (is_number(words.get(at + 1)) || is_number(before.and_then(|at| words.get(at))))
}
