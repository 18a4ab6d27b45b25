//! `jurat init`: a commented `jurat.toml`.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    path::PathBuf,
};

use serde_json::json;

use crate::{
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    private_files,
    settings::{self, FILE},
};

const TEXT: &str = include_str!("jurat.toml");

/// Where.
#[derive(Debug, clap::Args)]
pub(crate) struct InitArgs {
    /// The folder of a project [default: your own, whose settings count everywhere]
    dir: Option<PathBuf>,
}

pub(crate) fn execute(out: CliOutput, args: &InitArgs) -> Result<CommandExit, CommandFailure> {
    let folder = args.dir.clone().or_else(settings::own_folder).ok_or_else(|| {
        CommandFailure::input("there is no folder of your own").hint("JURAT_HOME names one")
    })?;
    let path = folder.join(FILE);
    let made = match &args.dir {
        Some(dir) => private_files::make_folders_for_user(dir),
        None => fs::create_dir_all(&folder),
    };
    let made = made
        .and_then(|()| OpenOptions::new().write(true).create_new(true).open(&path))
        .and_then(|mut file| file.write_all(TEXT.as_bytes()))
        .and_then(|()| match &args.dir {
            Some(_) => private_files::open_to_umask(&path),
            None => Ok(()),
        });
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
    if out.json {
        output::value(&json!({ "wrote": shown }))?;
    } else {
        output::text(&shown)?;
    }
    out.hint("every key in it is commented out: take away the `#` of what you want");
    if args.dir.is_some() {
        out.hint("a project's settings count once you say `jurat trust DIR`");
    }
    Ok(CommandExit::Done)
}
