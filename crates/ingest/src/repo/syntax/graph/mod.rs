//! Orchestration graphs as the product's code builds them.
//!
//! A graph needs a builder that comes from a library of graphs. Tests, examples, comments and
//! texts never count, and nothing is guessed: what cannot be told is listed as such.

mod assemble;
mod draft;
mod evaluate;
mod frameworks;
mod lookup;
mod module;
mod notes;
mod shape;
mod value;

#[cfg(test)]
mod tests;

pub(super) use notes::Notes;
