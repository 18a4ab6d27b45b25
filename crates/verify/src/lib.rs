//! Checks against what is known: citations, the gate that makes evidence of a quote, the audit
//! of a pipeline's state.

pub mod citations;
mod gate;
mod grounded;
pub mod grounding;
mod recent_texts;

pub use gate::{
    ANSWERS_MIN, GateMetadata, GateOutcome, GatePolicy, GateRejection, GateRequest, RULES,
    addressing, admit, answerable, decide, elision, gate, provision, relation, worth_asking,
};
pub use grounded::Grounded;
pub use recent_texts::RecentTexts;
