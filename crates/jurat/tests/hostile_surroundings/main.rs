//! Hostile surroundings: settings that others left in a folder, words that steer a terminal, and readers with no right to
//! what is kept.
#![cfg(unix)]
#![expect(clippy::unwrap_used)]

#[path = "../cli/cli_fixture.rs"]
#[allow(dead_code, reason = "shared with the other tests of the command line")]
mod bench;
mod file_modes;
#[path = "../court/repository.rs"]
#[allow(dead_code, reason = "shared with the tests of courts")]
mod repository;
mod settings;
mod terminal;
mod trap;
mod trust;
