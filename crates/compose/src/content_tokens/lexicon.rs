//! Words of English, French and Portuguese that the law turns on, and those that carry nothing.

use std::sync::LazyLock;

use jurat_text::{Language, anchor, tokens, word_file, word_list::WordFiles};

use super::{ContentTokenKey, ModalForce};

enum LegalWordMeaning {
    Modal(ModalForce),
    Negation,
    Exception,
    Condition,
    Only,
    And,
    Or,
}

impl LegalWordMeaning {
    /// What a list of phrases means, by its name.
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "must" => Self::Modal(ModalForce::Must),
            "must_not" => Self::Modal(ModalForce::MustNot),
            "need_not" => Self::Modal(ModalForce::NeedNot),
            "may" => Self::Modal(ModalForce::May),
            "should" => Self::Modal(ModalForce::Should),
            "should_not" => Self::Modal(ModalForce::ShouldNot),
            "will" => Self::Modal(ModalForce::Will),
            "will_not" => Self::Modal(ModalForce::WillNot),
            "negation" => Self::Negation,
            "exception" => Self::Exception,
            "condition" => Self::Condition,
            "only" => Self::Only,
            "and" => Self::And,
            "or" => Self::Or,
            _ => return None,
        })
    }

    fn key(&self) -> ContentTokenKey {
        match self {
            Self::Modal(modal) => ContentTokenKey::Modal(*modal),
            Self::Negation => ContentTokenKey::Negation,
            Self::Exception => ContentTokenKey::Exception,
            Self::Condition => ContentTokenKey::Condition,
            Self::Only => ContentTokenKey::Only,
            Self::And => ContentTokenKey::And,
            Self::Or => ContentTokenKey::Or,
        }
    }
}

/// What is known of the words of a language.
struct ContentLexicon {
    phrases: Vec<(LegalWordMeaning, &'static [&'static str])>,
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
    let phrases = files.lists().iter().filter_map(|(name, phrases)| {
        Some((LegalWordMeaning::named(name)?, phrases.as_slice()))
    });
    ContentLexicon {
        phrases: phrases.collect(),
        says_something: files.list("says_something"),
        says_nothing: files.list("says_nothing"),
        prepositions: files.list("prepositions"),
    }
}

/// The longest known phrase that the words begin with, and its length.
pub(super) fn phrase(words: &[&str], language: Language) -> Option<(usize, ContentTokenKey)> {
    let begins = |phrase: &str| {
        let mut len = 0;
        for word in phrase.split(' ') {
            if words.get(len) != Some(&word) {
                return None;
            }
            len += 1;
        }
        Some(len)
    };
    let found = lexicon(language)?.phrases.iter().flat_map(|(sense, phrases)| {
        phrases
            .iter()
            .filter_map(move |phrase| Some((begins(phrase)?, sense)))
    });
    found
        .max_by_key(|(len, _)| *len)
        .map(|(len, sense)| (len, sense.key()))
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

/// Whether a word says on which side of a number something lies.
pub(crate) fn is_limit(word: &str) -> bool {
    LIMITS.contains(word)
}

/// The forms that differ, under the regular one.
static IRREGULAR: WordFiles = WordFiles::new(&[word_file!("irregular_forms", en)]);

jurat_text::word_lists! {
    "limits" [en, fr, pt];
    static LIMITS;
}

#[cfg(test)]
mod tests {
    use super::{FILES, IRREGULAR, LegalWordMeaning};

    #[test]
    fn every_list_has_a_meaning() {
        for files in FILES.iter().chain([&IRREGULAR]) {
            let names: Vec<&str> = files.lists().keys().copied().collect();
            assert_eq!(files.faults(&names, &[]), Vec::<String>::new());
        }
        for files in &FILES {
            let mut names: Vec<&str> = files.lists().keys().copied().collect();
            names.retain(|name| LegalWordMeaning::named(name).is_none());
            assert_eq!(names, ["prepositions", "says_nothing", "says_something"]);
        }
    }
}
