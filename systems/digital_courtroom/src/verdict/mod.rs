//! From opinions and findings to a verdict. Pure: kinds of rules are files here, their order and
//! numbers are data.

pub mod rules;

mod adjudication;
mod adjudication_index;
mod citation_recheck;
mod criterion_state;
mod dissent;
mod order_ceiling;
mod overall;
mod points;
mod problem;
mod remediation;
mod scores;
mod summary;

pub use adjudication::{AdjudicationInput, AdjudicationResult, adjudicate};
pub use citation_recheck::{differing, recheck};
pub use problem::{AdjudicationProblem, problems};
