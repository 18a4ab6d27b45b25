//! Checks of a draft: what they find in faulty states, and that they find nothing in good ones.
#![expect(clippy::unwrap_used, reason = "a state that cannot be read should stop the test")]

mod anchored_facts;
mod citations;
mod claim_forms;
mod clause_frames;
mod clean;
mod form;
mod hostile;
mod near_copies;
mod paraphrases;
mod phrase_checks;
mod planted;
mod support;
mod turned_round;
