//! The command line as its users meet it: exit codes, stdout, stderr.
#![expect(clippy::unwrap_used)]

mod answer_memory;
mod audits;
mod bad_input;
mod cases;
mod citations;
mod cli_fixture;
mod demo;
#[cfg(target_os = "linux")]
mod full_disk;
mod history;
mod installing;
mod interrupted;
mod killed;
mod linting;
mod models;
mod own_programs;
mod own_services;
mod own_workers;
mod packs;
mod people;
mod pinned;
mod pull;
mod pull_codes;
mod pull_script;
mod sandbox;
mod store;
mod tools;
mod verbs;
mod workflow_examples;
