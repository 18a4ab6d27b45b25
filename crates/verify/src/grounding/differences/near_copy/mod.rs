//! Sentences that are copied from the evidence but for a few words: what was changed, and whether that is a word that
//! the sentence turns on.
//!
//! By shared words alone a near copy that says the opposite looks better supported than any paraphrase. So the two are
//! laid side by side, and what differs is asked for what it is: a number, a provision, a modal, a negation, a bound, an
//! `and`, a party, or a clause that limits.

mod changed_operators;
mod changed_values;
mod dropped_limits;
mod replaced_words;
mod word_alignment;

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use jurat_model::ByteSpan;

use super::{ComparedText, GroundingDifference};
use crate::grounding::{
    EvidenceIndex, NearestEvidence,
    evidence_index::NOVEL,
    grounding_tokens::{GroundingToken, compared_words, grounding_tokens},
    indexed_sentence::IndexedSentence,
    lexicon::LexicalClass,
};
use word_alignment::{ChangedStretch, SideBySide, side_by_side};

/// The share of a sentence's words that must stand in the source, in its order, before it is looked at for parties that
/// were swapped.
const NEAR: f64 = 0.65;
/// The same before single words are compared: with fewer, it is in words of its own.
const CLOSE: f64 = 0.8;
/// Copied words on either side of a stretch that hold it in its place.
const HELD: usize = 2;
/// Words before a copy that do not count against it: `Under section 4 of the Harbour Act`.
const LEADING: usize = 10;
/// The share of a sentence, by weight, that the nearest units must have before it is laid beside any.
const SHARED: f64 = 0.5;
/// Words from which a sentence is told from others by its words alone.
const FEWEST: usize = 5;
/// Words beyond which a sentence is a table or damage.
const LONGEST: usize = 160;
/// Sentences of the evidence that a sentence is laid beside.
const CANDIDATES: usize = 6;
/// How much a word that is made up tells against a source, where one that is left out tells 1.
const MADE_UP: usize = 8;

/// A sentence that is copied from the evidence, but for what differs.
#[derive(Debug, Clone, PartialEq)]
pub struct NearCopy {
    /// The sentence that it is a copy of.
    pub nearest: NearestEvidence,
    /// What the two say differently. Novel words are not among it.
    pub differences: Vec<GroundingDifference>,
    /// Whether nearly all of it is copied, so that what it has not is left out and what is not told is the same.
    pub is_close: bool,
    /// Whether every word that says something stands there, or the same amount in other words.
    pub is_borne_out: bool,
    /// Where words are said that do not stand there.
    changed: Vec<ByteSpan>,
}

impl NearCopy {
    /// Whether a stretch of the sentence has a word that was not copied.
    pub fn is_changed_within(&self, span: ByteSpan) -> bool {
        self.changed
            .iter()
            .any(|one| one.start < span.end && span.start < one.end)
    }
}

/// Two sentences side by side.
struct CopyComparison<'a> {
    said: ComparedText<'a>,
    source: ComparedText<'a>,
    /// What differs, without clauses that only moved.
    beside: SideBySide,
    /// What differs in order, too.
    as_laid: SideBySide,
}

impl EvidenceIndex {
    /// The sentence of the evidence, or the lead-in with its item, that a sentence is copied from; nothing where it is in
    /// words of its own.
    pub fn near_copy(&self, said: &str) -> Option<NearCopy> {
        let sentence = IndexedSentence::read(self, said, 0..said.len());
        let count = sentence.tokens.len();
        // What shares few words with any sentence is no copy, and most claims are none.
        let is_far = sentence.cover.in_two < SHARED * sentence.mass;
        if is_far || !(FEWEST..=LONGEST).contains(&count) {
            return None;
        }
        let (units, as_laid) = self.closest(&sentence)?;
        let ids = self.ids_of(&units);
        let mut beside = as_laid.clone();
        let moved = beside.without_moved(&ids, &sentence.ids);
        let compared = CopyComparison {
            said: said_side(self, &sentence),
            source: self.source_side(&units, &ids),
            beside,
            as_laid,
        };
        let share = compared.copied_share(moved);
        if share < NEAR {
            return None;
        }
        let unit = self.units.get(*units.last()?)?;
        Some(NearCopy {
            nearest: NearestEvidence { passage: unit.passage, span: unit.span },
            differences: compared.differences(share),
            is_close: CLOSE <= share,
            is_borne_out: compared.is_borne_out(),
            changed: compared.changed_spans(),
        })
    }

    /// The units that are most like a sentence, in order, and the two side by side.
    fn closest(&self, sentence: &IndexedSentence<'_>) -> Option<(Vec<usize>, SideBySide)> {
        let mut best: Option<(usize, Vec<usize>, SideBySide)> = None;
        for units in self.candidates(sentence) {
            let ids = self.ids_of(&units);
            let beside = side_by_side(&ids, &sentence.ids);
            let made_up = sentence.ids.len() - beside.kept.len();
            let cost = made_up * MADE_UP + ids.len() - beside.kept.len();
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, units, beside));
            }
        }
        best.map(|(_, units, beside)| (units, beside))
    }

    /// The sentences with most of the words, each alone, with its lead-in, and with the one after it.
    pub(super) fn candidates(&self, sentence: &IndexedSentence<'_>) -> Vec<Vec<usize>> {
        let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for (at, id) in sentence.ids.iter().enumerate() {
            let weight = sentence.weights[at];
            if *id == NOVEL || weight <= 0.0 || !seen.insert(*id) {
                continue;
            }
            let mut last = None;
            for place in self.places(*id) {
                let unit = self.unit_at(*place);
                if last != Some(unit) {
                    *weights.entry(unit as usize).or_default() += weight;
                    last = Some(unit);
                }
            }
        }
        let mut ranked: Vec<(usize, f64)> = weights.into_iter().collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut all = Vec::new();
        for (unit, _) in ranked.into_iter().take(CANDIDATES) {
            all.push(vec![unit]);
            if let Some(lead_in) = self.units[unit].lead_in {
                all.push(vec![lead_in, unit]);
            }
            let follows = self.units.get(unit + 1);
            let is_longer = self.units[unit].words.len() * 5 < sentence.ids.len() * 4;
            let same = follows.is_some_and(|next| next.passage == self.units[unit].passage);
            if is_longer && same {
                all.push(vec![unit, unit + 1]);
            }
        }
        all
    }

    pub(super) fn ids_of(&self, units: &[usize]) -> Vec<u32> {
        let words = units.iter().map(|unit| self.units[*unit].words.clone());
        words.flat_map(|words| &self.ids[words]).copied().collect()
    }

    /// The words of some units as one text.
    pub(super) fn source_side<'a>(
        &'a self,
        units: &[usize],
        ids: &'a [u32],
    ) -> ComparedText<'a> {
        let texts: Vec<&str> = units.iter().map(|unit| self.text(*unit)).collect();
        let text: Cow<'a, str> = match texts.as_slice() {
            [only] => Cow::Borrowed(*only),
            several => Cow::Owned(several.join(" ")),
        };
        let tokens: Vec<GroundingToken> = grounding_tokens(&text, 0..text.len(), self.language);
        let words = compared_words(&tokens, 0, self.language);
        ComparedText {
            text,
            language: self.language,
            tokens: Cow::Owned(tokens),
            words,
            ids,
            asked: &[],
            offset: 0,
        }
    }
}

pub(super) fn said_side<'a>(
    evidence: &EvidenceIndex,
    sentence: &'a IndexedSentence<'_>,
) -> ComparedText<'a> {
    ComparedText {
        text: Cow::Borrowed(&sentence.text[sentence.range.clone()]),
        language: evidence.language,
        words: compared_words(&sentence.tokens, sentence.range.start, evidence.language),
        tokens: Cow::Borrowed(&sentence.tokens),
        ids: &sentence.ids,
        asked: &sentence.asked,
        offset: sentence.range.start,
    }
}

impl CopyComparison<'_> {
    /// The share of a sentence that is copied. What names the source before a copy is no part of it.
    #[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
    fn copied_share(&self, moved: usize) -> f64 {
        let leads = |one: &&ChangedStretch| {
            let names_source =
                || one.said.clone().any(|at| changed_values::is_value(&self.said, at));
            let is_short = one.said.start == 0 && one.said.len() <= LEADING;
            is_short && (one.source.is_empty() || names_source())
        };
        let leading = self.beside.changed.iter().find(leads).map_or(0, |one| one.said.len());
        let copied = self.beside.kept.len() + moved;
        let count = self.said.words.len().saturating_sub(leading).max(1);
        if copied < FEWEST { 0.0 } else { copied as f64 / count as f64 }
    }

    /// What differs, stretch by stretch. Words that only moved are no difference.
    fn differences(&self, share: f64) -> Vec<GroundingDifference> {
        let mut found = Vec::new();
        found.extend(replaced_words::swapped_parties(self));
        let is_swapped = !found.is_empty();
        let is_close = CLOSE <= share;
        for stretch in self.beside.changed.iter().filter(|one| is_close || self.is_held(one)) {
            let before = found.len();
            changed_values::differ(self, stretch, &mut found);
            changed_operators::differ(self, stretch, &mut found);
            if found.len() == before && !is_swapped && is_close {
                found.extend(replaced_words::replaced(self, stretch));
            }
        }
        if is_close {
            found.extend(dropped_limits::dropped(self));
        }
        found
    }

    /// Whether a stretch stands between words that are copied: there the two are as close as can be, whatever the rest is.
    fn is_held(&self, stretch: &ChangedStretch) -> bool {
        let pair = |source: usize, said: usize| self.beside.kept.contains(&(source, said));
        let before = (1..=HELD).all(|back| {
            let places = stretch
                .source
                .start
                .checked_sub(back)
                .zip(stretch.said.start.checked_sub(back));
            places.is_some_and(|(source, said)| pair(source, said))
        });
        let after =
            (0..HELD).all(|ahead| pair(stretch.source.end + ahead, stretch.said.end + ahead));
        before && after
    }

    fn is_borne_out(&self) -> bool {
        self.beside.changed.iter().all(|stretch| {
            let mut says = stretch.said.clone().map(|at| self.said.tokens[at].sort);
            says.all(|sort| sort == LexicalClass::Stop)
                || changed_values::is_same_amount(self, stretch)
        })
    }

    fn changed_spans(&self) -> Vec<ByteSpan> {
        let said = self.beside.changed.iter().map(|stretch| &stretch.said);
        let filled = said.filter(|words| !words.is_empty());
        filled
            .map(|words| self.said.span(words.start, words.end - 1))
            .collect()
    }

    /// The span of what is said in a stretch; the words around it where nothing is.
    fn said_span(&self, stretch: &ChangedStretch) -> ByteSpan {
        let last = self.said.words.len() - 1;
        if stretch.said.is_empty() {
            let at = stretch.said.start;
            return self.said.span(at.saturating_sub(1).min(last), at.min(last));
        }
        self.said.span(stretch.said.start, stretch.said.end - 1)
    }
}

/// The words of a stretch as one side has them.
fn written(side: &ComparedText<'_>, words: &Range<usize>) -> String {
    if words.is_empty() { String::new() } else { side.said(words.start, words.end - 1) }
}
