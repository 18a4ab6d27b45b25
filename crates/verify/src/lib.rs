//! Checks of citations against what is known.
#![warn(missing_docs)]

pub mod citations;
