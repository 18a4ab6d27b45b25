//! Checks against what is known: citations, the gate that makes evidence of a quote, the audit
//! of a pipeline's state.
#![warn(missing_docs)]

pub mod citations;
mod gate;
mod grounded;
pub mod grounding;
pub mod injection;

pub use gate::{
    ANSWERS_MIN, GateMetadata, GatePolicy, Gated, Inquiry, RULES, Rejection, addressing, admit,
    answerable, decide, elision, gate, modal, provision, relation, worth_asking,
};
pub use grounded::Grounded;
