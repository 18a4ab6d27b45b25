//! What follows from what people said: a corrected profile, and whether a decision of theirs counts. Pure functions; who
//! keeps what they said is elsewhere.

mod corrected_profile;
mod sign_off;
mod sign_off_channels;

pub use corrected_profile::{CORRECTION, corrected, correction_of};
pub use sign_off::{GivenAnswer, SignOffOrder, papers_hash, sign_off, stands_for};
pub use sign_off_channels::SIGN_OFF_WORKFLOW;
pub(crate) use sign_off_channels::{
    ANSWERS, AUDITED, GIVEN_ANSWER, REVIEWED, SECOND, SIGN_OFF,
};
