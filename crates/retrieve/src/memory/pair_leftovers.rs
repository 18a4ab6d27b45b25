//! What is left over of two questions when their terms are put side by side.

use jurat_llm::{EmbedError, Embedder};
use jurat_text::Language;

use super::{
    MemoryQuestion,
    word_alignment::{
        WordVectors, anchored, carried, cosine, has_other_words, is_reordered, missing,
        phrases, shared_stems,
    },
};

/// Languages whose single words the encoder has learned. In others any two lie near each other.
const KNOWN_TO_ENCODER: [Language; 2] = [Language::English, Language::French];

/// What is left over of two questions with one guard.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLeftovers {
    /// The share of each that has no counterpart while as much of the other has none either: one thing for another.
    pub replaced: f64,
    /// The share that one has more: a narrower question.
    pub added: f64,
    /// Whether either has a word that is none of the other's, whatever vectors say, or terms change places.
    pub changed: bool,
    /// The share of the one that has less of the other by letters or by what is known.
    pub anchored: f64,
    /// The share of stems that both have.
    pub wording: f64,
    /// Whether either asks for more than yes or no.
    pub open: bool,
    /// Whether one tells of a duty or a leave, or denies, as the other does not.
    pub turned: bool,
    /// The cosine of both.
    pub cosine: f64,
}

pub(super) fn pair_leftovers(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    meaning: &dyn Embedder,
) -> Result<PairLeftovers, EmbedError> {
    let (vectors, cosine) = embedded(one, other, meaning)?;
    let left = [missing(one, other, &vectors), missing(other, one, &vectors)];
    let (a, b) = (&one.guard, &other.guard);
    Ok(PairLeftovers {
        replaced: left[0].min(left[1]) / carried(one).min(carried(other)).max(1.0),
        added: (left[0] - left[1]).abs() / carried(one).max(carried(other)).max(1.0),
        changed: has_other_words(one, other)
            || has_other_words(other, one)
            || is_reordered(one, other),
        anchored: anchored(one, other).min(anchored(other, one)),
        wording: shared_stems(one, other),
        open: a.open || b.open,
        turned: (a.forces, a.denials) != (b.forces, b.denials),
        cosine,
    })
}

/// The vectors of all terms, and the cosine of both questions.
fn embedded(
    one: &MemoryQuestion,
    other: &MemoryQuestion,
    meaning: &dyn Embedder,
) -> Result<(WordVectors, f64), EmbedError> {
    let terms = one.terms.iter().chain(&other.terms).map(|term| term.written.as_str());
    let left = [phrases(one, other), phrases(other, one)].concat();
    let mut texts: Vec<&str> =
        terms.chain(left.iter().map(|one| one.written.as_str())).collect();
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
    if !KNOWN_TO_ENCODER.contains(&one.language) {
        return Ok((WordVectors::new(), whole));
    }
    let named = texts.into_iter().map(str::to_owned).zip(vectors);
    Ok((named.collect(), whole))
}
