//! `jurat runs answer`: a person answers a question that a run waits on.

use jurat_engine::{InboxMessage, OpenQuestion, RunMode, RunRow, RunStore};
use serde_json::json;

use super::{pull, show};
use crate::{
    app::AppContext,
    cli::resume::{self, ResumedOutputArgs},
    cli_values,
    exit::CommandExit,
    failure::CommandFailure,
    output, run_selector,
};

/// What to answer.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsAnswerArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// The stage that asks
    stage: String,
    /// The answer: one of the choices, JSON, or plain text
    value: String,
    /// Who says so
    #[arg(long, value_name = "NAME")]
    author: String,
    /// Why
    #[arg(long, value_name = "TEXT")]
    reason: Option<String>,
    /// Go on with the run at once
    #[arg(long)]
    resume: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsAnswerArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    let question = open_question(&*store, &row, &args.stage)?;
    refuse_second(&*store, &row, &question)?;
    let message = InboxMessage::Answer {
        to: question.at.clone(),
        answer: cli_values::answer(&question.choices, &args.value)?,
        author: args.author.clone(),
        reason: args.reason.clone(),
    };
    let number = store.send(row.run, &message)?;
    if args.resume && !row.owned {
        return resume::go_on(app, &store, &row, &[], &ResumedOutputArgs::default());
    }
    // Nobody owns a run in pull mode for long: what is next is due at once.
    let pulled = row.new_run.mode == RunMode::Pull;
    if pulled {
        pull::hear(&*store, &row)?;
    }
    if app.out.json {
        output::value(&json!({ "run": row.run, "answered": question.at, "message": number }))?;
    }
    let (at, run) = (&question.at, row.run);
    let word = if pulled { "counts in" } else { "is in the inbox of" };
    app.out.note(&format!("the answer to {at} {word} run {run}"));
    if pulled {
        app.out.hint(&format!("jurat runs next {run}"));
    } else if !row.owned {
        app.out.hint(&format!("jurat resume {run}"));
    }
    Ok(CommandExit::Done)
}

/// An answer that waits for the run to go on is an answer: a second would be lost in silence.
fn refuse_second(
    store: &dyn RunStore,
    row: &RunRow,
    question: &OpenQuestion,
) -> Result<(), CommandFailure> {
    let waiting = store.inbox(row.run)?;
    let first = waiting.iter().find_map(|(_, message)| match message {
        InboxMessage::Answer { to, answer, author, .. } if *to == question.at => {
            Some((answer, author))
        }
        _ => None,
    });
    let Some((answer, author)) = first else { return Ok(()) };
    let (at, run) = (&question.at, row.run);
    let message = format!("{author} has answered {at} already: {answer}");
    Err(CommandFailure::input(message).hint(format!("`jurat resume {run}` goes on with it")))
}

fn open_question(
    store: &dyn RunStore,
    row: &RunRow,
    stage: &str,
) -> Result<OpenQuestion, CommandFailure> {
    let open = show::load(store, row)?
        .map(|loaded| loaded.questions())
        .unwrap_or_default();
    let is_it = |question: &&OpenQuestion| {
        question.at == stage || question.at.split('@').next() == Some(stage)
    };
    if let Some(question) = open.iter().find(is_it) {
        return Ok(question.clone());
    }
    let names: Vec<String> = open.iter().map(|question| format!("`{}`", question.at)).collect();
    let message = format!("no question is open at `{stage}` of run {}", row.run);
    let hint = match names.as_slice() {
        [] => "it asks nothing at the moment".to_owned(),
        names => format!("it asks at {}", names.join(", ")),
    };
    Err(CommandFailure::input(message).hint(hint))
}
