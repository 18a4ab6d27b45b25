//! The grounding detector: what differs, how it bears hostile input, and what it reaches on data.

#![expect(clippy::unwrap_used, reason = "a broken fixture should stop loudly")]

mod data;
mod differences;
mod hostile;
mod properties;
mod texts;
