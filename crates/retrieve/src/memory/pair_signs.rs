//! The signs by which two questions with one guard are taken for the same or not.

use jurat_llm::{EmbedError, Embedder};

use super::{
    MemoryQuestion,
    word_alignment::{TermCoverage, WordVectors, cosine, coverage, shared_stems},
};

/// How many signs there are.
pub(super) const SIGNS: usize = 11;

/// What is measured of a pair, each about as large as the others.
pub(super) fn pair_signs(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    meaning: &dyn Embedder,
) -> Result<[f64; SIGNS], EmbedError> {
    let (vectors, whole) = embedded(one, other, meaning)?;
    let pieces = met_by_pieces(one, other, meaning)?;
    let (forth, back) = (coverage(one, other, &vectors), coverage(other, one, &vectors));
    let shared = shared_stems(one, other);
    let replaced = forth.missing.min(back.missing);
    Ok([
        5.0 * (whole - 0.7),
        5.0 * (pieces - 0.6),
        5.0 * (lesser(forth, back, |one| one.mean) - 0.7),
        5.0 * (forth.mean.max(back.mean) - 0.8),
        2.0 * lesser(forth, back, |one| one.weakest),
        2.0 * shared,
        replaced,
        (forth.missing - back.missing).abs(),
        2.0 * shared * replaced,
        difference(one.guard.denials, other.guard.denials).min(2.0),
        difference(one.terms.len(), other.terms.len()) / 4.0,
    ])
}

fn lesser(one: TermCoverage, other: TermCoverage, of: impl Fn(TermCoverage) -> f64) -> f64 {
    of(one).min(of(other))
}

#[expect(clippy::cast_precision_loss, reason = "counts of words")]
fn difference(one: usize, other: usize) -> f64 {
    one.abs_diff(other) as f64
}

/// The vectors of all terms, and the cosine of both questions.
fn embedded(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    meaning: &dyn Embedder,
) -> Result<(WordVectors, f64), EmbedError> {
    let terms = one.terms.iter().chain(&other.terms).map(|term| term.written.as_str());
    let mut texts: Vec<&str> = terms.collect();
    texts.sort_unstable();
    texts.dedup();
    let words = texts.len();
    texts.extend([one.text.as_str(), other.text.as_str()]);
    let mut vectors = meaning.embed(&texts)?;
    let wholes = vectors.split_off(words.min(vectors.len()));
    let whole = match wholes.as_slice() {
        [a, b] => cosine(a, b),
        _ => 0.0,
    };
    let named = texts.into_iter().map(str::to_owned).zip(vectors);
    Ok((named.collect(), whole))
}

/// How well the pieces of each meet the other's, on the side where they do worse.
fn met_by_pieces(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    meaning: &dyn Embedder,
) -> Result<f64, EmbedError> {
    let met = |asked: &MemoryQuestion, read: &MemoryQuestion| {
        let met = meaning.late_interaction(&asked.text, &[&read.text])?;
        Ok(met.and_then(|all| all.first().copied()).map_or(0.0, f64::from))
    };
    Ok(f64::min(met(one, other)?, met(other, one)?))
}
