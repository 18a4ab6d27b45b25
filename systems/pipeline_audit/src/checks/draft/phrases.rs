//! Lists of phrases, one file each, and where a text has one of them.
//!
//! A file has sections by language (`[en]`) and one phrase a line; a word that ends in `*` stands
//! for all that begin so. Case and accents do not count.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use jurat_text::{Language, tokens::words};

use crate::audit::content_words::plain;

/// Words of the longest phrase.
const LONGEST: usize = 10;

/// A word of a text as phrases are compared: small letters, no accents.
#[derive(Debug, Clone)]
pub(in crate::checks) struct PlainWord {
    pub(in crate::checks) range: Range<usize>,
    pub(in crate::checks) plain: Box<str>,
}

/// The words of a text, ready to be searched for phrases.
pub(in crate::checks) fn read(text: &str) -> Vec<PlainWord> {
    words(text)
        .map(|range| {
            let word = &text[range.clone()];
            let plain = if word.is_ascii() {
                word.to_ascii_lowercase()
            } else {
                plain(&word.to_lowercase())
            };
            PlainWord { range, plain: plain.into_boxed_str() }
        })
        .collect()
}

/// A list of phrases.
#[derive(Debug)]
pub(in crate::checks) struct PhraseList(HashMap<String, Vec<PhraseTail>>);

#[derive(Debug)]
struct PhraseTail {
    language: Language,
    /// The words after the first.
    rest: Vec<String>,
}

/// A phrase in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::checks) struct PhraseMatch {
    pub(in crate::checks) range: Range<usize>,
    /// Its words, by number.
    pub(in crate::checks) words: Range<usize>,
}

impl PhraseList {
    /// Reads a list. Lines before the first section and empty lines are skipped.
    pub(in crate::checks) fn of(list: &str) -> Self {
        let mut all: HashMap<String, Vec<PhraseTail>> = HashMap::new();
        let mut language = None;
        for line in list.lines().map(str::trim) {
            if let Some(code) = line.strip_prefix('[') {
                language = Language::from_code(code.trim_end_matches(']'));
            } else if let Some(language) = language {
                let mut words = line.split_whitespace().map(ToOwned::to_owned).take(LONGEST);
                let Some(first) = words.next() else { continue };
                let phrase = PhraseTail { language, rest: words.collect() };
                all.entry(first).or_default().push(phrase);
            }
        }
        Self(all)
    }

    /// The phrases of a text in order; none overlaps another. Where the language is not known,
    /// or is one that the list does not have, all of its languages are tried.
    pub(in crate::checks) fn found(
        &self,
        words: &[PlainWord],
        language: Option<Language>,
    ) -> Vec<PhraseMatch> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.longest_at(words, at, language) {
                Some(count) => {
                    let range = words[at].range.start..words[at + count - 1].range.end;
                    found.push(PhraseMatch { range, words: at..at + count });
                    at += count;
                }
                None => at += 1,
            }
        }
        found
    }

    /// Whether a text has one of them.
    pub(in crate::checks) fn any(
        &self,
        words: &[PlainWord],
        language: Option<Language>,
    ) -> bool {
        (0..words.len()).any(|at| self.longest_at(words, at, language).is_some())
    }

    fn longest_at(
        &self,
        words: &[PlainWord],
        at: usize,
        language: Option<Language>,
    ) -> Option<usize> {
        let phrases = self.0.get(&*words[at].plain)?;
        let known = language.filter(|one| KNOWN.contains(one));
        let spoken = phrases
            .iter()
            .filter(|one| known.is_none_or(|own| own == one.language));
        let stands = |phrase: &&PhraseTail| {
            let next = words.get(at + 1..at + 1 + phrase.rest.len());
            next.is_some_and(|next| next.iter().zip(&phrase.rest).all(|(a, b)| fits(a, b)))
        };
        spoken.filter(stands).map(|phrase| 1 + phrase.rest.len()).max()
    }
}

const KNOWN: [Language; 3] = [Language::English, Language::French, Language::Portuguese];

fn fits(word: &PlainWord, wanted: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(head) => word.plain.starts_with(head),
        None => *word.plain == *wanted,
    }
}

/// Of these phrases of a text, those that none of the sources has in the same words.
pub(in crate::checks) fn not_in_sources<'a>(
    found: Vec<PhraseMatch>,
    words: &[PlainWord],
    sources: impl IntoIterator<Item = &'a str>,
) -> Vec<PhraseMatch> {
    if found.is_empty() {
        return found;
    }
    let firsts: HashSet<&str> =
        found.iter().map(|one| &*words[one.words.start].plain).collect();
    let mut open = found.clone();
    for source in sources {
        let read = read(source);
        for at in (0..read.len()).filter(|at| firsts.contains(&*read[*at].plain)) {
            let same = |one: &PhraseMatch| {
                let ours = &words[one.words.clone()];
                let theirs = read.get(at..at + ours.len());
                theirs.is_some_and(|all| all.iter().zip(ours).all(|(a, b)| a.plain == b.plain))
            };
            open.retain(|one| !same(one));
        }
        if open.is_empty() {
            break;
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::{PhraseList, read};

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let list = PhraseList::of(
            "about\n[en]\nstudies show\nexperts say\nexperts say that\n[pt]\nsegundo especialistas\n",
        );
        let words = read(text);
        let found = list.found(&words, None);
        let found: Vec<&str> = found.into_iter().map(|one| &text[one.range]).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_longest_phrase_is_found_in_any_case() {
        check("As EXPERTS say that it is so", &["EXPERTS say that"]);
        check("Segundo especialistas, sim", &["Segundo especialistas"]);
        check("experts may say", &[]);
    }

    #[test]
    fn a_star_takes_any_end() {
        let list = PhraseList::of("[en]\nrecent stud*\n");
        assert!(list.any(&read("a recent study"), None));
        assert!(!list.any(&read("a recent statute"), None));
    }
}
