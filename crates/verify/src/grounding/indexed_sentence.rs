//! One sentence beside the evidence: its words by number, and the sentences nearest to it.

use std::ops::Range;

use super::{
    evidence_index::{EvidenceIndex, NOVEL},
    grounding_tokens::{GroundingToken, grounding_tokens},
    lexicon::LexicalClass,
    nearest_evidence::{EvidenceCoverage, EvidenceTerm, RARE, cover},
};

/// How much of its weight a word keeps that the question has too: it bears out little.
const ASKED: f64 = 0.5;

/// A sentence with its words looked up.
#[derive(Debug)]
pub(super) struct IndexedSentence<'a> {
    pub(super) text: &'a str,
    pub(super) range: Range<usize>,
    pub(super) tokens: Vec<GroundingToken>,
    /// The number of each word in the evidence.
    pub(super) ids: Vec<u32>,
    /// How much each word says; 0 for stop words, and for words of the question that the evidence
    /// does not have.
    pub(super) weights: Vec<f64>,
    /// Which words the question has.
    pub(super) asked: Vec<bool>,
    /// The weight of all distinct words.
    pub(super) mass: f64,
    /// The weight of those that the evidence has.
    pub(super) known: f64,
    /// The weight of the distinct words that say most.
    pub(super) rare: f64,
    /// The weight of the distinct words that the question has.
    pub(super) repeated: f64,
    pub(super) cover: EvidenceCoverage,
}

impl<'a> IndexedSentence<'a> {
    /// Reads a stretch of a text beside the evidence.
    pub(super) fn read(evidence: &EvidenceIndex, text: &'a str, range: Range<usize>) -> Self {
        let tokens = grounding_tokens(text, range.clone(), evidence.language);
        let (mut ids, mut weights, mut asked) = (Vec::new(), Vec::new(), Vec::new());
        for token in &tokens {
            let found = evidence.look_up(&token.lower);
            let counts =
                token.sort != LexicalClass::Stop && !(found.asked && found.id == NOVEL);
            ids.push(found.id);
            let share = if found.asked { ASKED } else { 1.0 };
            weights.push(if counts { share * found.weight } else { 0.0 });
            asked.push(found.asked);
        }
        let (mut mass, mut known, mut rare, mut repeated) = (0.0, 0.0, 0.0, 0.0);
        let mut terms = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, token) in tokens.iter().enumerate() {
            let id = ids[at];
            let first = if id == NOVEL {
                weights[at] > 0.0
                    && !tokens[..at]
                        .iter()
                        .rev()
                        .take(64)
                        .any(|other| other.lower == token.lower)
            } else {
                seen.insert(id)
            };
            if !first || weights[at] <= 0.0 {
                continue;
            }
            mass += weights[at];
            rare += if RARE <= weights[at] { weights[at] } else { 0.0 };
            repeated += if asked[at] { weights[at] } else { 0.0 };
            if id != NOVEL {
                known += weights[at];
                terms.push(EvidenceTerm { id, weight: weights[at] });
            }
        }
        let cover = cover(evidence, &terms);
        Self {
            text,
            range,
            tokens,
            ids,
            weights,
            asked,
            mass,
            known,
            rare,
            repeated,
            cover,
        }
    }

    /// The share of its words that the nearest sentence has, by weight.
    pub(super) fn alignment(&self) -> f64 {
        if self.mass <= 0.0 { 0.0 } else { self.cover.in_one / self.mass }
    }

    /// Whether a word says something and the evidence does not have it.
    pub(super) fn is_novel(&self, at: usize) -> bool {
        self.ids[at] == NOVEL && 0.0 < self.weights[at]
    }
}
