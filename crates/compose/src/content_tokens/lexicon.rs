//! Words of English, French and Portuguese that carry nothing, and those that do though they are common.

use std::sync::LazyLock;

use jurat_text::{
    Language, anchor,
    sentence_reading::{LegalWord, SentenceReading},
    tokens, word_file,
    word_list::WordFiles,
};

/// What is known of the words of a language.
struct ContentLexicon {
    /// Stop words that say something all the same.
    says_something: &'static [&'static str],
    /// Others that say nothing.
    says_nothing: &'static [&'static str],
    /// What ties what follows to what stands before a comma.
    prepositions: &'static [&'static str],
}

static FILES: [WordFiles; 3] = [
    WordFiles::new(&[word_file!("content_tokens", en)]),
    WordFiles::new(&[word_file!("content_tokens", fr)]),
    WordFiles::new(&[word_file!("content_tokens", pt)]),
];

fn lexicon(language: Language) -> Option<&'static ContentLexicon> {
    static READ: LazyLock<[ContentLexicon; 3]> =
        LazyLock::new(|| FILES.each_ref().map(parse_lexicon));
    match language {
        Language::English => Some(&READ[0]),
        Language::French => Some(&READ[1]),
        Language::Portuguese => Some(&READ[2]),
        Language::German | Language::Spanish => None,
    }
}

fn parse_lexicon(files: &'static WordFiles) -> ContentLexicon {
    ContentLexicon {
        says_something: files.list("says_something"),
        says_nothing: files.list("says_nothing"),
        prepositions: files.list("prepositions"),
    }
}

/// The longest phrase at a place that its sentence turns on, and its length; none in languages that are compared by
/// their stems alone.
pub(super) fn legal_word(
    reading: SentenceReading<'_>,
    at: usize,
    language: Language,
) -> Option<(LegalWord, usize)> {
    lexicon(language).and_then(|_| reading.legal_word_at(at))
}

/// Whether a word may be added or left out without a word being said.
pub(super) fn says_nothing(word: &str, language: Language) -> bool {
    let Some(lexicon) = lexicon(language) else {
        return tokens::is_stop_word(word, language) && !anchor::is_critical(word);
    };
    lexicon.says_nothing.contains(&word)
        || tokens::is_stop_word(word, language) && !lexicon.says_something.contains(&word)
}

/// The regular form of a word whose stem differs.
pub(super) fn regular(word: &str, language: Language) -> &str {
    if language != Language::English {
        return word;
    }
    let found = IRREGULAR.lists().iter().find(|(_, forms)| forms.contains(&word));
    found.map_or(word, |(regular, _)| regular)
}

/// Whether a word ties what follows to what stands before a comma.
pub(super) fn is_preposition(word: &str, language: Language) -> bool {
    lexicon(language).is_some_and(|lexicon| lexicon.prepositions.contains(&word))
}

/// The forms that differ, under the regular one.
static IRREGULAR: WordFiles = WordFiles::new(&[word_file!("irregular_forms", en)]);

#[cfg(test)]
mod tests {
    use super::{FILES, IRREGULAR};

    #[test]
    fn every_list_is_asked_for() {
        for files in &FILES {
            let names = ["prepositions", "says_nothing", "says_something"];
            assert_eq!(files.faults(&names, &[]), Vec::<String>::new());
        }
        let names: Vec<&str> = IRREGULAR.lists().keys().copied().collect();
        assert_eq!(IRREGULAR.faults(&names, &[]), Vec::<String>::new());
    }
}
