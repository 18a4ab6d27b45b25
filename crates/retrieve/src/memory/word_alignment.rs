//! How far the terms of one question have their counterparts in another.

use std::collections::BTreeMap;

use super::{MemoryQuestion, memory_question::CarryingTerm};

/// Vectors of length one by word.
pub(super) type WordVectors = BTreeMap<String, Vec<f32>>;

/// How well the terms of one question are met by those of another.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct TermCoverage {
    /// The mean over its terms.
    pub(super) mean: f64,
    /// That of the term that is met worst.
    pub(super) weakest: f64,
    /// How many terms' worth is not met.
    pub(super) missing: f64,
}

/// Both that are known and have no meaning in common are hardly the same, however near their vectors lie.
const KNOWN_APART: f64 = 0.5;
/// Letters that words of one family have in common at their beginning.
const FAMILY_LETTERS: usize = 5;
const FAMILY: f64 = 0.8;

pub(super) fn coverage(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    vectors: &WordVectors,
) -> TermCoverage {
    let best = |term: &CarryingTerm| {
        let near = other.terms.iter().map(|its| closeness(term, its, vectors));
        near.fold(0.0, f64::max)
    };
    let met: Vec<f64> = one.terms.iter().map(best).collect();
    #[expect(clippy::cast_precision_loss, reason = "a question has few terms")]
    let count = met.len().max(1) as f64;
    let missing: f64 = met.iter().map(|one| 1.0 - one).sum();
    TermCoverage {
        mean: if met.is_empty() { 1.0 } else { met.iter().sum::<f64>() / count },
        weakest: met.iter().copied().fold(1.0, f64::min),
        missing,
    }
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
    use super::{WordVectors, coverage, shared_stems};
    use crate::memory::MemoryQuestion;

    #[test]
    fn a_word_without_counterpart_is_missing() {
        let read = |text| MemoryQuestion::read(text, None);
        let one = read("Can a lessor keep the deposit?");
        let other = read("May the landlord retain the deposit for faded paint?");
        let forth = coverage(&one, &other, &WordVectors::new());
        let back = coverage(&other, &one, &WordVectors::new());
        assert!((forth.mean - 1.0).abs() < 1e-9, "{forth:?}");
        assert!((back.missing - 2.0).abs() < 1e-9 && back.weakest < 1e-9, "{back:?}");
        assert!(shared_stems(&one, &other) < 0.5);
    }
}
