//! Courts from end to end: repositories made by the tests, audited, written, proven, compared.
#![expect(clippy::unwrap_used)]

mod bad_input;
#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod compared;
mod golden;
mod models;
mod pretence;
mod proofs;
mod ranking;
mod real_model;
mod repository;
mod reproducible;
#[path = "../ask/server.rs"]
#[allow(dead_code, reason = "shared with the tests of questions")]
mod server;
#[path = "../ask/small_model.rs"]
mod small_model;
mod small_submissions;
mod submission_table;
mod truth;
