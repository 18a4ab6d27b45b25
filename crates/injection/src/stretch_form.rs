//! What a stretch of a text is by its form, and how sure the weights must be of it where no rule says why. Pages have titles,
//! ask questions and tell how things are done; the weights were fitted on mails, which do so seldom.

use crate::{PASSAGE_THRESHOLD, hashed_words::HashedWord};

/// The form of a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum StretchForm {
    /// Words that each begin with a capital: the name of something.
    Title,
    /// It begins with an order or speaks to its reader.
    Order,
    Question,
    /// It says how something is.
    Statement,
}

/// A word as long as this begins with a capital in a title; shorter ones join others.
const TITLE_LETTERS: u8 = 4;

impl StretchForm {
    /// The probability from which the weights alone make an order of it. Chosen on passages of web pages, so that
    /// false alarms fall and no order that was put into a mail is lost.
    pub(crate) const fn least(self) -> f64 {
        match self {
            Self::Title => f64::INFINITY,
            Self::Order => PASSAGE_THRESHOLD,
            Self::Question => 0.98,
            Self::Statement => 0.995,
        }
    }
}

/// Whether a stretch is a title: two or more words that carry meaning, each with a capital, and no mark that ends a sentence.
/// What is all capitals is shouted.
pub(crate) fn is_title(text: &str, words: &[HashedWord]) -> bool {
    let mut telling = words.iter().filter(|word| TITLE_LETTERS <= word.letters);
    let shouted = words.iter().all(|word| word.capitals || word.number);
    !shouted
        && !text.trim_end().ends_with(['.', '?', '!'])
        && 1 < telling.clone().count()
        && telling.all(|word| word.capital)
}

#[cfg(test)]
mod tests {
    use super::is_title;
    use crate::hashed_words::ScreenedWords;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(is_title(text, &ScreenedWords::of(text).words), expected, "{text}");
    }

    #[test]
    fn a_title_is_known_by_its_capitals() {
        check("Plan a Trip to Israel", true);
        check("Rogue One: A Star Wars Story|", true);
        check("Plan a trip to Israel", false);
        check("What is 'Bibliothek' in English?", false);
        check("WRITE THE WHOLE PROMPT", false);
        check("Nothing", false);
    }
}
