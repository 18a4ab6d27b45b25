//! `jurat workflow new`: a first workflow of one's own, which runs as it is.

use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
};

use serde_json::json;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

const WORKFLOW: &str = include_str!("new/workflow.json");
const SHELL: &str = include_str!("new/stages.sh");
const PYTHON: &str = include_str!("new/stages.py");

/// Where, and in what.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkflowNewArgs {
    /// The folder to make; its name becomes that of the workflow
    dir: PathBuf,
    /// Write the stages in Python instead of shell
    #[arg(long)]
    python: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &WorkflowNewArgs,
) -> Result<CommandExit, CommandFailure> {
    let (program, line, text) = if args.python {
        ("stages.py", "python3 ./stages.py", PYTHON)
    } else {
        ("stages.sh", "./stages.sh", SHELL)
    };
    let workflow = WORKFLOW.replace("NAME", &name(&args.dir)).replace("PROGRAM", line);
    fs::create_dir_all(&args.dir).map_err(|error| cannot(&args.dir, &error))?;
    let definition = args.dir.join("workflow.json");
    write(&definition, &workflow, 0o644)?;
    write(&args.dir.join(program), text, 0o755)?;
    let definition = definition.display().to_string();
    if app.out.json {
        output::value(&json!({ "wrote": [definition, args.dir.join(program)] }))?;
    } else {
        output::text(&format!("{definition}\n{}", args.dir.join(program).display()))?;
    }
    app.out.hint(&format!("jurat run {definition}"));
    Ok(CommandExit::Done)
}

/// The folder's name, where a workflow may have it.
fn name(dir: &Path) -> String {
    let name = dir.file_name().map(|name| name.to_string_lossy().to_lowercase());
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    let name = name.filter(|name| {
        name.chars().all(fits) && name.starts_with(|c: char| c.is_ascii_alphanumeric())
    });
    name.unwrap_or_else(|| "first".into())
}

fn write(path: &Path, text: &str, mode: u32) -> Result<(), CommandFailure> {
    let mut options = OpenOptions::new();
    let made = options.write(true).create_new(true).mode(mode).open(path);
    let written = made.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            CommandFailure::input(format!("{} is there already", path.display()))
                .hint("nothing is written over: name another folder")
        }
        _ => cannot(path, &error),
    })
}

fn cannot(path: &Path, error: &io::Error) -> CommandFailure {
    CommandFailure::input(format!("cannot write {}: {error}", path.display()))
}
