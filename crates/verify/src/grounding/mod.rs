//! Whether a text is supported by the evidence given: sentence by sentence, and as a whole.
//!
//! Words alone decide: how those of a sentence stand in the evidence. No model of language is
//! asked, and nothing depends on where a sentence stands, how long the evidence is or how the
//! answer is laid out. The same input gives the same figures.
//!
//! An answer to a question is asked with [`EvidenceIndex::answer`], best after [`EvidenceIndex::about`] has
//! given the question. A text that answers no question, such as a summary or a report, is a set of
//! statements: [`EvidenceIndex::statements`]. A single statement is a claim: [`EvidenceIndex::claim`].

mod differences;
mod evidence_index;
mod features;
mod grounding_tokens;
mod indexed_sentence;
mod lexicon;
mod model;
mod nearest_evidence;
mod novel_words;
mod shipped_models;
mod unsupported_words;
mod weights;

use std::ops::Range;

use jurat_model::ByteSpan;
use jurat_text::sentences::sentences;
use serde::Serialize;

pub use differences::{
    GroundingDifference, QualifierChange, near_copy::NearCopy, turned_round::TurnedSentence,
};
pub use evidence_index::EvidenceIndex;
pub use features::{FEATURES, NAMES};
pub use weights::{
    ANSWER_THRESHOLD, CLAIM_THRESHOLD, SENTENCE_THRESHOLD, STATEMENTS_THRESHOLD,
};

use fitting::{ClaimLinearModel, LogOddsCalibration, NeighbourModel, TreeEnsemble};
use indexed_sentence::IndexedSentence;

/// What the shipped weights are made of, for those who fit others.
pub mod fitting {
    pub use super::model::{
        ClaimLinearModel, DecisionTree, FORKS, LEVELS, LogOddsCalibration, NeighbourModel,
        TreeEnsemble, VIEW, any, logistic, views,
    };
}

/// How an answer, or a text of several statements, stands to the evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnswerGrounding {
    /// How likely it is that something in it is not supported, from 0 to 1; to compare with
    /// [`ANSWER_THRESHOLD`] for an answer, with [`STATEMENTS_THRESHOLD`] for statements.
    pub risk: f64,
    /// Its sentences, in order.
    pub sentences: Vec<SentenceGrounding>,
}

/// How a sentence or a claim stands to the evidence.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SentenceGrounding {
    /// Where it is in the text.
    pub span: ByteSpan,
    /// How likely it is that it is not supported, from 0 to 1; to compare with
    /// [`SENTENCE_THRESHOLD`] in an answer, with [`CLAIM_THRESHOLD`] on its own or among statements.
    pub risk: f64,
    /// The sentence of the evidence that has most of its words; none where no sentence has any.
    pub nearest: Option<NearestEvidence>,
    /// What it says otherwise than the nearest evidence.
    pub differences: Vec<GroundingDifference>,
    /// Its words that have no support, were it not supported: what to mark if its risk is too high.
    pub unsupported: Vec<ByteSpan>,
}

/// A sentence of the evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct NearestEvidence {
    /// The passage, in the order in which they were read.
    pub passage: usize,
    /// Where it is in the passage.
    pub span: ByteSpan,
}

/// A stretch of text as it is measured, before it is weighed.
#[derive(Debug, Clone)]
pub struct MeasuredSentence {
    pub span: ByteSpan,
    /// How it stands to the evidence, by [`NAMES`].
    pub features: [f64; FEATURES],
    nearest: Option<NearestEvidence>,
    differences: Vec<GroundingDifference>,
    /// Its words that have no support, were it not supported.
    pub unsupported: Vec<ByteSpan>,
}

impl EvidenceIndex {
    /// Every sentence of an answer to a question, in order, and the answer as a whole.
    ///
    /// An answer leans on its question and on what was said before: its sentences are weighed
    /// together. For a text that answers no question use [`EvidenceIndex::statements`].
    pub fn answer(&self, answer: &str) -> AnswerGrounding {
        let forest = TreeEnsemble::shipped();
        let measured = self.measure(answer);
        let odds: Vec<f64> = measured.iter().map(|one| forest.odds(&one.features)).collect();
        let risks = NeighbourModel::shipped().risks(&odds);
        let weighed = measured.into_iter().zip(risks).map(|(one, risk)| one.weighed(risk));
        AnswerGrounding {
            risk: LogOddsCalibration::answers().any(odds.into_iter().map(fitting::logistic)),
            sentences: weighed.collect(),
        }
    }

    /// Every sentence of a text that answers no question, such as a summary, and the text as a
    /// whole: each sentence is a claim of its own, and the text is as doubtful as the worst of them.
    pub fn statements(&self, text: &str) -> AnswerGrounding {
        let line = ClaimLinearModel::shipped();
        let weighed = sentences(text).into_iter().map(|one| {
            let measured = self.measured(text, one.range);
            let risk = line.risk(&measured.features);
            measured.weighed(risk)
        });
        let sentences: Vec<SentenceGrounding> = weighed.collect();
        let risk =
            LogOddsCalibration::statements().highest(sentences.iter().map(|one| one.risk));
        AnswerGrounding { risk, sentences }
    }

    /// A claim on its own, as one sentence.
    pub fn claim(&self, claim: &str) -> SentenceGrounding {
        let measured = self.measure_claim(claim);
        let risk = ClaimLinearModel::shipped().risk(&measured.features);
        measured.weighed(risk)
    }

    /// How every sentence of an answer stands to the evidence.
    pub fn measure(&self, answer: &str) -> Vec<MeasuredSentence> {
        let cut = sentences(answer).into_iter();
        let mut all: Vec<MeasuredSentence> =
            cut.map(|one| self.measured(answer, one.range)).collect();
        let mut features: Vec<_> = all.iter().map(|one| one.features).collect();
        features::around(&mut features);
        for (one, features) in all.iter_mut().zip(features) {
            one.features = features;
        }
        all
    }

    /// How a claim stands to the evidence.
    pub fn measure_claim(&self, claim: &str) -> MeasuredSentence {
        self.measured(claim, 0..claim.len())
    }

    fn measured(&self, text: &str, range: Range<usize>) -> MeasuredSentence {
        let sentence = IndexedSentence::read(self, text, range.clone());
        let differences = differences::differences(self, &sentence);
        let nearest = sentence.cover.first.and_then(|unit| self.units.get(unit));
        MeasuredSentence {
            span: range.into(),
            features: features::features(self, &sentence, &differences),
            nearest: nearest
                .map(|unit| NearestEvidence { passage: unit.passage, span: unit.span }),
            differences,
            unsupported: unsupported_words::unsupported(self, &sentence),
        }
    }
}

impl MeasuredSentence {
    fn weighed(self, risk: f64) -> SentenceGrounding {
        let Self { span, nearest, differences, unsupported, .. } = self;
        SentenceGrounding { span, risk, nearest, differences, unsupported }
    }
}
