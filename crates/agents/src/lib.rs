//! Agents: they propose, and certify nothing.

pub mod by_model;
pub mod extract;
pub mod prompt;
