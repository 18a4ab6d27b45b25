//! In which words a corpus speaks of a question: the headings of what it has nearest, and the words that those passages
//! share and the question lacks.

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::RetrievedChunk;
use jurat_text::{
    Language,
    tokens::{is_stop_word, stem, terms, words},
};

/// Words that are taken from passages.
const MOST: usize = 12;
/// Letters of a word that may tell something.
const LETTERS: usize = 4;

/// Headings first, then shared words, those of most passages first.
pub(crate) fn near_words(
    question: &str,
    chunks: &[RetrievedChunk],
    language: Language,
) -> Vec<String> {
    let asked: BTreeSet<String> = terms(question, language).into_iter().collect();
    let mut headings: Vec<String> = Vec::new();
    let mut counts: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for chunk in chunks {
        let heading = chunk.section_heading.trim();
        if !heading.is_empty() && !headings.iter().any(|it| it == heading) {
            headings.push(heading.to_owned());
        }
        let mut own = BTreeSet::new();
        for range in words(&chunk.passage.text) {
            let word = chunk.passage.text[range].to_lowercase();
            let telling = LETTERS <= word.chars().count()
                && word.chars().all(char::is_alphabetic)
                && !is_stop_word(&word, language);
            let stem = stem(&word, language).into_owned();
            if telling && !asked.contains(&stem) && own.insert(stem.clone()) {
                counts.entry(stem).or_insert((0, word)).0 += 1;
            }
        }
    }
    let mut shared: Vec<(usize, String)> =
        counts.into_values().filter(|(count, _)| 1 < *count).collect();
    shared.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let shared = shared.into_iter().take(MOST).map(|(_, word)| word);
    headings.into_iter().chain(shared).collect()
}
