//! Abbreviations of legal writing, in English, French, Portuguese and German, by what a full stop
//! after them means.

use crate::WordList;

/// What a full stop after a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FullStopMeaning {
    /// It ends the sentence, unless the text goes on in small letters.
    Ends,
    /// It belongs to the word and ends nothing.
    Never,
    /// It belongs to the word, and may end the sentence if the next word begins one.
    MayEnd,
    /// As [`Stop::MayEnd`]; but a number that follows belongs to the word.
    TakesNumber,
}

/// Longer words are not abbreviations.
const LONGEST: usize = 24;

/// Bytes of the longest abbreviation in the lists.
const LONGEST_LISTED: usize = 8;

/// What a full stop after `word` means, going by the word alone.
pub(super) fn stop_after(word: &str) -> FullStopMeaning {
    if LONGEST < word.len() {
        return FullStopMeaning::Ends;
    }
    let mut letters = word.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        return single_letter(only);
    }
    let small = word.to_lowercase();
    let may_be_listed = small.len() <= LONGEST_LISTED;
    let is_in = |list: &WordList| may_be_listed && list.contains(&small);
    if PROPER.contains(word) || is_in(&NEVER) {
        FullStopMeaning::Never
    } else if is_in(&TAKES_NUMBER) {
        FullStopMeaning::TakesNumber
    } else if is_in(&MAY_END) || is_dotted(word) || is_clipped(word) {
        FullStopMeaning::MayEnd
    } else {
        FullStopMeaning::Ends
    }
}

/// Whether a word commonly begins a sentence.
pub(super) fn begins_sentence(word: &str) -> bool {
    if LONGEST < word.len() {
        return true;
    }
    let small = word.to_lowercase();
    STARTERS.contains(small.as_str())
}

fn single_letter(letter: char) -> FullStopMeaning {
    match letter {
        // Versus, contre; Monsieur.
        'v' | 'V' | 'c' | 'M' => FullStopMeaning::Never,
        's' | 'p' | 'n' | 'r' | 'l' | 'f' | 'o' => FullStopMeaning::TakesNumber,
        _ if letter.is_alphabetic() => FullStopMeaning::MayEnd,
        _ => FullStopMeaning::Ends,
    }
}

/// `U.S.C`, `F.3d`, `a.m`.
fn is_dotted(word: &str) -> bool {
    word.contains('.')
        && word.split('.').all(|part| part.len() <= 4)
        && word.starts_with(|c: char| c.is_alphabetic())
}

/// `Ltd`, `Cdn`: a short capitalised word that could not be spoken.
fn is_clipped(word: &str) -> bool {
    let vowel = |c: char| "aeiouyAEIOUYéèêàâôûîáíóúãõ".contains(c);
    word.len() <= 4
        && word.starts_with(|c: char| c.is_uppercase())
        && word.chars().skip(1).all(char::is_lowercase)
        && !word.contains(vowel)
}

crate::word_lists! {
    "abbreviations" [en, fr, pt, de];
    static NEVER;

    /// Abbreviations only if they are written so: `Mass.` is a state, `mass.` is not.
    static PROPER as written;
    static TAKES_NUMBER;
    static MAY_END;
    static STARTERS;
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LISTED, MAY_END, NEVER, TAKES_NUMBER};

    #[test]
    fn no_abbreviation_is_longer() {
        let lists = [&NEVER, &TAKES_NUMBER, &MAY_END].into_iter().flatten();
        assert_eq!(lists.map(|word| word.len()).max(), Some(LONGEST_LISTED));
    }
}
