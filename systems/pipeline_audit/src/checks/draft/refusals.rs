//! Sentences that refuse an answer: whoever speaks denies being able to, and says nothing of the matter.

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
};

use crate::audit::content_words::{ContentWordBag, content_words};

jurat_text::word_lists! {
    "refusals" [en, fr, pt];
    /// Words for whoever answers.
    static SPEAKER;
    /// Words that deny being able to, without a `not`.
    static UNABLE;
    /// Words of asking and answering: they say nothing of the matter itself.
    static ANSWERING;
}

/// Words at the head of a sentence in which who speaks is named.
const HEAD: usize = 10;

/// Whether a sentence only says that there is no answer: it denies, and all that it says is about answering; one in the first
/// person may repeat what was asked.
pub(super) fn refuses(
    text: &str,
    language: Option<Language>,
    asked: Option<&ContentWordBag>,
) -> bool {
    let words: Vec<_> = sentence_words(text).collect();
    let reading = SentenceReading::new(text, &words, language);
    let denies = |at: usize| reading.negates(at) || UNABLE.contains(words[at].lower.as_str());
    let has_number = text.contains(|c: char| c.is_ascii_digit());
    if has_number || !(0..words.len()).any(denies) {
        return false;
    }
    let is_own = words
        .iter()
        .take(HEAD)
        .any(|word| SPEAKER.contains(word.lower.as_str()));
    let says_nothing = |word: &str| {
        ANSWERING.contains(word)
            || is_own
                && (SPEAKER.contains(word)
                    || asked.is_some_and(|asked| asked.has(word, language)))
    };
    // What an apostrophe leaves of a word, `t` in `can't`, is none.
    let is_word = |word: &&String| 1 < word.chars().count();
    content_words(text, language)
        .iter()
        .filter(is_word)
        .all(|word| says_nothing(word))
}

#[cfg(test)]
mod tests {
    use jurat_text::Language::{self, English, French, Portuguese};

    use super::{ContentWordBag, refuses};

    #[track_caller]
    fn check(text: &str, language: Language, expected: bool) {
        let asked = ContentWordBag::of("When must the bell be rung?", Some(English));
        assert_eq!(refuses(text, Some(language), Some(&asked)), expected, "{text}");
    }

    #[test]
    fn who_denies_and_says_nothing_refuses() {
        for text in [
            "I can't help with that.",
            "I'm sorry, I can't help with that.",
            "I am not able to answer this question.",
            "As an AI language model, I cannot provide legal advice.",
            "We are unable to assist you with this request.",
            "I do not know when the bell must be rung.",
            "It is not possible to answer this question.",
            "The sources do not provide enough information.",
            "Unfortunately I won't be able to say.",
        ] {
            check(text, English, true);
        }
        check("Je ne peux pas répondre à cette question.", French, true);
        check("Não posso ajudar com esse pedido.", Portuguese, true);
    }

    #[test]
    fn who_says_something_does_not() {
        for text in [
            "I do not think that the keeper rings at dusk.",
            "The keeper cannot help.",
            "The keeper is not able to ring.",
            "You must not ring the bell.",
            "I can help with that.",
            "No bell is rung in winter.",
        ] {
            check(text, English, false);
        }
    }
}
