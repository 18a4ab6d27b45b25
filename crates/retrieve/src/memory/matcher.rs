//! Whether an earlier question is the one that is asked.

use jurat_llm::{EmbedError, Embedder};

use super::{
    ApartReason, JudgedPair, MatchLimits, MemoryQuestion, guard_comparison::apart,
    pair_leftovers::pair_leftovers, word_alignment::is_reordered,
};

/// Compares questions, by meaning where there is an encoder. Without one, only the same words are the
/// same question.
#[derive(Clone, Copy)]
pub struct MemoryMatcher<'a> {
    pub meaning: Option<&'a dyn Embedder>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MemoryVerdict {
    /// Both ask the same; so near do they lie.
    Hit { similarity: f64 },
    /// They do not, or it cannot be told.
    Apart { why: ApartReason },
}

impl MemoryMatcher<'_> {
    pub fn verdict(
        &self,
        asked: &MemoryQuestion,
        earlier: &MemoryQuestion,
    ) -> Result<MemoryVerdict, EmbedError> {
        if let Some(why) = apart(asked, earlier) {
            return Ok(MemoryVerdict::Apart { why });
        }
        if has_same_words(asked, earlier) {
            return Ok(MemoryVerdict::Hit { similarity: 1.0 });
        }
        let Some(meaning) = self.meaning else {
            return Ok(MemoryVerdict::Apart { why: ApartReason::Meaning });
        };
        let leftovers = pair_leftovers(asked, earlier, meaning)?;
        Ok(if MatchLimits::shipped().admit(leftovers) {
            MemoryVerdict::Hit { similarity: leftovers.cosine }
        } else {
            MemoryVerdict::Apart { why: ApartReason::Meaning }
        })
    }

    /// What is left over of a pair that was judged, for fitting; nothing where the guard or the words decide already.
    pub fn judged(
        &self,
        (one, other): (&MemoryQuestion, &MemoryQuestion),
        same: bool,
    ) -> Result<Option<JudgedPair>, EmbedError> {
        match self.meaning.filter(|_| apart(one, other).is_none()) {
            Some(meaning) if !has_same_words(one, other) => Ok(Some(JudgedPair {
                leftovers: pair_leftovers(one, other, meaning)?,
                same,
            })),
            _ => Ok(None),
        }
    }
}

/// Whether both have the same words, in the same order but for a part that goes from the end to the beginning.
fn has_same_words(one: &MemoryQuestion, other: &MemoryQuestion) -> bool {
    let sorted = |question: &MemoryQuestion| {
        let mut stems = question.stems.clone();
        stems.sort_unstable();
        stems
    };
    sorted(one) == sorted(other) && !is_reordered(one, other)
}
