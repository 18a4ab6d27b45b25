//! `jurat completions`: what a shell needs to complete our words.

use clap_complete::Shell;

use crate::{cli, exit::CommandExit, failure::CommandFailure, output};

/// For whom.
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn execute(args: &CompletionsArgs) -> Result<CommandExit, CommandFailure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut cli::command(), "jurat", &mut script);
    output::text(&String::from_utf8_lossy(&script))?;
    Ok(CommandExit::Done)
}
