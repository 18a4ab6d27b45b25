//! Checks against what is known: citations, and the gate that makes evidence of a quote.
#![warn(missing_docs)]

pub mod citations;
mod gate;
mod grounded;

pub use gate::{GateMetadata, GatePolicy, Gated, Rejection, addressing, admit, gate};
pub use grounded::Grounded;
