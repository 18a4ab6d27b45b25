//! From opinions and findings to a verdict. Pure: kinds of rules are files here, their order and
//! numbers are data.
#![warn(missing_docs)]

pub mod rules;

mod case;
mod dissent;
mod hearing;
mod index;
mod overall;
mod points;
mod problem;
mod recheck;
mod remedy;
mod scores;
mod summary;
mod words;

pub use case::{Case, Judged, adjudicate};
pub use problem::{Problem, problems};
pub use recheck::{differing, recheck};
