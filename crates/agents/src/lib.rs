//! Agents: they propose, and certify nothing.
#![warn(missing_docs)]

pub mod by_model;
pub mod extract;
pub mod prompt;
