//! A finished run as one file, and its checking: no network, no model, no configuration.
#![warn(missing_docs)]

mod channels;
mod check;
mod container;
mod error;
mod files;
mod finding;
pub mod fuzz;
mod journal;
pub mod keys;
mod manifest;
mod replay;
mod reread;
mod shelf;
mod verdict;
mod write;

pub use channels::Channels;
pub use check::{Checked, Checks, FinalState, How, Opened, open, report_file, verify};
pub use error::ProofError;
pub use files::{Renderer, check as check_files};
pub use finding::{CheckOutcome, Finding, Findings, Layer, Rules};
pub use keys::{PublicKey, SigningKey};
pub use manifest::{Head, Maker, Manifest, MemberEntry};
pub use replay::parsed;
pub use reread::{Reading, Rereader, check as check_sources};
pub use verdict::{Meaning, Origin, Verdict};
pub use write::{ReportFile, write};
