//! What the passages of a document say to a statement: that it holds, that it does not, or
//! nothing.

mod features;
mod weights;

use jurat_text::{Language, sentence_reading::SentenceWord};

use super::{
    gate_tokens::gate_words,
    rarity::{TermRarity, rarity},
};
use features::{ParsedStatement, features};

pub use features::FEATURES;
pub use weights::RelationWeights;

/// Passages handed back as evidence.
const MOST_EVIDENCE: usize = 3;

/// What a document says to a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntailmentRelation {
    Entailment,
    Contradiction,
    NotMentioned,
}

impl EntailmentRelation {
    /// All of them, in the order of the weights.
    pub const ALL: [Self; 3] = [Self::Entailment, Self::Contradiction, Self::NotMentioned];
}

/// A document's passages against a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct RelationMeasurement {
    pub features: [f64; FEATURES],
    /// The passages that bear on it most, best first.
    pub evidence: Vec<usize>,
}

/// A document made ready for many statements.
#[derive(Debug)]
pub struct PremiseDocument<'a> {
    passages: Vec<(&'a str, Vec<SentenceWord>)>,
    language: Language,
    rarity: TermRarity,
}

impl<'a> PremiseDocument<'a> {
    /// Reads the passages of a document.
    pub fn read(passages: &[&'a str]) -> Self {
        let sample: String = passages.iter().take(64).copied().collect::<Vec<_>>().join(" ");
        let language = Language::of(&sample).unwrap_or(Language::English);
        let rarity = rarity(passages.iter().map(|text| (*text, language)));
        let passages = passages
            .iter()
            .map(|text| (*text, gate_words(text, language)))
            .collect();
        Self { passages, language, rarity }
    }

    /// Weighs the passages against a statement.
    pub fn weigh(&self, statement: &str) -> RelationMeasurement {
        let statement = ParsedStatement::read(statement, self.language, &self.rarity);
        let mut scored: Vec<(f64, usize)> = self
            .passages
            .iter()
            .enumerate()
            .map(|(at, (_, words))| (statement.score(words), at))
            .collect();
        // Of equal passages the first is meant.
        scored.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let best: Vec<(&str, &[SentenceWord])> = scored
            .iter()
            .take(MOST_EVIDENCE)
            .map(|(_, at)| (self.passages[*at].0, self.passages[*at].1.as_slice()))
            .collect();
        let evidence = scored.iter().take(MOST_EVIDENCE).filter(|(score, _)| 0.0 < *score);
        RelationMeasurement {
            features: features(&statement, &best),
            evidence: evidence.map(|(_, at)| *at).collect(),
        }
    }

    /// What the document says to a statement, and where.
    pub fn relation(&self, statement: &str) -> (EntailmentRelation, Vec<usize>) {
        let weighed = self.weigh(statement);
        let relation = RelationWeights::shipped().relation(&weighed.features);
        let evidence = if relation == EntailmentRelation::NotMentioned {
            Vec::new()
        } else {
            weighed.evidence
        };
        (relation, evidence)
    }
}
