//! Terms that the best passages of a first look share: what else the question is about.

use std::collections::BTreeMap;

use jurat_text::Language;

use super::bm25::{RankedRow, WeightedTerm, idf};
use crate::{
    fusion::FeedbackSettings,
    index::{IndexError, IndexFields, IndexSnapshot, TermAnalyser},
};

/// The weightiest terms of the best passages, a passage counting by its score.
pub(super) fn learn(
    snapshot: &IndexSnapshot,
    fields: &IndexFields,
    best: &[RankedRow],
    settings: FeedbackSettings,
    analyser: &mut TermAnalyser,
) -> Result<Vec<WeightedTerm>, IndexError> {
    let mut weights: BTreeMap<String, f32> = BTreeMap::new();
    for ranked in best.iter().take(settings.passages) {
        let passage = snapshot.passage(fields, ranked.row)?;
        let language = language_of(&passage, snapshot);
        let terms = analyser.terms(&passage.text, language);
        let share = ranked.score / length(terms.len());
        for term in terms {
            *weights.entry(term).or_insert(0.0) += share;
        }
    }
    let mut frequent: Vec<(String, f32)> = weights.into_iter().collect();
    frequent.sort_by(|a, b| b.1.total_cmp(&a.1));
    // Rarity costs a look into the index; a term that is said once will not be chosen.
    frequent.truncate(LOOKED_AT * settings.terms);
    let mut learned = Vec::with_capacity(frequent.len());
    for (term, weight) in frequent {
        let rarity = idf(snapshot.count(fields.text, &term)?, snapshot.rows());
        learned.push((weight * rarity, WeightedTerm { term, weight }));
    }
    // Equal weights stay in the order of their letters.
    learned.sort_by(|a, b| b.0.total_cmp(&a.0));
    learned.truncate(settings.terms);
    Ok(learned.into_iter().map(|(_, term)| term).collect())
}

/// So many times the terms wanted are looked at.
const LOOKED_AT: usize = 4;

fn language_of(passage: &jurat_model::Passage, snapshot: &IndexSnapshot) -> Language {
    let said = passage.metadata.get("language").and_then(|tag| tag.parse().ok());
    said.unwrap_or(snapshot.languages()[0])
}

#[expect(clippy::cast_precision_loss, reason = "lengths of passages")]
fn length(terms: usize) -> f32 {
    terms.max(1) as f32
}
