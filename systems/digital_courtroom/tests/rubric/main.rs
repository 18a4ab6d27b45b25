//! Rubrics of a court: read, linted, run over evidence made by hand.
#![expect(clippy::unwrap_used)]

mod absence;
mod checks;
mod conditional_checks;
mod cross;
mod dialects;
mod evidence_order;
mod evidence_sample;
mod flows;
mod hostile;
mod linting;
mod papers;
mod public;
mod shipped;
