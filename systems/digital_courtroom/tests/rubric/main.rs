//! Rubrics of a court: read, linted, run over evidence made by hand.
#![expect(clippy::unwrap_used)]

mod checks;
mod cross;
mod dialects;
mod docket;
mod flows;
mod given;
mod hostile;
mod linting;
mod orders;
mod papers;
mod public;
mod shipped;
