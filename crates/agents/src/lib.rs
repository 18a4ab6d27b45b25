//! Agents: they propose, and certify nothing.
#![warn(missing_docs)]

pub mod extract;
pub mod screen;
