//! Sentences in words of their own that turn round what the evidence says: a duty that is said to be none, a limit that is
//! said not to matter, another body in the place of the one that is named.
//!
//! They are looked at apart from what is measured for the model of likelihood, which was fitted without them. Each asks for
//! the form of both sentences, and is silent where the nearest has a word that may bear the other reading out.

mod conceded_limits;
mod denied_duties;
mod other_bodies;

use std::ops::Range;

use super::{ComparedText, GroundingDifference, near_copy::said_side};
use crate::grounding::{
    EvidenceIndex, NearestEvidence, evidence_index::NOVEL, indexed_sentence::IndexedSentence,
    lexicon::LexicalClass,
};

/// The share of a sentence, by weight, that a unit of the evidence must have before the two are compared.
const ALIGNED: f64 = 0.5;
/// Words beyond which a sentence is a table or damage.
const LONGEST: usize = 160;

/// A sentence that turns round what a sentence of the evidence says.
#[derive(Debug, Clone, PartialEq)]
pub struct TurnedSentence {
    /// The sentence that it turns round.
    pub nearest: NearestEvidence,
    /// What is turned round.
    pub difference: GroundingDifference,
}

/// A sentence beside one of the evidence.
struct TurnedComparison<'a> {
    evidence: &'a EvidenceIndex,
    passage: usize,
    said: &'a ComparedText<'a>,
    near: ComparedText<'a>,
}

impl EvidenceIndex {
    /// What a sentence turns round of the sentences nearest to it.
    pub fn turned_round(&self, said: &str) -> Option<TurnedSentence> {
        let sentence = IndexedSentence::read(self, said, 0..said.len());
        if LONGEST < sentence.tokens.len() || sentence.alignment() < ALIGNED {
            return None;
        }
        let side = said_side(self, &sentence);
        sentence
            .cover
            .units()
            .find_map(|unit| self.turned_beside(&side, unit))
    }

    fn turned_beside(&self, said: &ComparedText<'_>, unit: usize) -> Option<TurnedSentence> {
        let found = self.units.get(unit)?;
        let ids = self.ids_of(&[unit]);
        let compared = TurnedComparison {
            evidence: self,
            passage: found.passage,
            said,
            near: self.source_side(&[unit], &ids),
        };
        let difference = denied_duties::denied(&compared)
            .or_else(|| conceded_limits::conceded(&compared))
            .or_else(|| other_bodies::named(&compared))?;
        let nearest = NearestEvidence { passage: found.passage, span: found.span };
        Some(TurnedSentence { nearest, difference })
    }
}

/// The words of a stretch that say something and demand nothing.
pub(super) fn content(
    side: &ComparedText<'_>,
    words: Range<usize>,
) -> impl Iterator<Item = usize> {
    words.filter(|at| {
        side.tokens[*at].sort == LexicalClass::Content && !side.reading().is_deontic(*at)
    })
}

/// Where a word of one side stands on the other.
fn place_of(from: &ComparedText<'_>, at: usize, to: &ComparedText<'_>) -> Option<usize> {
    let id = from.ids[at];
    to.ids.iter().position(|other| *other == id && id != NOVEL)
}

/// Whether one of some marks stands between a word and the one before it.
pub(super) fn is_parted(side: &ComparedText<'_>, at: usize, marks: &[char]) -> bool {
    let gap = side.words[at - 1].range.end..side.words[at].range.start;
    side.text[gap].contains(marks)
}

/// The stretch around a word that some marks part from the rest.
pub(super) fn stretch_around(
    side: &ComparedText<'_>,
    at: usize,
    marks: &[char],
) -> Range<usize> {
    let start = (1..=at).rev().find(|at| is_parted(side, *at, marks)).unwrap_or(0);
    let end = (at + 1..side.words.len()).find(|at| is_parted(side, *at, marks));
    start..end.unwrap_or(side.words.len())
}
