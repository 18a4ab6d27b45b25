//! The terms of a query, bounded: what a stranger types never reaches a query parser.

use std::collections::BTreeMap;

use jurat_text::{Language, question_parts::quoted};

use super::{bm25::WeightedTerm, thesaurus};
use crate::index::{TermAnalyser, citation_terms};

/// Bytes of a query that are read.
const LONGEST: usize = 20_000;
/// Terms that are searched by.
const MOST: usize = 300;
/// Phrases that are looked at.
const MOST_PHRASES: usize = 8;

#[derive(Default)]
pub(super) struct QueryTerms {
    pub words: Vec<WeightedTerm>,
    pub pairs: Vec<WeightedTerm<(String, String)>>,
    pub cites: Vec<String>,
    pub phrases: Vec<QuotedPhrase>,
}

/// A phrase in quotation marks, in each language of the index.
pub(super) struct QuotedPhrase {
    pub readings: Vec<(Language, Vec<String>)>,
}

impl QuotedPhrase {
    pub(super) fn of(words: &str, languages: &[Language], analyser: &mut TermAnalyser) -> Self {
        let words = &words[..words.floor_char_boundary(LONGEST)];
        let reading = |language: &Language| {
            let row = analyser.in_a_row(words, *language).into_iter();
            (*language, row.map(|(term, _)| term).collect())
        };
        Self { readings: languages.iter().map(reading).collect() }
    }

    /// Whether it has a word to look for in any language.
    pub(super) fn says_something(&self) -> bool {
        self.readings.iter().any(|(_, terms)| !terms.is_empty())
    }
}

impl QueryTerms {
    pub(super) fn of(text: &str, languages: &[Language], analyser: &mut TermAnalyser) -> Self {
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let mut words: BTreeMap<String, f32> = BTreeMap::new();
        let mut pairs: BTreeMap<(String, String), f32> = BTreeMap::new();
        for language in languages {
            let terms = analyser.terms(text, *language);
            let (mut own, mut own_pairs) = (BTreeMap::new(), BTreeMap::new());
            for term in terms.iter().take(MOST) {
                *own.entry(term.clone()).or_insert(0.0) += 1.0;
            }
            for pair in analyser.in_a_row(text, *language).windows(2).take(MOST) {
                let pair = (pair[0].0.clone(), pair[1].0.clone());
                *own_pairs.entry(pair).or_insert(0.0) += 1.0;
            }
            merge(&mut words, own);
            merge(&mut pairs, own_pairs);
        }
        for language in languages {
            let room = MOST.saturating_sub(words.len());
            for term in thesaurus::written(text, *language, analyser).into_iter().take(room) {
                words.entry(term).or_insert(thesaurus::SHARE * thesaurus::SHARE);
            }
        }
        let phrases = quoted(text).take(MOST_PHRASES);
        let phrases = phrases
            .map(|words| QuotedPhrase::of(words, languages, analyser))
            .collect();
        Self {
            words: weighed(words),
            pairs: weighed(pairs),
            cites: citation_terms::of_query(text),
            phrases,
        }
    }
}

/// A term that two languages share counts once.
fn merge<T: Ord>(all: &mut BTreeMap<T, f32>, own: BTreeMap<T, f32>) {
    for (term, count) in own {
        let known = all.entry(term).or_insert(0.0);
        *known = known.max(count);
    }
}

/// A word said twice counts more, but not twice as much.
fn weighed<T>(counts: BTreeMap<T, f32>) -> Vec<WeightedTerm<T>> {
    counts
        .into_iter()
        .map(|(term, count)| WeightedTerm { term, weight: count.sqrt() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::QueryTerms;
    use jurat_text::Language;

    use crate::index::TermAnalyser;

    #[test]
    fn a_word_said_twice_counts_by_its_root() {
        let terms =
            QueryTerms::of("heron heron board", &[Language::English], &mut TermAnalyser::new());
        let words: Vec<_> = terms
            .words
            .iter()
            .map(|word| (word.term.as_str(), word.weight))
            .collect();
        assert_eq!(words, [("board", 1.0), ("heron", 2_f32.sqrt())]);
    }

    #[test]
    fn a_query_of_any_length_is_bounded() {
        let long = "löng wörd ".repeat(100_000);
        let terms = QueryTerms::of(
            &long,
            &[Language::English, Language::German],
            &mut TermAnalyser::new(),
        );
        assert!(terms.words.len() <= 4);
        let many = (0..100_000).map(|n| format!("w{n}")).collect::<Vec<_>>().join(" ");
        assert!(
            QueryTerms::of(&many, &[Language::English], &mut TermAnalyser::new())
                .words
                .len()
                <= 300
        );
    }
}
