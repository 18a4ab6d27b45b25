//! Sentences that refuse an answer: whoever speaks denies being able to, and says nothing of the matter.

use jurat_text::{
    Language,
    sentence_reading::{SentenceReading, sentence_words},
    tokens::words,
};

use super::silences::{TURNS, tells_silence};
use crate::audit::content_words::{ContentWordBag, content_words, number};

jurat_text::word_lists! {
    "refusals" [en, fr, pt];
    /// Words for whoever answers.
    pub(super) static SPEAKER;
    /// Words that deny being able to, without a `not`.
    static UNABLE;
    /// Words of asking and answering: they say nothing of the matter itself.
    static ANSWERING;
}

/// Words at the head of a sentence in which who speaks is named.
const HEAD: usize = 10;

/// Whether a sentence only says that there is no answer: each of its clauses denies being able to answer, tells of the sources
/// that they are silent, or says nothing of the matter.
pub(super) fn refuses(
    text: &str,
    language: Option<Language>,
    asked: Option<&ContentWordBag>,
) -> bool {
    if has_own_number(text, language, asked) {
        return false;
    }
    let refuses = |clause: &str| {
        is_denied(clause, language, asked) || tells_silence(clause, language, asked)
    };
    let clauses = clauses(text);
    refuses(text) && clauses.len() < 2
        || is_denied(text, language, asked)
        || clauses.iter().any(|clause| refuses(clause))
            && clauses
                .iter()
                .all(|clause| refuses(clause) || is_about_answering(clause, language))
}

/// Whether a text has a number that the question has not.
fn has_own_number(
    text: &str,
    language: Option<Language>,
    asked: Option<&ContentWordBag>,
) -> bool {
    let is_asked = |word: &str| asked.is_some_and(|asked| asked.has(word, language));
    words(text)
        .map(|range| &text[range])
        .filter(|word| {
            word.contains(|c: char| c.is_ascii_digit())
                || number(&word.to_lowercase()).is_some()
        })
        .any(|word| !is_asked(word))
}

/// The clauses of a sentence: what stands between its commas, and from each word that begins another.
fn clauses(text: &str) -> Vec<&str> {
    let is_stop = |c: char| matches!(c, ',' | ';' | ':' | '–' | '—' | '(' | ')' | '.' | '!');
    let mut all = Vec::new();
    for part in text.split(is_stop) {
        let mut start = 0;
        for word in words(part) {
            if start < word.start && TURNS.contains(&part[word.clone()].to_lowercase()) {
                all.push(&part[start..word.start]);
                start = word.start;
            }
        }
        all.push(&part[start..]);
    }
    all.retain(|clause| clause.contains(char::is_alphanumeric));
    all
}

/// Whether a word is one of asking and answering.
pub(super) fn is_of_answering(word: &str) -> bool {
    ANSWERING.contains(word)
}

/// Whether all that a clause says is about answering.
fn is_about_answering(text: &str, language: Option<Language>) -> bool {
    content_words(text, language)
        .iter()
        .filter(|word| 1 < word.chars().count())
        .all(|word| ANSWERING.contains(word) || SPEAKER.contains(word) || TURNS.contains(word))
}

/// Whether who speaks denies, and all that is said is about answering; one in the first person may repeat what was asked.
fn is_denied(text: &str, language: Option<Language>, asked: Option<&ContentWordBag>) -> bool {
    let words: Vec<_> = sentence_words(text).collect();
    let reading = SentenceReading::new(text, &words, language);
    let denies = |at: usize| reading.negates(at) || UNABLE.contains(words[at].lower.as_str());
    if !(0..words.len()).any(denies) {
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
            "I'm afraid the documents I was given say nothing about lanterns, so I can't tell you.",
            "I'm afraid the documents I was given say nothing about lanterns.",
            "Sorry, the context has nothing on this.",
            "I'm afraid I can't help with that: nothing I was given covers it.",
            "The documents provided do not mention the price of a lantern.",
            "The context does not say whether the keeper must pay.",
            "None of the passages mentions lanterns.",
            "Lanterns are not mentioned in the context.",
            "I couldn't find anything about lanterns in the documents.",
            "There is nothing in the sources about lanterns or ropes.",
            "I have no information on lanterns.",
            "Unfortunately, the provided text does not cover lanterns, and I cannot say more.",
        ] {
            check(text, English, true);
        }
        check("Je ne peux pas répondre à cette question.", French, true);
        check("Les documents fournis ne disent rien sur les lanternes.", French, true);
        check("Désolé, le contexte ne mentionne pas les lanternes.", French, true);
        check("Não posso ajudar com esse pedido.", Portuguese, true);
        check("O contexto não menciona as lanternas.", Portuguese, true);
        check("Os documentos fornecidos não dizem nada sobre lanternas.", Portuguese, true);
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
            "The documents say nothing about lanterns, but the bell is rung at dusk.",
            "The context does not mention lanterns so the keeper pays nothing.",
            "The documents I was given say nothing about lanterns and every keeper in the harbour pays.",
            "I'm afraid that the keeper pays no fee.",
            "The documents must not contain names.",
            "The documents do not include a passport.",
            "The document has no expiry date.",
            "The source does not have to file a return.",
            "The context says that no fee is due within 30 days.",
            "I can't tell you: the keeper decides.",
            "The keeper who has no documents gives nothing.",
            "A refund is not given on the documents.",
        ] {
            check(text, English, false);
        }
    }
}
