//! The command line as its users meet it: exit codes, stdout, stderr.
#![expect(clippy::unwrap_used)]

mod bad_input;
mod citations;
mod cli_fixture;
mod demo;
mod history;
mod installing;
mod interrupted;
mod models;
mod people;
mod pinned;
mod pull;
mod sandbox;
mod store;
mod verbs;
