//! Checks against what is known: citations, and the gate that makes evidence of a quote.
#![warn(missing_docs)]

pub mod citations;
mod gate;
mod grounded;

pub use gate::{
    ANSWERS_MIN, GateMetadata, GatePolicy, Gated, Rejection, addressing, admit, answerable,
    gate, relation,
};
pub use grounded::Grounded;
