//! `jurat memory show`: one remembered answer with all that is kept of it.

use std::fmt::Write as _;

use jurat_retrieve::memory::RememberedAnswer;

use super::{named, opened, unknown};
use crate::{
    app::AppContext, cli::runs::shown_time, exit::CommandExit, failure::CommandFailure, output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct MemoryShowArgs {
    /// The answer, by the beginning of its id
    #[arg(value_name = "ID")]
    id: String,
}

pub(super) fn execute(
    app: &AppContext,
    args: &MemoryShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let memory = opened(app)?.ok_or_else(|| unknown(&args.id))?;
    let answer = named(&memory, &args.id)?;
    if app.out.json {
        output::value(&answer)?;
    } else {
        output::text(&told(&answer))?;
    }
    app.out.hint(&if answer.proof.is_empty() {
        format!("`jurat resume {} --bundle FILE` writes its proof", answer.run)
    } else {
        format!("jurat verify {}", output::quoted(&answer.proof))
    });
    Ok(CommandExit::Done)
}

fn told(answer: &RememberedAnswer) -> String {
    let scope = &answer.scope;
    let at = shown_time(i64::try_from(answer.remembered_at_ms).unwrap_or(i64::MAX));
    let mut text = format!(
        "{}\nid           {}\nremembered   {at}\nrun          {}\nproof        {}\nconfidence   {:.2}\ncorpus       {}\npreset       {}",
        output::plain(&answer.question),
        answer.id,
        output::plain(&answer.run),
        output::plain(&answer.proof),
        answer.confidence,
        output::plain(&scope.corpus),
        output::plain(&scope.preset),
    );
    for (name, value) in [("jurisdiction", &scope.jurisdiction), ("as of       ", &scope.as_of)]
    {
        if !value.is_empty() {
            let _ = write!(text, "\n{name} {}", output::plain(value));
        }
    }
    for source in &answer.sources {
        let _ =
            write!(text, "\nsource       {} {}", source.rendition, output::plain(&source.name));
    }
    let _ = write!(text, "\nanswer       {}", output::plain(&answer.answer.to_string()));
    text
}
