//! `jurat init`: a commented `jurat.toml`.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::PathBuf,
};

use serde_json::json;

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, settings::FILE,
};

const TEXT: &str = include_str!("jurat.toml");

/// Where.
#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// The folder
    #[arg(default_value = ".")]
    dir: PathBuf,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &InitArgs,
) -> Result<CommandExit, CommandFailure> {
    let path = args.dir.join(FILE);
    let made = fs::create_dir_all(&args.dir)
        .and_then(|()| OpenOptions::new().write(true).create_new(true).open(&path))
        .and_then(|mut file| file.write_all(TEXT.as_bytes()));
    let shown = path.display().to_string();
    match made {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            return Err(CommandFailure::input(format!("{shown} is there already"))
                .hint("edit it, or remove it first"));
        }
        Err(error) => {
            return Err(CommandFailure::input(format!("cannot write {shown}: {error}")));
        }
        Ok(()) => {}
    }
    if app.out.json {
        output::value(&json!({ "wrote": shown }))?;
    } else {
        output::text(&shown)?;
    }
    app.out
        .hint("every key in it is commented out: take away the `#` of what you want");
    Ok(CommandExit::Done)
}
