//! Words of a sentence that the evidence does not have, and the one case in which that is no fault.

use super::{
    evidence_index::EvidenceIndex, indexed_sentence::IndexedSentence, lexicon::LexicalClass,
};

/// Words that the evidence does not have.
#[derive(Default)]
pub(super) struct NovelWords {
    pub(super) count: u32,
    pub(super) firm: f64,
    pub(super) hedges: f64,
    pub(super) sum: f64,
    pub(super) most: f64,
    pub(super) akin: f64,
    pub(super) numbers: usize,
    pub(super) names: usize,
}

impl NovelWords {
    pub(super) fn of(evidence: &EvidenceIndex, sentence: &IndexedSentence<'_>) -> Self {
        let mut novel = Self::default();
        for (at, token) in sentence.tokens.iter().enumerate() {
            if !sentence.is_novel(at) {
                continue;
            }
            let weight = sentence.weights[at];
            if evidence.akin(&token.lower) {
                novel.akin += weight;
                novel.sum += weight / 2.0;
                continue;
            }
            novel.count += 1;
            if HEDGES.contains(token.lower.as_str()) {
                novel.hedges += weight;
            } else {
                novel.firm += weight;
            }
            novel.sum += weight;
            novel.most = novel.most.max(weight);
            novel.numbers += usize::from(token.sort == LexicalClass::Number);
            novel.names += usize::from(token.name);
        }
        novel
    }
}

jurat_text::word_lists! {
    "novel_words" [en, fr, pt];

    /// Words that hedge or connect and say little themselves.
    static HEDGES;
    static TELLING;
    static TOLD;
    static DENYING;
}

/// Whether a sentence says that the source does not tell something: `The notice does not mention
/// fees`. That the words are not there bears it out.
pub(super) fn denies(sentence: &IndexedSentence<'_>) -> bool {
    let any = |list: &[&str]| {
        sentence
            .tokens
            .iter()
            .any(|token| list.contains(&token.lower.as_str()))
    };
    any(&TELLING) && any(&TOLD) && any(&DENYING)
}
