//! How rare terms are over the sentences of texts.

mod counting;
mod memo;

use std::sync::Arc;

use jurat_text::{Language, tokens::weight};

use super::integrity::Texts;
use counting::{Counting, Counts};

/// Bytes of texts that rarity is counted on; more would not change what is rare.
const MOST_COUNTED: usize = 4_000_000;

/// How rare terms are over the sentences of texts.
#[derive(Debug, Clone, Default)]
pub struct Rarity(Vec<Arc<Counts>>);

impl Rarity {
    /// How much a term says: about 0 if it stands in every sentence, most if it stands in none.
    pub fn weight(&self, term: &str) -> f64 {
        let all = self.0.iter().map(|counts| counts.sentences).sum();
        let with = self.0.iter().map(|counts| counts.standing(term)).sum();
        weight(all, with)
    }
}

/// Counts the sentences that each term stands in.
pub fn rarity<'a>(texts: impl IntoIterator<Item = (&'a str, Language)>) -> Rarity {
    let mut counting = Counting::default();
    let (mut counted, mut left) = (Vec::new(), MOST_COUNTED);
    for (text, language) in texts {
        let text = cut(text, &mut left);
        counted.push(Arc::new(counting.text(text, language)));
    }
    Rarity(counted)
}

/// The same over exhibits: whatever was counted before is not counted again.
pub(super) fn rarity_of(texts: &Texts<'_>) -> Rarity {
    let mut counting = Counting::default();
    let mut left = MOST_COUNTED;
    let count = |(exhibit, hash)| {
        let exhibit: &jurat_model::Exhibit = exhibit;
        let named = exhibit.metadata.get("language").and_then(Language::from_code);
        let text = cut(&exhibit.text, &mut left);
        // Half a text has another hash; there is one at most, and it is counted each time.
        if text.len() < exhibit.text.len() {
            return Arc::new(counting.text(text, language(named, &exhibit.text)));
        }
        memo::counted((hash, named), text.len(), || counting.text(text, language(named, text)))
    };
    Rarity(texts.hashed().map(count).collect())
}

fn language(named: Option<Language>, text: &str) -> Language {
    named.or_else(|| Language::of(text)).unwrap_or(Language::English)
}

/// As much of a text as is left to count.
fn cut<'a>(text: &'a str, left: &mut usize) -> &'a str {
    let text = &text[..text.floor_char_boundary(text.len().min(*left))];
    *left -= text.len();
    text
}
