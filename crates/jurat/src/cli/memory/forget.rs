//! `jurat memory forget`: takes remembered answers away.

use jurat_retrieve::memory::AnswerMemory as _;
use serde_json::json;

use super::{named, opened, unknown};
use crate::{app::AppContext, exit::CommandExit, failure::CommandFailure, output};

/// Which ones.
#[derive(Debug, clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct MemoryForgetArgs {
    /// The answer, by the beginning of its id
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// All of them
    #[arg(long)]
    all: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &MemoryForgetArgs,
) -> Result<CommandExit, CommandFailure> {
    let memory = opened(app)?;
    let forgotten = match (&args.id, memory) {
        (None, None) => 0,
        (None, Some(memory)) => memory.forget_all()?,
        (Some(id), None) => return Err(unknown(id)),
        (Some(id), Some(memory)) => {
            let answer = named(&memory, id)?;
            u64::from(memory.forget(answer.id)?)
        }
    };
    if app.out.json {
        output::value(&json!({ "forgotten": forgotten }))?;
    } else {
        let noun = if forgotten == 1 { "answer" } else { "answers" };
        output::text(&format!("forgot {forgotten} {noun}"))?;
    }
    Ok(CommandExit::Done)
}
