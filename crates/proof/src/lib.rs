//! A finished run as one file, and its checking: no network, no model, no configuration.
#![warn(missing_docs)]

mod channels;
mod check;
mod container;
pub mod court;
mod error;
pub mod evidence;
mod files;
mod finding;
pub mod fuzz;
mod journal;
pub mod keys;
mod lineage;
mod manifest;
mod replay;
mod shelf;
mod verdict;
mod write;

pub use check::{Checked, Checks, FinalState, How, report_file, verify};
pub use error::ProofError;
pub use finding::{CheckOutcome, Finding, Findings, Layer, Rules};
pub use keys::{PublicKey, SigningKey};
pub use lineage::{Lineage, lineage};
pub use manifest::{Head, Maker, Manifest, MemberEntry};
pub use verdict::{Meaning, Origin, Verdict};
pub use write::{ReportFile, write};
