//! The grounding detector: what differs, how it bears hostile input, and what it reaches on data.

#![expect(clippy::unwrap_used, reason = "a broken fixture should stop loudly")]

mod answers_and_texts;
mod differences;
mod hostile;
mod near_copies;
mod properties;
mod public_data;
