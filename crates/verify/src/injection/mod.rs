//! Does a text give orders to the model that reads it? A question is looked at as a whole, a passage
//! sentence by sentence.
//!
//! Rules say why; fitted weights find what no rule names. Of a question, groups of phrases count most,
//! and may only raise the risk: a harmless text in a style that was never seen has few of them.
//! Deterministic: no model is asked. A text that only speaks of crime, weapons or abuse is no order.

mod concept_features;
mod concepts;
mod encoded_text;
mod features;
mod forged_marks;
mod glyphs;
mod hashed_words;
mod rules;
mod screening;
mod segments;
mod weights;
mod word_classes;

pub use features::{InjectionFeatures, LOWERS, RAISES, RULED, SHAPES};
pub use rules::InjectionReason;
pub use screening::{
    InjectedOrder, InjectionScreening, SuspectSpan, features, order, screen, screen_with,
};
pub use weights::{InjectionWeights, KNOWN};

/// What a text is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenedTextKind {
    /// Someone asks us: the whole text is the suspect.
    Question,
    /// It was found or sent: someone may have put an order into it.
    Passage,
}

/// The risk from which a question is held to be an attack, where a policy says nothing else.
pub const QUESTION_THRESHOLD: f64 = 0.65;

/// The risk from which a sentence of a passage is held to be an attack, where a policy says nothing
/// else.
pub const PASSAGE_THRESHOLD: f64 = 0.7;

impl ScreenedTextKind {
    /// The risk from which a text is held to be an attack, where a policy says nothing else.
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Question => QUESTION_THRESHOLD,
            Self::Passage => PASSAGE_THRESHOLD,
        }
    }
}
