//! Corpora in a folder: what survives, what is refused, what is truly gone.
#![expect(clippy::unwrap_used)]

mod conformance;
mod damage;
mod intake;
mod rewriting;
mod sample;
