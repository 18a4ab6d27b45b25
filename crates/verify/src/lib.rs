//! Checks against what is known: citations, and the gate that makes evidence of a quote.
#![warn(missing_docs)]

pub mod citations;
mod gate;
mod grounded;

pub use gate::{
    ANSWERS_MIN, GateMetadata, GatePolicy, Gated, Inquiry, Rejection, addressing, admit,
    answerable, decide, gate, relation, worth_asking,
};
pub use grounded::Grounded;
