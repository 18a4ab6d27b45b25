//! The command line: the only place that wires the parts, reads the environment and prints.

pub mod wiring;

mod app;
mod catalog;
mod cli;
mod drive;
mod exit;
mod failure;
mod follow;
mod given;
mod output;
mod progress;
mod select;
mod settings;
mod signal;

use std::process::ExitCode;

use clap::Parser;

use crate::{app::App, cli::Cli, exit::Exit, output::Out};

/// Runs the command line that this process was started with.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error).into(),
    };
    let out = Out { json: cli.json, quiet: cli.quiet };
    let done = App::new(&cli, out).and_then(|app| cli::execute(&app, cli.verb));
    let exit = done.unwrap_or_else(|failure| {
        output::failure(&failure);
        failure.exit
    });
    exit.into()
}

/// Says what clap has to say: help and version are no misuse.
fn misused(error: &clap::Error) -> Exit {
    // Nothing is left to say it with if this fails.
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput } else { Exit::Done }
}
