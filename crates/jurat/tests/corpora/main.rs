//! Corpora as their users meet them: ingest, search, look after, erase; and what a kill leaves.
#![expect(clippy::unwrap_used)]

#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod erasing;
mod ferry_rules;
mod ingesting;
mod killed;
mod looking_after;
mod memory;
mod searching;
