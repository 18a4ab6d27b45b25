//! Checks of a draft: what they find in faulty states, and that they find nothing in good ones.
#![expect(clippy::unwrap_used, reason = "a state that cannot be read should stop the test")]

mod citing;
mod clean;
mod form;
mod hostile;
mod paraphrases;
mod planted;
mod support;
mod words;
