//! `jurat man`: the manual, made of what `--help` says.

use std::path::PathBuf;

use clap::Command;
use clap_mangen::Man;
use serde_json::json;

use crate::{
    cli,
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    private_files, publish,
};

/// What the pages belong to, in their corners.
const MANUAL: &str = "jurat manual";
const SOURCE: &str = concat!("jurat ", env!("CARGO_PKG_VERSION"));
/// No day, yet not empty: an empty word would be lost, and the corners would change places.
const DAY: &str = " ";

/// Where to.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Write a page for jurat and one for each verb into this folder; without it, the page of jurat is
    /// printed
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn execute(out: CliOutput, args: &ManArgs) -> Result<CommandExit, CommandFailure> {
    let command = whole_command();
    let Some(folder) = &args.out else {
        output::text(&String::from_utf8_lossy(&rendered(&page(&command))?))?;
        return Ok(CommandExit::Done);
    };
    private_files::make_folders_for_user(folder).map_err(|error| {
        CommandFailure::input(format!("cannot make {}: {error}", folder.display()))
    })?;
    let mut written = Vec::new();
    for page in pages(&command) {
        let path = folder.join(page.get_filename());
        publish::write(&path, &rendered(&page)?)?;
        written.push(path.display().to_string());
    }
    if out.json {
        output::value(&json!({ "wrote": written }))?;
    } else {
        output::text(&written.join("\n"))?;
    }
    Ok(CommandExit::Done)
}

/// The command line with all that each verb takes. Pages name the version alone: which commit was built
/// is no matter of theirs.
fn whole_command() -> Command {
    let mut command = cli::command().disable_help_subcommand(true).long_version(None);
    command.build();
    command
}

/// A page, then those of what is below it.
fn pages(command: &Command) -> Vec<Man> {
    let below = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let mut all = vec![page(command)];
    all.extend(below.flat_map(pages));
    all
}

fn page(command: &Command) -> Man {
    Man::new(command.clone()).date(DAY).source(SOURCE).manual(MANUAL)
}

fn rendered(page: &Man) -> Result<Vec<u8>, CommandFailure> {
    let mut text = Vec::new();
    page.render(&mut text)
        .map_err(|error| CommandFailure::ours(format!("cannot write a page: {error}")))?;
    Ok(text)
}
