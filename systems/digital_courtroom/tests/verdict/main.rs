//! Verdicts out of small cases: a table for each rule, and what holds of any case.
#![expect(clippy::unwrap_used)]

mod dissent;
mod hollow;
mod overall;
mod points;
mod properties;
mod recheck;
mod remedy;
mod rules;
mod sample;
