//! `jurat check` from end to end: states in, audits out, in every form, by batch and as they come.
#![expect(clippy::unwrap_used)]

mod attached;
mod bad_input;
#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod formats;
mod golden;
mod models;
mod real_pipeline;
mod samples;
#[path = "../ask/server.rs"]
#[allow(dead_code, reason = "shared with the tests of asking")]
mod server;
mod stream;
