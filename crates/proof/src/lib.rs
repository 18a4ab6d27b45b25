//! A finished run as one file, and its checking: no network, no model, no configuration.

mod asked_params;
mod channel_decoder;
mod check;
mod container;
mod error;
mod finding;
pub mod fuzz;
mod journal;
pub mod keys;
mod manifest;
mod read_only_store;
mod replay;
mod report_files;
mod scope;
mod source_reread;
mod verdict;
mod write_bundle;

pub use asked_params::AskedParams;
pub use channel_decoder::ChannelDecoder;
pub use check::{
    BundleCheckOptions, ContentCheck, ContentFindings, FinalState, OpenedBundle, open,
    report_file, verify,
};
pub use error::ProofError;
pub use finding::{BundleFinding, BundleLayer, FindingOutcome, LayerFindings, RulesVersion};
pub use keys::{PublicKey, SigningKey};
pub use manifest::{BundleJournalHead, BundleMaker, BundleManifest, MemberEntry};
pub use replay::parsed;
pub use report_files::{ReportFileRenderer, check as check_files};
pub use scope::{ProofScope, ScopeClaim};
pub use source_reread::{RereadRendition, SourceRereader, check as check_sources};
pub use verdict::{BundleOrigin, BundleStatus, BundleVerdict};
pub use write_bundle::{ReportFile, write};
