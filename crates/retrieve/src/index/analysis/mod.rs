//! From text to the terms that are searched: words, stems without accents, section numbers.
//!
//! Passages and queries go through the same function, so that they meet.

mod language;
mod stop_words;
mod word_ranges;

use std::{collections::HashMap, ops::Range};

use jurat_text::Language;
use rust_stemmers::Stemmer;

pub use language::{passage_language, query_language};
use word_ranges::WordRanges;

/// Turns text into terms. Keeps the stems it has seen, since words repeat.
pub(crate) struct TermAnalyser {
    stemmers: [Stemmer; Language::ALL.len()],
    stems: [HashMap<Box<str>, Option<Box<str>>>; Language::ALL.len()],
    word: String,
}

/// Words beyond this many bytes are not searched by: they are noise.
const LONGEST_WORD: usize = 64;
/// The stems kept a language: bounded, so that hostile text cannot fill the memory.
const STEMS_KEPT: usize = 100_000;

impl TermAnalyser {
    pub(crate) fn new() -> Self {
        Self {
            stemmers: Language::ALL.map(language::stemmer),
            stems: Default::default(),
            word: String::new(),
        }
    }

    /// Visits each term of a text in order, with the place of the word that it comes from. A
    /// section with subdivisions gives two terms at one place: itself and its number alone.
    pub(crate) fn each(
        &mut self,
        text: &str,
        language: Language,
        visit: &mut dyn FnMut(&str, Range<usize>),
    ) {
        for (start, end) in WordRanges::of(text) {
            let word = &text[start..end];
            if LONGEST_WORD < word.len() {
                continue;
            }
            if word.starts_with(|first: char| first.is_ascii_digit()) {
                self.number(word, start..end, visit);
            } else {
                self.word(word, language, start..end, visit);
            }
        }
    }

    /// The terms of a short text, as a query is.
    pub(crate) fn terms(&mut self, text: &str, language: Language) -> Vec<String> {
        let mut terms = Vec::new();
        self.each(text, language, &mut |term, _| terms.push(term.to_owned()));
        terms
    }

    /// One term a place, with the place: a section's number alone is left out.
    pub(crate) fn in_a_row(
        &mut self,
        text: &str,
        language: Language,
    ) -> Vec<(String, Range<usize>)> {
        let mut row: Vec<(String, Range<usize>)> = Vec::new();
        self.each(text, language, &mut |term, place| {
            if row.last().is_none_or(|(_, last)| last.start != place.start) {
                row.push((term.to_owned(), place));
            }
        });
        row
    }

    fn number(
        &mut self,
        word: &str,
        place: Range<usize>,
        visit: &mut dyn FnMut(&str, Range<usize>),
    ) {
        self.word.clear();
        self.word.extend(word.chars().flat_map(char::to_lowercase));
        visit(&self.word, place.clone());
        if let Some(cut) = self.word.find('(') {
            visit(&self.word[..cut], place);
        }
    }

    fn word(
        &mut self,
        word: &str,
        language: Language,
        place: Range<usize>,
        visit: &mut dyn FnMut(&str, Range<usize>),
    ) {
        let bare = without_apostrophe(word);
        self.word.clear();
        if bare.is_ascii() {
            self.word
                .extend(bare.chars().filter(|c| *c != '.').map(|c| c.to_ascii_lowercase()));
        } else {
            self.word
                .extend(bare.chars().filter(|c| *c != '.').flat_map(char::to_lowercase));
        }
        let known = &mut self.stems[language as usize];
        if let Some(stem) = known.get(self.word.as_str()) {
            if let Some(stem) = stem {
                visit(stem, place);
            }
            return;
        }
        let stem = (!stop_words::is_stop(&self.word, language))
            .then(|| fold(&self.stemmers[language as usize].stem(&self.word)).into_boxed_str());
        if let Some(stem) = &stem {
            visit(stem, place);
        }
        if known.len() < STEMS_KEPT {
            known.insert(self.word.as_str().into(), stem);
        }
    }
}

/// `l'avis` is about `avis`, `Minister's` about `Minister`: the longer side has the meaning.
fn without_apostrophe(word: &str) -> &str {
    let Some(at) = word.find(['\'', '\u{2019}']) else { return word };
    let (left, right) = word.split_at(at);
    let right = right.trim_start_matches(['\'', '\u{2019}']);
    if left.len() < right.len() { right } else { left }
}

/// Letters without their accents, so that `residencia` finds `residência`.
fn fold(stem: &str) -> String {
    if stem.is_ascii() {
        return stem.to_owned();
    }
    stem.chars()
        .filter(|char| !matches!(char, '\u{300}'..='\u{36f}'))
        .map(bare)
        .collect()
}

const fn bare(char: char) -> char {
    match char {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ý' | 'ÿ' => 'y',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::{Language, TermAnalyser};

    #[track_caller]
    fn check(language: Language, text: &str, expected: &[&str]) {
        assert_eq!(TermAnalyser::new().terms(text, language), expected);
    }

    #[test]
    fn stems_follow_the_language() {
        check(Language::English, "The applicants were applying", &["applic", "appli"]);
        check(Language::French, "l'avis des ministres", &["avis", "ministr"]);
        check(Language::Portuguese, "os advogados da residência", &["advog", "resident"]);
    }

    #[test]
    fn sections_are_found_whole_and_by_number() {
        check(Language::English, "under s. 40(1)(a)", &["under", "40(1)(a)", "40"]);
    }

    #[test]
    fn possessives_and_initials_are_unified() {
        check(Language::English, "Minister's U.S.C.", &["minist", "usc"]);
    }

    #[test]
    fn words_that_decide_are_searched_by() {
        check(Language::English, "what must I not do", &["must", "not"]);
    }
}
