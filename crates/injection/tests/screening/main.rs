//! Orders to the model are found, and what only speaks of them passes.

#![expect(clippy::unwrap_used, reason = "a test that cannot read its text should stop loudly")]

mod graders;
mod hostile;
mod injected_orders;
mod passages;
mod permitted_sets;
mod questions;
