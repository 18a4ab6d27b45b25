//! Bundles of real runs, sealed anew by someone who changes what the run says: chain, hashes, manifest and root all fit, and
//! what does not follow from the rest is found.
#![expect(clippy::unwrap_used, reason = "tests stop loudly")]

mod asked_run;
mod derived_channels;
mod every_parameter;
mod forger;
mod format_page;
mod not_checkable;
mod proof_scope;
mod sample_runs;
mod scripted_model;
mod second_verifier;
mod submitted_weir;
mod with_models;
