//! `jurat memory`: looks after remembered answers.

mod forget;
mod list;
mod show;

use clap::Subcommand;
use jurat_canon::Hash;
use jurat_retrieve::memory::{AnswerMemory, MemoryError, RememberedAnswer};
use jurat_store::SqliteMemory;

use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure};

/// What to do with remembered answers.
#[derive(Debug, Subcommand)]
pub(crate) enum MemoryCommand {
    /// List all remembered answers, newest first
    List,
    /// Show a remembered answer: its question, the run that gave it, its sources
    Show(show::MemoryShowArgs),
    /// Forget an answer, or all of them
    Forget(forget::MemoryForgetArgs),
}

pub(crate) fn execute(
    app: &AppContext,
    verb: MemoryCommand,
) -> Result<CommandExit, CommandFailure> {
    match verb {
        MemoryCommand::List => list::execute(app),
        MemoryCommand::Show(args) => show::execute(app, &args),
        MemoryCommand::Forget(args) => forget::execute(app, &args),
    }
}

/// How much of an id is shown; as much names it unless two begin alike.
const SHORT: usize = 8;

/// The memory of the store; nothing where none was ever made.
fn opened(app: &AppContext) -> Result<Option<SqliteMemory>, CommandFailure> {
    let store = &app.settings.store;
    Ok(SqliteMemory::is_there(store)
        .then(|| SqliteMemory::open(store))
        .transpose()?)
}

fn short(id: Hash) -> String {
    id.to_string().chars().take(SHORT).collect()
}

/// The one answer whose id begins so.
fn named(memory: &dyn AnswerMemory, given: &str) -> Result<RememberedAnswer, CommandFailure> {
    let given = given.to_lowercase();
    let mut found = memory.list()?;
    found.retain(|one| one.id.to_string().starts_with(&given));
    match (found.len(), found.pop()) {
        (1, Some(one)) => Ok(one),
        (0, _) => Err(unknown(&given)),
        (count, _) => Err(CommandFailure::input(format!(
            "{count} remembered answers begin with `{given}`"
        ))
        .hint("give more of the id")),
    }
}

fn unknown(given: &str) -> CommandFailure {
    CommandFailure::input(format!("no answer is remembered as `{given}`"))
        .hint("jurat memory list")
}

impl From<MemoryError> for CommandFailure {
    fn from(error: MemoryError) -> Self {
        Self::ours(error.to_string())
    }
}
