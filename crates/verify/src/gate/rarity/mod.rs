//! How rare terms are over the sentences of texts.

mod term_counts;

use std::sync::Arc;

use jurat_canon::Hash;
use jurat_text::{Language, tokens::weight};

use super::integrity::HashedExhibits;
use crate::RecentTexts;
use term_counts::{TermCounter, TermSentenceCounts};

/// Bytes of texts that rarity is counted on; more would not change what is rare.
const MOST_COUNTED: usize = 4_000_000;

/// How rare terms are over the sentences of texts.
#[derive(Debug, Clone, Default)]
pub struct TermRarity {
    texts: Vec<Arc<TermSentenceCounts>>,
    sentences: u64,
}

impl TermRarity {
    fn of(texts: Vec<Arc<TermSentenceCounts>>) -> Self {
        let sentences = texts.iter().map(|counts| counts.sentences).sum();
        Self { texts, sentences }
    }

    /// How much a term says: about 0 if it stands in every sentence, most if it stands in none.
    pub fn weight(&self, term: &str) -> f64 {
        let with = self.texts.iter().map(|counts| counts.standing(term)).sum();
        weight(self.sentences, with)
    }
}

/// Counts the sentences that each term stands in.
pub fn rarity<'a>(texts: impl IntoIterator<Item = (&'a str, Language)>) -> TermRarity {
    let mut counting = TermCounter::default();
    let (mut counts, mut left) = (TermSentenceCounts::default(), MOST_COUNTED);
    for (text, language) in texts {
        counts.merge(counting.text(cut(text, &mut left), language));
    }
    TermRarity::of(vec![Arc::new(counts)])
}

/// The same over exhibits: whatever was counted before is not counted again.
pub(super) fn rarity_of(texts: &HashedExhibits<'_>) -> TermRarity {
    let mut counting = TermCounter::default();
    let mut left = MOST_COUNTED;
    let count = |(exhibit, hash)| {
        let exhibit: &jurat_model::SourceExhibit = exhibit;
        let named = exhibit.metadata.get("language").and_then(Language::from_code);
        let text = cut(&exhibit.text, &mut left);
        // Half a text has another hash; there is one at most, and it is counted each time.
        if text.len() < exhibit.text.len() {
            return Arc::new(counting.text(text, language(named, &exhibit.text)));
        }
        COUNTED.read((hash, named), text.len(), || counting.text(text, language(named, text)))
    };
    TermRarity::of(texts.hashed().map(count).collect())
}

/// What was counted in the texts at hand, by their hashes and the languages that they were said to be in.
static COUNTED: RecentTexts<(Hash, Option<Language>), TermSentenceCounts> = RecentTexts::new();

fn language(named: Option<Language>, text: &str) -> Language {
    named.or_else(|| Language::of(text)).unwrap_or(Language::English)
}

/// As much of a text as is left to count.
fn cut<'a>(text: &'a str, left: &mut usize) -> &'a str {
    let text = &text[..text.floor_char_boundary(text.len().min(*left))];
    *left -= text.len();
    text
}

#[cfg(test)]
mod tests {
    use jurat_canon::Hash;
    use jurat_model::{DocumentMetadata, ReaderIdentity, SourceExhibit};
    use jurat_text::{
        Language,
        sentence_reading::word_as_read,
        sentences::sentences,
        tokens::{DocumentFrequencies, words},
    };

    use super::{
        super::{gate_tokens, integrity::HashedExhibits},
        rarity, rarity_of,
    };

    /// As slowly and plainly as can be: every word of every sentence is read.
    fn plainly(texts: &[(&str, Language)]) -> DocumentFrequencies {
        let mut idf = DocumentFrequencies::default();
        for (text, language) in texts {
            for sentence in sentences(text) {
                let words = gate_tokens::gate_words(&text[sentence.range], *language);
                idf.add(gate_tokens::terms(&words));
            }
        }
        idf
    }

    fn exhibit((text, language): &(&str, Language)) -> SourceExhibit {
        let said = [("language".to_owned(), language.code().to_owned())];
        SourceExhibit {
            name: "a text".to_owned(),
            source: Hash::ZERO,
            media: "text/plain".to_owned(),
            rendition: Hash::of(text.as_bytes()),
            reader: ReaderIdentity {
                name: "text".to_owned(),
                version: 1,
                options: String::new(),
            },
            metadata: DocumentMetadata { values: said.into(), ..DocumentMetadata::default() },
            text: (*text).to_owned(),
        }
    }

    #[track_caller]
    fn check(texts: &[(&str, Language)]) {
        let exhibits: Vec<SourceExhibit> = texts.iter().map(exhibit).collect();
        let idf = plainly(texts);
        // The second time nothing is counted any more.
        let once = rarity_of(&HashedExhibits::of(&exhibits));
        for rarity in
            [rarity(texts.iter().copied()), once, rarity_of(&HashedExhibits::of(&exhibits))]
        {
            for (text, language) in texts {
                let all = words(text).filter_map(|range| {
                    gate_tokens::term(&word_as_read(text, &range).to_lowercase(), *language)
                });
                for term in all.chain(["moon".to_owned()]) {
                    let same = rarity.weight(&term).to_bits() == idf.weight(&term).to_bits();
                    assert!(same, "{term}");
                }
            }
        }
    }

    #[test]
    fn terms_weigh_the_same_however_they_are_counted() {
        let code =
            "Clerks keep records. A clerk can't lose RECORDS; retain them.\n\n(a) Keep it.";
        let avis = "Le greffier conserve le registre. Il n’est pas permis de le perdre.";
        check(&[(code, Language::English)]);
        check(&[
            (code, Language::English),
            (avis, Language::French),
            (code, Language::English),
        ]);
        check(&[(avis, Language::English), ("", Language::German)]);
    }
}
