//! The command line: the only place that wires the parts, reads the environment and prints.

pub mod wiring;

mod answer_keeper;
mod app;
mod case_vault;
mod cli;
mod cli_values;
mod corpus_access;
mod embedder;
mod exit;
mod failure;
mod leftovers;
mod model_args;
mod model_servers;
#[cfg(feature = "otel")]
mod otel;
mod output;
mod parameter_args;
mod private_files;
mod progress;
mod publish;
mod run_driver;
mod run_selector;
mod sandbox_launcher;
mod services;
mod settings;
mod signal;
mod stage_host;
mod version;

use std::{
    any::Any,
    panic::{self, AssertUnwindSafe},
    process::ExitCode,
};

use crate::{exit::CommandExit, failure::CommandFailure};

/// Runs the command line that this process was started with.
pub fn main() -> ExitCode {
    // The engine records the panic of a stage, and ours is told below: nobody reads a backtrace.
    panic::set_hook(Box::new(|_| {}));
    private_files::begin();
    let done = panic::catch_unwind(AssertUnwindSafe(execute));
    let done = done.unwrap_or_else(|panic| Err(defect(&*panic)));
    let exit = done.unwrap_or_else(|failure| {
        output::failure(&failure);
        failure.exit
    });
    exit.into()
}

fn execute() -> Result<CommandExit, CommandFailure> {
    let cli = match cli::parse() {
        Ok(cli) => cli,
        Err(error) => return misused(&error),
    };
    let as_json = cli.json && cli.verb.fails_in_json();
    cli::execute(cli).map_err(|failure| if as_json { failure.in_json() } else { failure })
}

/// Says what clap has to say: help and version are no misuse. Who asked for JSON gets it.
fn misused(error: &clap::Error) -> Result<CommandExit, CommandFailure> {
    if error.use_stderr() && output::arguments().any(|word| word == "--json") {
        let said = error.render().to_string();
        let (message, more) = said.split_once('\n').unwrap_or((&said, ""));
        let message = message.trim_start_matches("error: ");
        return Err(CommandFailure::input(message).hint(more.trim()).in_json());
    }
    output::usage(error);
    Ok(if error.use_stderr() { CommandExit::BadInput } else { CommandExit::Done })
}

fn defect(panic: &(dyn Any + Send)) -> CommandFailure {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "it does not say which".into());
    CommandFailure::ours(format!("jurat has a defect: {text}"))
        .hint("what was done is kept: `jurat runs list`; please report the line above")
}
