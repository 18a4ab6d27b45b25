//! How far the terms of one question have their counterparts in another.

use std::collections::BTreeMap;

use super::{MemoryQuestion, memory_question::CarryingTerm};

/// Vectors of length one by word.
pub(super) type WordVectors = BTreeMap<String, Vec<f32>>;

/// Both that are known and have no meaning in common are hardly the same, however near their vectors lie.
const KNOWN_APART: f64 = 0.5;
/// Letters that words of one family have in common at their beginning.
const FAMILY_LETTERS: usize = 5;
const FAMILY: f64 = 0.8;

/// How many terms' worth of a question has no counterpart in another.
pub(super) fn missing(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    vectors: &WordVectors,
) -> f64 {
    let best = |term: &CarryingTerm| {
        let near = other.terms.iter().map(|its| closeness(term, its, vectors));
        near.fold(0.0, f64::max)
    };
    one.terms.iter().map(|term| term.weight * (1.0 - best(term))).sum()
}

/// The share of stems that both have.
pub(super) fn shared_stems(one: &MemoryQuestion, other: &MemoryQuestion) -> f64 {
    let has = |question: &MemoryQuestion, stem: &str| {
        question.terms.iter().any(|term| term.stem == stem)
    };
    let shared = one.terms.iter().filter(|term| has(other, &term.stem)).count();
    let all = one.terms.len() + other.terms.len() - shared;
    #[expect(clippy::cast_precision_loss, reason = "a question has few terms")]
    let share = shared as f64 / all.max(1) as f64;
    if all == 0 { 1.0 } else { share }
}

fn closeness(one: &CarryingTerm, other: &CarryingTerm, vectors: &WordVectors) -> f64 {
    if one.stem == other.stem
        || one.concepts.iter().any(|concept| other.concepts.contains(concept))
    {
        return 1.0;
    }
    let family = if is_family(&one.stem, &other.stem) { FAMILY } else { 0.0 };
    let near = vectors.get(&one.written).zip(vectors.get(&other.written));
    let near = near.map_or(0.0, |(a, b)| cosine(a, b)).max(0.0);
    let both_known = !one.concepts.is_empty() && !other.concepts.is_empty();
    family.max(if both_known { near * KNOWN_APART } else { near })
}

fn is_family(one: &str, other: &str) -> bool {
    let common = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    FAMILY_LETTERS <= common && !one.contains(' ') && !other.contains(' ')
}

pub(super) fn cosine(one: &[f32], other: &[f32]) -> f64 {
    one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
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
