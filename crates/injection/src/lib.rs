//! Does a text give orders to whoever reads it by machine? The one screen for prompt injection: a
//! question is looked at as a whole, all else sentence by sentence.
//!
//! What only its place tells (set off, quoted, shown as an attack, hidden from people) is known to
//! callers: [`orders`] tells them of each order where it stands.
//!
//! Rules say why; fitted weights find what no rule names. Of a question, groups of phrases count most,
//! and may only raise the risk: a harmless text in a style that was never seen has few of them.
//! Deterministic: no model is asked. A text that only speaks of crime, weapons or abuse is no order.

mod concept_features;
mod concepts;
mod encoded_text;
mod features;
mod forged_marks;
mod grading_demands;
mod hashed_words;
mod quotation;
mod rules;
mod screening;
mod segments;
mod stretch_form;
mod weights;
mod word_classes;

pub use features::{InjectionFeatures, LOWERS, RAISES, RULED, SHAPES};
pub use grading_demands::{asks_reader, opening_address};
pub use quotation::is_quoted;
pub use rules::InjectionReason;
pub use screening::{
    InjectedOrder, InjectionScreening, SentenceOrder, SuspectSpan, features, first_order,
    orders, screen, screen_with,
};
pub use weights::{InjectionWeights, most_known};

/// What a text is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScreenedTextKind {
    /// Someone asks us: the whole text is the suspect.
    Question,
    /// It was found or sent: someone may have put an order into it.
    Passage,
    /// It was handed in to be judged, and may speak to whoever grades.
    Paper,
    /// Prose of code that was handed in: most of it speaks to other readers.
    Repository,
    /// A README or a page of documentation that was handed in: it speaks to its users, and may speak
    /// to whoever grades.
    Documentation,
    /// A model gave it back: it may pass on an order that the model read.
    Answer,
}

/// The risk from which a question is held to be an attack, where a policy says nothing else.
pub const QUESTION_THRESHOLD: f64 = 0.65;

/// The risk from which a sentence of a passage is held to be an attack, where a policy says nothing
/// else.
pub const PASSAGE_THRESHOLD: f64 = 0.7;

impl ScreenedTextKind {
    /// The risk from which a text is held to be an attack, where a policy says nothing else.
    pub const fn threshold(self) -> f64 {
        if self.is_asked() { QUESTION_THRESHOLD } else { PASSAGE_THRESHOLD }
    }

    /// Whether someone asks us, rather than that we read it.
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::Question)
    }

    /// Whether it was handed in to be graded.
    const fn is_graded(self) -> bool {
        matches!(self, Self::Paper | Self::Repository | Self::Documentation)
    }
}
