//! `jurat memory list`: all remembered answers, newest first.

use jurat_retrieve::memory::{AnswerMemory as _, RememberedAnswer};
use serde_json::{Value as Json, json};

use super::{opened, short};
use crate::{
    app::AppContext, cli::runs::shown_time, exit::CommandExit, failure::CommandFailure, output,
};

/// Letters of a question in the table.
const QUESTION_LETTERS: usize = 60;

pub(super) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let answers = opened(app)?.map_or_else(|| Ok(Vec::new()), |memory| memory.list())?;
    if app.out.json {
        output::value(&answers.iter().map(row).collect::<Vec<Json>>())?;
    } else if answers.is_empty() {
        app.out.note("no answers are remembered yet");
    } else {
        let head = ["ID", "REMEMBERED", "CORPUS", "PRESET", "SURE", "RUN", "QUESTION"];
        output::text(&output::table(&head, answers.iter().map(cells)))?;
    }
    Ok(CommandExit::Done)
}

/// An answer without what it says.
fn row(one: &RememberedAnswer) -> Json {
    json!({
        "id": one.id, "question": one.question, "language": one.language, "scope": one.scope,
        "run": one.run, "remembered_at_ms": one.remembered_at_ms, "confidence": one.confidence,
        "proof": one.proof, "sources": one.sources.len(),
    })
}

fn cells(one: &RememberedAnswer) -> Vec<String> {
    let question: String = one.question.chars().take(QUESTION_LETTERS).collect();
    vec![
        short(one.id),
        shown_time(i64::try_from(one.remembered_at_ms).unwrap_or(i64::MAX)),
        output::plain(&one.scope.corpus),
        output::plain(&one.scope.preset),
        format!("{:.2}", one.confidence),
        output::plain(&one.run),
        output::plain(&question),
    ]
}
