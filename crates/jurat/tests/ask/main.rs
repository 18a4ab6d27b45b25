//! Questions from end to end: asked, answered or refused, written, proven, and told apart when
//! someone has been at the file.
#![expect(clippy::unwrap_used)]

mod answers;
mod bad_input;
#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod models;
mod proofs;
mod provisions;
mod real_model;
mod sample;
mod server;
mod small_model;
