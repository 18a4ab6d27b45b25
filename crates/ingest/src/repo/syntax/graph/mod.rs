//! Orchestration graphs as the product's code builds them.
//!
//! A graph needs a builder that comes from a library of graphs. Tests, examples, comments and
//! texts never count, and nothing is guessed: what cannot be told is listed as such. A graph that
//! plainly never runs is kept, with the reason, and told apart.

mod assemble;
mod begins;
mod chain;
mod draft;
mod evaluate;
mod frameworks;
mod idle;
mod listen;
mod lookup;
mod loose;
mod mentions;
mod module;
mod notes;
mod reach;
mod shape;
mod value;

#[cfg(test)]
mod tests;

pub(super) use notes::Notes;
