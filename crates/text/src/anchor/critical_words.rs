//! Words and symbols that the law turns on. A quote in which one of them differs says something
//! else, however close the letters are.

use super::WordChange;
use crate::sentence_reading::{
    ModalClass, is_number_word,
    lexicon::{self, WordMeaning},
};

/// Whether a difference touches a critical word, a number or a symbol that bears on one.
pub(super) fn differs(changes: &[WordChange]) -> bool {
    made_up_at_edge(changes)
        || (0..changes.len()).any(|at| {
            let before = at.checked_sub(1).and_then(|before| changes.get(before));
            match &changes[at] {
                WordChange::Kept(_) => false,
                WordChange::Removed(gone) => match changes.get(at + 1) {
                    Some(WordChange::Added(new)) => {
                        locked(gone, new) || symbols_bear(gone, before, changes.get(at + 2))
                    }
                    after => locked(gone, "") || symbols_bear(gone, before, after),
                },
                WordChange::Added(new) => match before {
                    Some(WordChange::Removed(_)) => {
                        let before = at.checked_sub(2).and_then(|before| changes.get(before));
                        symbols_bear(new, before, changes.get(at + 1))
                    }
                    _ => locked("", new) || symbols_bear(new, before, changes.get(at + 1)),
                },
            }
        })
}

/// Whether a quote begins or ends with words that are not there. What the source says at that
/// place is then unknown.
fn made_up_at_edge(changes: &[WordChange]) -> bool {
    let worded = |change: Option<&WordChange>| match change {
        Some(WordChange::Added(words)) => words.contains(char::is_alphanumeric),
        _ => false,
    };
    let replaced = |other: Option<&WordChange>| matches!(other, Some(WordChange::Removed(_)));
    let last = changes.len().checked_sub(2).and_then(|at| changes.get(at));
    worded(changes.first()) || worded(changes.last()) && !replaced(last)
}

/// Whether a folded word is critical: a modal, a negation, a conjunction, a condition, an
/// exception, a number or a measure, in English, French, Portuguese or German. Words of all of them count in every
/// text: who hands in a quote may say of it what they like.
pub fn is_critical(word: &str) -> bool {
    // `don` is the verb of `don't`.
    let stands = |rest: &[String]| rest.iter().all(|word| word == "not");
    word.contains(|c: char| c.is_numeric())
        || is_number_word(word)
        || lexicon::phrases(word)
            .iter()
            .any(|phrase| stands(&phrase.rest) && is_turning(phrase.meaning))
}

/// Of the words that demand, forbid or allow with the help of a verb, those alone that are listed as critical.
const fn is_turning(meaning: WordMeaning) -> bool {
    !matches!(
        meaning,
        WordMeaning::Modal(ModalClass::Duty | ModalClass::Allowing | ModalClass::Forbidding)
    ) && matches!(
        meaning,
        WordMeaning::Unit(_)
            | WordMeaning::Modal(_)
            | WordMeaning::ModalPhrase(_)
            | WordMeaning::Negation
            | WordMeaning::VerbNegation
            | WordMeaning::Nobody
            | WordMeaning::Lacking
            | WordMeaning::Denial
            | WordMeaning::Contraction
            | WordMeaning::Only
            | WordMeaning::Exception
            | WordMeaning::LooseException
            | WordMeaning::Exempting
            | WordMeaning::Condition
            | WordMeaning::MayLimit
            | WordMeaning::Conjunction
            | WordMeaning::Alternative
            | WordMeaning::NumberBound
            | WordMeaning::Critical
    )
}

/// Whether the critical words of two runs differ, or a word turned into its opposite.
fn locked(gone: &str, new: &str) -> bool {
    let critical = |words: &str| -> Vec<String> {
        words
            .split(' ')
            .filter(|word| is_critical(word))
            .map(str::to_owned)
            .collect()
    };
    if critical(gone) != critical(new) {
        return true;
    }
    let (gone, new): (Vec<_>, Vec<_>) = (gone.split(' ').collect(), new.split(' ').collect());
    // Runs are short where the texts are close; longer ones are no fuzzy match anyway.
    gone.iter()
        .take(64)
        .any(|word| new.iter().take(64).any(|other| opposite(word, other)))
}

fn opposite(one: &str, other: &str) -> bool {
    let negates = |long: &str, short: &str| {
        4 <= short.len()
            && long.strip_suffix(short).is_some_and(|prefix| {
                lexicon::means(prefix, None, &[WordMeaning::NegatingPrefix])
            })
    };
    negates(one, other) || negates(other, one)
}

/// Whether a run holds a symbol that changes what is meant where it stands.
fn symbols_bear(run: &str, before: Option<&WordChange>, after: Option<&WordChange>) -> bool {
    let digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let left = digit(before.and_then(|change| change.words().chars().next_back()));
    let right = digit(after.and_then(|change| change.words().chars().next()));
    run.split(' ').any(|part| match part {
        "%" | "$" | "€" | "£" | "¥" | "§" | "°" | "±" | "<" | ">" | "=" | "≤" | "≥" | "&"
        | "¢" | "‰" | "\"" => true,
        "." | "," | ":" | ";" => left && right,
        "-" | "+" | "/" | "(" | ")" | "*" | "^" | "'" => left || right,
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::is_critical;
    use crate::sentence_reading::lexicon::{WordMeaning, written_phrases};

    #[test]
    fn the_list_is_folded() {
        for word in written_phrases(&[WordMeaning::Critical]) {
            assert_eq!(crate::fold::fold(word), *word);
            assert!(is_critical(word), "{word}");
        }
    }

    #[test]
    fn words_of_every_language_are_critical() {
        for word in ["shall", "don", "unless", "doit", "lorsqu", "pode", "muss", "nicht"] {
            assert!(is_critical(word), "{word}");
        }
    }

    #[test]
    fn numbers_are_critical_in_any_form() {
        assert!(is_critical("25") && is_critical("3rd") && is_critical("thirty"));
        assert!(!is_critical("minister"));
    }
}
