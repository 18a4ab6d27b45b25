//! Checks against what is known: citations, the gate that makes evidence of a quote, the audit
//! of a pipeline's state.
#![warn(missing_docs)]

pub mod audit;
pub mod checks;
pub mod citations;
pub mod court;
mod gate;
mod grounded;
pub mod grounding;
pub mod injection;

pub use gate::{
    ANSWERS_MIN, GateMetadata, GatePolicy, Gated, Inquiry, RULES, Rejection, addressing, admit,
    answerable, decide, elision, gate, provision, relation, worth_asking,
};
pub use grounded::Grounded;
