//! The bench: three personas offline and by a model, over small cases.
#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

mod by_model;
mod personas;
mod prompts;
mod sample;
