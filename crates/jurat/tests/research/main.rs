//! Research from end to end: questions of several steps, asked, answered or refused, and proven.
#![expect(clippy::unwrap_used)]

mod bad_input;
#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod case_studies;
mod killed;
mod model_limits;
mod mortal_store;
mod observed;
mod questions;
mod remembered;
mod sample;
#[path = "../ask/server.rs"]
#[allow(dead_code, reason = "shared with the tests of questions")]
mod server;
