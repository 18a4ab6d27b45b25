//! Orders to the model are found, and what only speaks of them passes.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its text should stop loudly")]

mod data;
mod hostile;
mod orders;
mod passages;
mod questions;
