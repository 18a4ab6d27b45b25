//! `jurat completions`: what a shell needs to complete our words.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{cli::Cli, exit::Exit, failure::Failure, output};

/// For whom.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The shell
    shell: Shell,
}

pub(crate) fn execute(args: &Args) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "jurat", &mut script);
    output::text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Done)
}
