//! The command line: the only place that wires the parts, reads the environment and prints.

pub mod wiring;

mod app;
mod cli;
mod corpora;
mod drive;
mod embedder;
mod exit;
mod failure;
mod follow;
mod given;
mod library;
mod models;
mod originals;
mod output;
mod progress;
mod published;
mod remembered;
mod select;
mod servers;
mod settings;
mod signal;

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
};

use clap::Parser;

use crate::{
    app::App,
    cli::{Cli, Verb},
    exit::Exit,
    failure::Failure,
    output::Out,
};

/// Runs the command line that this process was started with.
pub fn main() -> ExitCode {
    // The engine records the panic of a stage, and ours is told below: nobody reads a backtrace.
    panic::set_hook(Box::new(|_| {}));
    let done = panic::catch_unwind(AssertUnwindSafe(execute));
    let done = done.unwrap_or_else(|panic| Err(defect(&*panic)));
    let exit = done.unwrap_or_else(|failure| {
        output::failure(&failure);
        failure.exit
    });
    exit.into()
}

fn execute() -> Result<Exit, Failure> {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return Ok(misused(&error)),
    };
    // A limited child reads no settings: it could not act on them, and has no right to.
    if matches!(cli.verb, Verb::Sandbox) {
        return Ok(cli::sandbox::execute());
    }
    let out = Out { json: cli.json, quiet: cli.quiet };
    let app = App::new(&cli, out)?;
    cli::execute(&app, cli.verb)
}

/// Says what clap has to say: help and version are no misuse.
fn misused(error: &clap::Error) -> Exit {
    // Nothing is left to say it with if this fails.
    let _ = error.print();
    if error.use_stderr() { Exit::BadInput } else { Exit::Done }
}

fn defect(panic: &(dyn Any + Send)) -> Failure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "it does not say which".into());
    Failure::ours(format!("jurat has a defect: {text}"))
        .hint("what was done is kept: `jurat runs list`; please report the line above")
}
