//! How far the terms of one question have their counterparts in another.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

use super::{MemoryQuestion, memory_question::CarryingTerm};

/// Vectors of length one by word.
pub(super) type WordVectors = BTreeMap<String, Vec<f32>>;

/// Both that are known and have no meaning in common are hardly the same, however near their vectors lie.
const KNOWN_APART: f64 = 0.7;
/// Cosines of words that have nothing to do with each other, and of words that mean the same.
const FAR: f64 = 0.15;
const NEAR: f64 = 0.6;
/// Letters that words of one family have in common at their beginning.
const FAMILY_LETTERS: usize = 5;
const FAMILY: f64 = 0.8;
/// What a counterpart of another length counts.
const PHRASE: f64 = 0.9;

/// Terms in a row that have no counterpart by their letters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LeftPhrase {
    pub(super) written: String,
    terms: Range<usize>,
}

/// What of the terms of a question has no counterpart in another, as they weigh.
pub(super) fn missing(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    vectors: &WordVectors,
) -> f64 {
    let (mine, its) = (phrases(one, other), phrases(other, one));
    let best = |(at, term): (usize, &CarryingTerm)| {
        let near = other.terms.iter().map(|its| closeness(term, its, vectors));
        let own = mine.iter().filter(|phrase| phrase.terms.contains(&at));
        let in_phrase = own.flat_map(|own| {
            let each = its.iter().filter(|its| 1 < own.terms.len() + its.terms.len() - 1);
            each.map(|its| PHRASE * nearness(&own.written, &its.written, vectors))
        });
        near.chain(in_phrase).fold(0.0, f64::max)
    };
    let terms = one.terms.iter().enumerate();
    terms.map(|(at, term)| term.weight * (1.0 - best((at, term)))).sum()
}

/// Terms that the other question does not have, alone and two in a row: `lie detector` has its counterpart in `polygraph`.
pub(super) fn phrases(one: &MemoryQuestion, other: &MemoryQuestion) -> Vec<LeftPhrase> {
    let is_left: Vec<bool> = one.terms.iter().map(|term| !is_met(term, other)).collect();
    let of = |terms: Range<usize>| {
        let words: Vec<&str> = one.terms[terms.clone()]
            .iter()
            .map(|term| term.written.as_str())
            .collect();
        LeftPhrase { written: words.join(" "), terms }
    };
    let all =
        (1..=2).flat_map(|length| (length..=is_left.len()).map(move |end| end - length..end));
    all.filter(|terms| is_left[terms.clone()].iter().all(|left| *left))
        .map(of)
        .collect()
}

/// Whether a question has a word that is none of the other's. One word for another in one wording is more often another
/// thing than another name for it: `mother` and `father` are both parents. So is one that is said more often: after one
/// story, `Is the payer liable?` is not `Is the payee liable?`, though both have both words.
pub(super) fn has_other_words(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let is_there = |term: &CarryingTerm| {
        let same =
            |its: &CarryingTerm| (&its.singular, its.times) == (&term.singular, term.times);
        other.terms.iter().any(same)
    };
    !one.terms.iter().all(is_there)
}

/// Whether the terms that both have come in another order. A part may go from the end to the beginning (`In Ontario, …`);
/// terms that change places may be parties that do.
pub(super) fn is_reordered(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let place = |term: &CarryingTerm| other.terms.iter().position(|its| is_same(term, its));
    let mut places: Vec<usize> = one.terms.iter().filter_map(place).collect();
    places.dedup();
    let falls = places.windows(2).filter(|two| two[1] < two[0]).count();
    let is_moved = places
        .first()
        .zip(places.last())
        .is_some_and(|(first, last)| last < first);
    1 < falls || falls == 1 && !(is_moved && 2 < places.len())
}

/// The share of a question that stands in the other by its letters or by what is known of it.
pub(super) fn anchored(one: &MemoryQuestion, other: &MemoryQuestion) -> f64 {
    let met = one.terms.iter().filter(|term| is_met(term, other));
    met.map(|term| term.weight).sum::<f64>() / carried(one).max(f64::MIN_POSITIVE)
}

fn is_met(term: &CarryingTerm, other: &MemoryQuestion) -> bool {
    other
        .terms
        .iter()
        .any(|its| is_same(term, its) || is_family(&term.stem, &its.stem))
}

/// What all terms of a question weigh.
pub(super) fn carried(question: &MemoryQuestion) -> f64 {
    question.terms.iter().map(|term| term.weight).sum()
}

/// The share of stems that both have, of all words or of those that carry, whichever is more.
pub(super) fn shared_stems(one: &MemoryQuestion, other: &MemoryQuestion) -> f64 {
    let terms = |question: &MemoryQuestion| -> BTreeSet<String> {
        question.terms.iter().map(|term| term.stem.clone()).collect()
    };
    let all = |question: &MemoryQuestion| question.stems.iter().cloned().collect();
    f64::max(share(&terms(one), &terms(other)), share(&all(one), &all(other)))
}

fn share(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f64 {
    let (shared, all) = (one.intersection(other).count(), one.union(other).count());
    #[expect(clippy::cast_precision_loss, reason = "a question has few words")]
    let share = shared as f64 / all.max(1) as f64;
    if all == 0 { 1.0 } else { share }
}

fn closeness(one: &CarryingTerm, other: &CarryingTerm, vectors: &WordVectors) -> f64 {
    if is_same(one, other) {
        return 1.0;
    }
    let family = if is_family(&one.stem, &other.stem) { FAMILY } else { 0.0 };
    let near = nearness(&one.written, &other.written, vectors);
    let both_known = !one.concepts.is_empty() && !other.concepts.is_empty();
    family.max(if both_known { near * KNOWN_APART } else { near })
}

/// How near two words or phrases lie, from nothing in common to the same meaning.
fn nearness(one: &str, other: &str, vectors: &WordVectors) -> f64 {
    let near = vectors.get(one).zip(vectors.get(other));
    near.map_or(0.0, |(a, b)| (cosine(a, b) - FAR) / (NEAR - FAR))
        .clamp(0.0, 1.0)
}

fn is_same(one: &CarryingTerm, other: &CarryingTerm) -> bool {
    one.stem == other.stem || shares(one, other)
}

fn shares(one: &CarryingTerm, other: &CarryingTerm) -> bool {
    one.concepts.iter().any(|concept| other.concepts.contains(concept))
}

fn is_family(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    FAMILY_LETTERS <= common && !one.contains(' ') && !other.contains(' ')
}

pub(super) fn cosine(one: &[f32], other: &[f32]) -> f64 {
    one.iter()
        .zip(other)
        .map(|(a, b)| f64::from(*a) * f64::from(*b))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{WordVectors, missing, shared_stems};
    use crate::memory::MemoryQuestion;

    #[test]
    fn a_word_without_counterpart_is_missing() {
        let read = |text| MemoryQuestion::read(text, None);
        let one = read("Can a lessor keep the deposit?");
        let other = read("May the landlord retain the deposit for faded paint?");
        let forth = missing(&one, &other, &WordVectors::new());
        let back = missing(&other, &one, &WordVectors::new());
        assert!(forth.abs() < 1e-9, "{forth}");
        assert!((back - 2.0).abs() < 1e-9, "{back}");
        assert!(shared_stems(&one, &other) < 0.5);
    }
}
