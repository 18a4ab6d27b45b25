//! Checks of the final blocks: what they find in faulty states, and that they find nothing in
//! good ones.
#![expect(clippy::unwrap_used, reason = "a state that cannot be read should stop the test")]

mod hostile;
mod readability;
mod shown_claims;
mod structure;
mod support;
