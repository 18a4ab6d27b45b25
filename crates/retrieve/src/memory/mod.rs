//! The answer memory: what was answered before, found again by the question, and only where it is the same question.
//!
//! A store offers candidates by their terms ([`AnswerMemory`]); whether one of them asks the same is decided here, by guard
//! and by meaning ([`MemoryMatcher`]), and whether its sources are still what they were ([`RememberedAnswer::changed_sources`]).
//! Absent: what an answer says. Choices are no part of a question, and the choice of one is never remembered.

mod apart_reason;
mod concept_lexicon;
mod guard_comparison;
mod keeper;
mod match_limits;
mod matcher;
mod memory_question;
mod pair_leftovers;
mod port;
mod recall;
mod remembered_answer;
mod resident_memory;
mod word_alignment;

pub use apart_reason::ApartReason;
pub use keeper::{
    AnswerKeeper, KeepOutcome, KeeperQuestion, NoAnswerKeeper, ProvenRun, RecallOutcome,
    ServedAnswer,
};
pub use match_limits::{JudgedPair, MatchLimits};
pub use matcher::{MemoryMatcher, MemoryVerdict};
pub use memory_question::{GuardNumber, MemoryQuestion, QuestionForces, QuestionGuard};
pub use pair_leftovers::PairLeftovers;
pub use port::{AnswerMemory, MemoryError, MemoryKey};
pub use recall::{RecallError, RecalledAnswer, recall};
pub use remembered_answer::{
    AnswerSource, MemoryScope, RememberedAnswer, is_worth_remembering,
};
pub use resident_memory::ResidentMemory;
