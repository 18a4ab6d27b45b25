//! How rare words are in a set of documents.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// In how many documents each term stands. Sets counted apart can be merged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DocumentFrequencies {
    documents: u64,
    standing: BTreeMap<String, u64>,
}

impl DocumentFrequencies {
    /// Counts one document by its terms. A term counts once.
    pub fn add<'a>(&mut self, terms: impl IntoIterator<Item = &'a str>) {
        self.documents += 1;
        let distinct: BTreeSet<&str> = terms.into_iter().collect();
        for term in distinct {
            if let Some(count) = self.standing.get_mut(term) {
                *count += 1;
            } else {
                self.standing.insert(term.to_owned(), 1);
            }
        }
    }

    /// Takes in what was counted elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.documents += other.documents;
        for (term, count) in &other.standing {
            *self.standing.entry(term.clone()).or_default() += count;
        }
    }

    /// How many documents were counted.
    pub const fn documents(&self) -> u64 {
        self.documents
    }

    /// In how many documents a term stands.
    pub fn standing(&self, term: &str) -> u64 {
        self.standing.get(term).copied().unwrap_or(0)
    }

    /// How much a term says.
    pub fn weight(&self, term: &str) -> f64 {
        weight(self.documents, self.standing(term))
    }
}

/// How much a term says that stands in `with` of `all` documents: about 0 if it stands everywhere,
/// most if it stands nowhere. Never negative.
#[expect(clippy::cast_precision_loss, reason = "counts of documents fit")]
pub fn weight(all: u64, with: u64) -> f64 {
    let (all, with) = (all as f64, with as f64);
    ((all - with + 0.5) / (with + 0.5)).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::DocumentFrequencies;

    #[test]
    fn rare_words_weigh_more_and_parts_merge() {
        let mut one = DocumentFrequencies::default();
        one.add(["visa", "visa", "fee"]);
        let mut other = DocumentFrequencies::default();
        other.add(["visa"]);
        one.merge(&other);
        assert_eq!((one.documents(), one.standing("visa"), one.standing("fee")), (2, 2, 1));
        assert!(one.weight("visa") < one.weight("fee"));
        assert!(one.weight("fee") < one.weight("moon"));
        let kept = serde_json::to_string(&one).and_then(|kept| serde_json::from_str(&kept));
        assert_eq!(kept.ok(), Some(one));
    }
}
