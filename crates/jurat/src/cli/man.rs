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

/// Which page, or where to.
#[derive(Debug, clap::Args)]
pub(crate) struct ManArgs {
    /// Print the page of this verb, such as `runs list`; without one, that of jurat
    #[arg(value_name = "VERB", conflicts_with = "out")]
    verb: Vec<String>,
    /// Write a page for jurat and one for each verb into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn execute(out: CliOutput, args: &ManArgs) -> Result<CommandExit, CommandFailure> {
    let command = whole_command();
    let Some(folder) = &args.out else {
        let page = page(below(&command, &args.verb)?);
        output::text(&String::from_utf8_lossy(&rendered(&page)?))?;
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

/// The command that words lead to.
fn below<'a>(command: &'a Command, words: &[String]) -> Result<&'a Command, CommandFailure> {
    words.iter().try_fold(command, |command, word| {
        command.find_subcommand(word).ok_or_else(|| {
            let name = command.get_bin_name().unwrap_or("jurat");
            CommandFailure::input(format!("{name} has no verb `{word}`"))
                .hint(format!("`{name} --help` lists them"))
        })
    })
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
