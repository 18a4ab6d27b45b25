//! Facts of a sentence, each held against the same anchor in the evidence, whatever the words around them: on which side of
//! an amount something lies and in which unit it is given, which month is named, who is left out, which items of a list go
//! together, and how far a rule reaches.
//!
//! They are looked at apart from what is measured for the model of likelihood, which was fitted without them.

mod excluded_parties;
mod list_items;
pub(super) mod measured_facts;
mod named_months;
mod parallel_items;
mod source_lists;
mod widened_scope;

use std::{borrow::Cow, collections::BTreeSet, ops::Range};

use super::{
    ComparedText, GroundingDifference,
    near_copy::said_side,
    turned_round::{TurnedSentence, content},
};
use crate::grounding::{
    EvidenceIndex, NearestEvidence,
    evidence_index::{NOVEL, UNIT_WORDS},
    grounding_tokens::{compared_words, grounding_tokens},
    indexed_sentence::IndexedSentence,
};
use jurat_text::tokens::words;

/// The share of a sentence, by weight, that a unit of the evidence must have, its lead-in counted, before it is an anchor.
const SHARED: f64 = 0.4;
/// The share from which on a sentence is copied from a unit, but for a word.
const COPIED: f64 = 0.9;
/// How much less another unit may have of what is copied, and be an anchor all the same.
const COPIED_APART: f64 = 0.1;
/// Words beyond which a sentence is a table or damage.
const LONGEST: usize = 160;
/// Units of one passage that are looked through for a fact.
const MOST_UNITS: usize = 100;

/// A sentence beside the units of the evidence that it may rest on.
struct AnchoredClaim<'a> {
    evidence: &'a EvidenceIndex,
    said: &'a ComparedText<'a>,
    /// The units that share enough with it, the most first.
    anchors: Vec<AnchorUnit<'a>>,
    /// The words, by number, of all that the answer and its question say.
    told: &'a BTreeSet<u32>,
}

/// A unit of the evidence that a sentence may rest on.
struct AnchorUnit<'a> {
    unit: usize,
    /// The share of the sentence that it has.
    share: f64,
    near: ComparedText<'a>,
}

/// What differs, and from which unit.
type UnitDifference = (usize, GroundingDifference);

impl EvidenceIndex {
    /// The words of a text that the evidence has, by number.
    pub fn known_words(&self, text: &str) -> BTreeSet<u32> {
        let lower = |range: Range<usize>| text[range].to_lowercase();
        let ids = words(text).map(|range| self.look_up(&lower(range)).id);
        ids.filter(|id| *id != NOVEL).collect()
    }

    /// What a sentence says otherwise of an anchor that the evidence has too. `told` are the words of all that the answer and
    /// its question say: what another sentence tells is not left out.
    pub fn anchored_facts(&self, said: &str, told: &BTreeSet<u32>) -> Vec<TurnedSentence> {
        let sentence = IndexedSentence::read(self, said, 0..said.len());
        if LONGEST < sentence.tokens.len() || sentence.mass <= 0.0 {
            return Vec::new();
        }
        let anchors = self.anchors(&sentence);
        // What is copied is compared word by word, and agrees with itself whatever the sentences around it say.
        if anchors
            .iter()
            .any(|anchor| self.has_all_in_order(anchor.unit, &sentence.ids))
        {
            return Vec::new();
        }
        let side = said_side(self, &sentence);
        let claim = AnchoredClaim { evidence: self, said: &side, anchors, told };
        let mut found = measured_facts::differ(&claim);
        found.extend(parallel_items::misplaced(&claim));
        found.extend(named_months::differ(&claim));
        found.extend(excluded_parties::named(&claim));
        found.extend(widened_scope::differ(&claim));
        found.extend(list_items::differ(&claim));
        let turned = |(unit, difference): UnitDifference| {
            let unit = self.units.get(unit)?;
            let nearest = NearestEvidence { passage: unit.passage, span: unit.span };
            Some(TurnedSentence { nearest, difference })
        };
        found.into_iter().filter_map(turned).collect()
    }

    fn anchors<'a>(&'a self, sentence: &IndexedSentence<'_>) -> Vec<AnchorUnit<'a>> {
        let candidates = self.candidates(sentence).into_iter();
        let single = candidates.filter_map(|units| match units.as_slice() {
            [unit] => Some(*unit),
            _ => None,
        });
        let mut anchors: Vec<AnchorUnit<'a>> = single
            .map(|unit| (unit, self.shared(sentence, unit)))
            .filter(|(_, share)| SHARED <= *share)
            .map(|(unit, share)| AnchorUnit { unit, share, near: self.side_of(unit) })
            .collect();
        anchors.sort_by(|one, other| other.share.total_cmp(&one.share));
        // What is copied from one sentence says nothing of another that is like it.
        if let Some(best) = anchors.first().map(|anchor| anchor.share)
            && COPIED <= best
        {
            anchors.retain(|anchor| best - COPIED_APART <= anchor.share);
        }
        anchors
    }

    /// Whether a sentence of the evidence, the parts of a long one together, has all words of another in their order.
    fn has_all_in_order(&self, unit: usize, said: &[u32]) -> bool {
        let is_cut = |unit: &usize| self.units[*unit].words.len() == UNIT_WORDS;
        let parts = (unit..self.units.len()).take_while(is_cut).count();
        let last = (unit + parts).min(self.units.len() - 1);
        let mut there =
            self.ids[self.units[unit].words.start..self.units[last].words.end].iter();
        said.iter().all(|id| *id != NOVEL && there.any(|other| other == id))
    }

    /// The share of a sentence that a unit has, with the one that leads into it.
    fn shared(&self, sentence: &IndexedSentence<'_>, unit: usize) -> f64 {
        let lead_in = self.units[unit].lead_in;
        let units: Vec<usize> = lead_in.into_iter().chain([unit]).collect();
        let there: BTreeSet<u32> = self.ids_of(&units).into_iter().collect();
        let mut seen = BTreeSet::new();
        let held = sentence
            .ids
            .iter()
            .zip(&sentence.weights)
            .filter(|(id, _)| **id != NOVEL && there.contains(id) && seen.insert(**id));
        held.map(|(_, weight)| weight).sum::<f64>() / sentence.mass
    }

    /// A unit as the checks compare it.
    fn side_of(&self, unit: usize) -> ComparedText<'_> {
        let text = self.text(unit);
        let tokens = grounding_tokens(text, 0..text.len(), self.language);
        let words = compared_words(&tokens, 0, self.language);
        ComparedText {
            text: Cow::Borrowed(text),
            language: self.language,
            tokens: Cow::Owned(tokens),
            words,
            ids: &self.ids[self.units[unit].words.clone()],
            asked: &[],
            offset: 0,
        }
    }

    /// The units of a passage, up to a bound.
    fn units_of(&self, passage: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.units.partition_point(|unit| unit.passage < passage);
        let own = (first..self.units.len())
            .take_while(move |unit| self.units[*unit].passage == passage);
        own.take(MOST_UNITS)
    }
}

impl AnchoredClaim<'_> {
    /// The units of all passages that it may rest on.
    fn passage_units(&self) -> Vec<usize> {
        let passages: BTreeSet<usize> = self
            .anchors
            .iter()
            .map(|anchor| self.evidence.units[anchor.unit].passage)
            .collect();
        passages
            .into_iter()
            .flat_map(|passage| self.evidence.units_of(passage))
            .collect()
    }
}

/// The words, by number, of a stretch of one side that say something.
fn content_ids(side: &ComparedText<'_>, words: Range<usize>) -> Vec<u32> {
    content(side, words)
        .map(|at| side.ids[at])
        .filter(|id| *id != NOVEL)
        .collect()
}
