//! Words as checks compare them: stems and forms without accents, in the languages at hand.

use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap},
    sync::{LazyLock, OnceLock},
};

use jurat_text::{
    Language,
    tokens::{is_stop_word, stem, words},
    word_file,
};

use super::AuditSubject;

/// Languages that are tried where a text does not tell its own.
const TRIED: [Language; 3] = [Language::Portuguese, Language::English, Language::French];

/// Words of a text with the same beginning that are compared with one term: what bounds the work.
const MOST_COMPARED: usize = 64;

/// The content words of a text. Two words are one if their stems are, with accents or without, so
/// that `devolução`, `devolucao` and `Devoluções` meet. Stems are taken only of words that begin
/// alike: most words are never asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ContentWordBag {
    words: Vec<(WordPrefix, Box<str>)>,
}

/// The first letters of a word, without accents. Stems keep them.
type WordPrefix = [char; 3];

impl ContentWordBag {
    /// The words of a text.
    pub fn of(text: &str, language: Option<Language>) -> Self {
        let mut bag = Self::default();
        bag.add(text, language);
        bag
    }

    /// Takes in the words of a further text.
    pub fn add(&mut self, text: &str, language: Option<Language>) {
        for range in words(text) {
            let word = lower(&text[range]);
            if is_content(&word, language) {
                self.words.push((beginning(&word), word.into()));
            }
        }
        self.words.sort_unstable();
        self.words.dedup();
    }

    /// Whether a word is among them, in any of its forms.
    pub fn has(&self, word: &str, language: Option<Language>) -> bool {
        self.knows(&StemmedTerm::of(&lower(word), language))
    }

    /// Whether a term is among them.
    pub fn knows(&self, term: &StemmedTerm) -> bool {
        // A number is one in whatever language it is spelt.
        if let Some(wanted) = number(&term.word) {
            return self.words.iter().any(|(_, word)| number(word) == Some(wanted));
        }
        let begins = beginning(&term.word);
        let from = self.words.partition_point(|(other, _)| *other < begins);
        let alike = || self.words[from..].iter().take_while(|(other, _)| *other == begins);
        alike().any(|(_, word)| **word == *term.word)
            || alike().take(MOST_COMPARED).any(|(_, word)| term.meets(word))
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

/// A word in small letters; most are so already.
fn lower(word: &str) -> Cow<'_, str> {
    let small = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    if word.bytes().all(small) { Cow::Borrowed(word) } else { Cow::Owned(word.to_lowercase()) }
}

fn beginning(word: &str) -> WordPrefix {
    let mut letters = word.chars().filter(|c| !is_mark(*c)).map(bare);
    std::array::from_fn(|_| letters.next().unwrap_or_default())
}

/// A word that is looked for.
#[derive(Debug, Clone)]
pub struct StemmedTerm {
    /// The word in small letters.
    pub word: String,
    language: Option<Language>,
    /// Its stem and that of its form without accents, in each language, once they are needed.
    stems: OnceLock<Vec<(Box<str>, Box<str>)>>,
}

impl StemmedTerm {
    /// A word in small letters.
    pub fn of(word: &str, language: Option<Language>) -> Self {
        Self {
            word: word.to_owned(),
            language,
            stems: OnceLock::new(),
        }
    }

    /// Whether it is a number, in digits or as a word.
    pub fn is_number(&self) -> bool {
        number(&self.word).is_some()
    }

    /// Whether another word has a stem in common with it.
    fn meets(&self, word: &str) -> bool {
        let stems = self.stems.get_or_init(|| stems(&self.word, self.language));
        let plain = plain(word);
        let languages = languages(self.language.as_ref());
        stems.iter().zip(languages).any(|((stemmed, bare), language)| {
            *stem(word, *language) == **stemmed || *stem(&plain, *language) == **bare
        })
    }
}

fn languages(language: Option<&Language>) -> &[Language] {
    language.map_or(&TRIED, std::slice::from_ref)
}

fn stems(word: &str, language: Option<Language>) -> Vec<(Box<str>, Box<str>)> {
    let plain = plain(word);
    let both = |language: &Language| {
        (Box::from(&*stem(word, *language)), Box::from(&*stem(&plain, *language)))
    };
    languages(language.as_ref()).iter().map(both).collect()
}

/// The words of a text that say what it is about, each once, in order.
pub fn terms(text: &str, language: Option<Language>) -> Vec<StemmedTerm> {
    let all = content_words(text, language);
    all.iter().map(|word| StemmedTerm::of(word, language)).collect()
}

/// The words of a text that say what it is about, in small letters, each once, in order.
pub fn content_words(text: &str, language: Option<Language>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    words(text)
        .map(|range| lower(&text[range]))
        .filter(|word| is_content(word, language))
        .filter(|word| seen.insert(word.clone()))
        .map(Cow::into_owned)
        .collect()
}

fn is_content(word: &str, language: Option<Language>) -> bool {
    let common = |language| is_stop_word(word, language);
    match language {
        Some(language) => !common(language),
        None => !TRIED.into_iter().any(common),
    }
}

/// A word without the accents of Latin letters.
pub(crate) fn plain(word: &str) -> String {
    if word.is_ascii() {
        return word.to_owned();
    }
    word.chars().filter(|c| !is_mark(*c)).map(bare).collect()
}

const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36F}')
}

const fn bare(c: char) -> char {
    match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
        'ç' | 'ć' | 'č' => 'c',
        'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
        'ì'..='ï' | 'ī' => 'i',
        'ñ' | 'ń' => 'n',
        'ò'..='ö' | 'ō' | 'ő' => 'o',
        'ù'..='ü' | 'ū' | 'ů' => 'u',
        'ý' | 'ÿ' => 'y',
        _ => c,
    }
}

/// The number that a word in small letters is: digits, or spelt from two to twenty and in tens.
pub(crate) fn number(word: &str) -> Option<u64> {
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return word.trim_end_matches(['º', 'ª', '°']).parse().ok();
    }
    // The longest has nine letters, and an accent takes a byte more.
    if !(3..=10).contains(&word.len()) {
        return None;
    }
    let known = |word: &str| NUMBERS.get(word).copied();
    if word.is_ascii() { known(word) } else { known(&plain(word)) }
}

/// In English, Portuguese and French, without accents. One is left out: it is an article too.
static NUMBERS: LazyLock<HashMap<&str, u64>> = LazyLock::new(|| {
    let files = NUMBER_FILES.iter().filter_map(|file| serde_json::from_str(file).ok());
    files.flat_map(|numbers: HashMap<&str, u64>| numbers).collect()
});

const NUMBER_FILES: [&str; 3] = [
    word_file!("number_words", en),
    word_file!("number_words", pt),
    word_file!("number_words", fr),
];

/// The language of a subject: of its question, its draft, its blocks, its first sources.
pub(super) fn language(subject: &AuditSubject) -> Option<Language> {
    let summary = subject.blocks.as_ref().and_then(|blocks| blocks.summary.as_ref());
    let draft = subject.draft_texts().iter().take(3).map(|text| text.text.as_str());
    let hits = subject.hits().iter().take(3).map(|hit| hit.text.as_str());
    let query = subject.query.iter().chain(summary).map(|text| text.text.as_str());
    query.chain(draft).chain(hits).find_map(Language::of)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]

    use std::collections::HashMap;

    use jurat_text::Language;

    use super::{ContentWordBag, NUMBER_FILES, NUMBERS, number};

    #[track_caller]
    fn check(text: &str, word: &str, language: Option<Language>, expected: bool) {
        assert_eq!(
            ContentWordBag::of(text, language).has(word, language),
            expected,
            "{word} in {text:?}"
        );
    }

    #[test]
    fn forms_of_a_word_meet() {
        let portuguese = Some(Language::Portuguese);
        check("a devolução do valor", "devolucao", portuguese, true);
        check("as devoluções", "devolução", portuguese, true);
        check("as devoluções", "devolvido", portuguese, false);
        check("withdrawals are possible", "withdrawal", Some(Language::English), true);
        check("délai de rétractation", "retractation", Some(Language::French), true);
        check("arrependimento", "Arrependimentos", None, true);
    }

    #[test]
    fn numbers_meet_across_languages() {
        check("em sete dias", "7", Some(Language::Portuguese), true);
        check("within 7 days", "sete", Some(Language::English), true);
        check("dans les trois jours", "3", None, true);
        check("within 17 days", "7", None, false);
        assert_eq!((number("7º"), number("1,000"), number("três")), (Some(7), None, Some(3)));
    }

    #[test]
    fn a_word_is_one_number_in_all_languages() {
        for file in NUMBER_FILES {
            let numbers: HashMap<&str, u64> = serde_json::from_str(file).unwrap();
            assert!(numbers.iter().all(|(word, value)| NUMBERS[word] == *value), "{file}");
            assert!(numbers.keys().all(|word| number(word).is_some()), "{file}");
        }
    }
}
