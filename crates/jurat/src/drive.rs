//! Takes an owned run to rest: shows how far it is, answers what it may, lets go on Ctrl-C.

use std::{collections::BTreeMap, sync::Arc, thread, time::Duration};

use jurat_engine::{
    Message, Outcome, Question, RunEnd, RunHandle, RunId, RunRequest, RunStore, Stopped,
    StoreError,
};
use jurat_store::SqliteStore;
use serde_json::{Value as Json, json};

use crate::{
    app::App,
    exit::Exit,
    failure::Failure,
    given::{self, Pair},
    output::{self, Out},
    progress::Bars,
    published::Finished,
    signal,
};

const LOOK: Duration = Duration::from_millis(100);

/// Who gives the answers of `--answer`.
const AUTHOR: &str = "command line";

/// What becomes of a run that has ended: an exit code, if it was shown.
pub(crate) type Shown<'a> = &'a dyn Fn() -> Result<Option<Exit>, Failure>;

/// Waits until the run rests, says how, and gives the exit code for it. What it came to is `shown`,
/// or else its outputs are printed.
pub(crate) fn to_rest(
    app: &App,
    store: &Arc<SqliteStore>,
    handle: &RunHandle,
    answers: &[Pair],
    shown: Shown<'_>,
) -> Result<Exit, Failure> {
    signal::listen();
    let run = handle.run();
    let port: Arc<dyn RunStore> = Arc::clone(store) as Arc<dyn RunStore>;
    let bars = Bars::start(app.out, Arc::clone(&port), run);
    let stopped = wait(&*port, handle, answers)?;
    drop(bars);
    match stopped {
        Stopped::Ended(end) => ended(app.out, run, &end, shown),
        Stopped::Waiting(questions) => waiting(app.out, run, &questions),
        Stopped::LetGo => let_go(app.out, run),
        Stopped::Fault(error) => {
            Err(Failure::from(error).hint(format!("`jurat resume {run}`")))
        }
    }
}

/// A run that came to its report.
pub(crate) struct Reported {
    pub(crate) finished: Finished,
    pub(crate) store: Arc<SqliteStore>,
    /// All that its channels hold.
    pub(crate) state: Json,
}

/// Runs a workflow to its report.
pub(crate) fn to_report(
    app: &App,
    (workflow, run): (&str, RunId),
    params: BTreeMap<String, Json>,
) -> Result<Reported, Failure> {
    let definition = app.catalog.workflow(workflow)?;
    let store = app.store()?;
    let engine = app.engine(&store)?;
    let request = RunRequest { run, params, input: BTreeMap::new() };
    let handle = engine.start(&definition, request)?;
    let end = to_end(app, &store, &handle)?;
    let state = handle.state();
    let finished = Finished::of((run, workflow), &state)?;
    let finished = finished.ok_or_else(|| without_report(run, &end))?;
    Ok(Reported { finished, store, state })
}

/// Waits until the run has ended, and says nothing of it.
pub(crate) fn to_end(
    app: &App,
    store: &Arc<SqliteStore>,
    handle: &RunHandle,
) -> Result<RunEnd, Failure> {
    signal::listen();
    let run = handle.run();
    let port: Arc<dyn RunStore> = Arc::clone(store) as Arc<dyn RunStore>;
    let bars = Bars::start(app.out, Arc::clone(&port), run);
    let stopped = wait(&*port, handle, &[])?;
    drop(bars);
    let again = format!("`jurat resume {run}` goes on with it");
    match stopped {
        Stopped::Ended(end) if end.outcome == Outcome::Failed => {
            let why = distinct(&end.reasons).join("; ");
            Err(Failure::ours(format!("run {run} failed: {why}")).hint(again))
        }
        Stopped::Ended(end) => Ok(end),
        Stopped::Waiting(_) => {
            Err(Failure::ours(format!("run {run} waits for a person")).hint(again))
        }
        Stopped::LetGo => {
            Err(Failure::interrupted(format!("run {run} was interrupted")).hint(again))
        }
        Stopped::Fault(error) => Err(Failure::from(error).hint(again)),
    }
}

fn wait(
    store: &dyn RunStore,
    handle: &RunHandle,
    answers: &[Pair],
) -> Result<Stopped, Failure> {
    loop {
        match handle.wait_for(LOOK) {
            Some(Stopped::Waiting(open)) if signal::pressed() => {
                return Ok(Stopped::Waiting(open));
            }
            Some(Stopped::Waiting(open)) => {
                let sent = open.iter().map(|question| send(store, handle, question, answers));
                if !sent.collect::<Result<Vec<_>, _>>()?.contains(&true) {
                    return Ok(Stopped::Waiting(open));
                }
                folded(store, handle)?;
            }
            Some(stopped) => return Ok(stopped),
            None if signal::pressed() => {
                handle.let_go();
                return Ok(handle.wait());
            }
            None => {}
        }
    }
}

/// Sends the answer that was given beforehand, if there is one.
fn send(
    store: &dyn RunStore,
    handle: &RunHandle,
    question: &Question,
    answers: &[Pair],
) -> Result<bool, Failure> {
    let stage = question.at.split('@').next().unwrap_or_default();
    let about = |pair: &&Pair| pair.name == stage || pair.name == question.at;
    let Some(pair) = answers.iter().find(about) else { return Ok(false) };
    let message = Message::Answer {
        to: question.at.clone(),
        answer: given::answer(&question.choices, &pair.value)?,
        author: AUTHOR.into(),
        reason: None,
    };
    store.send(handle.run(), &message)?;
    Ok(true)
}

/// Waits until the owner, which is us, has read its inbox.
fn folded(store: &dyn RunStore, handle: &RunHandle) -> Result<(), StoreError> {
    let waits = || matches!(handle.wait_for(Duration::ZERO), Some(Stopped::Waiting(_)));
    while !store.inbox(handle.run())?.is_empty() && waits() && !signal::pressed() {
        thread::sleep(LOOK / 10);
    }
    Ok(())
}

fn ended(out: Out, run: RunId, end: &RunEnd, shown: Shown<'_>) -> Result<Exit, Failure> {
    let RunEnd { outcome, reasons, outputs, progress } = end;
    let exit = if *outcome < Outcome::Cancelled { shown()? } else { None };
    if out.json {
        let outputs = outputs.as_ref().unwrap_or(&Json::Null);
        output::value(&json!({
            "run": run, "status": "ended", "outcome": outcome, "reasons": reasons,
            "progress": progress, "outputs": outputs,
        }))?;
    } else if let (Ok(outputs), true, None) = (outputs, *outcome < Outcome::Cancelled, exit) {
        output::value(outputs)?;
    }
    let (reasons, far) =
        (distinct(reasons), format!("{} of {} stages", progress.completed, progress.total));
    if *outcome == Outcome::Failed {
        let why = reasons.join("; ");
        return Err(Failure::ours(format!("run {run} failed after {far}: {why}"))
            .hint(format!("`jurat resume {run}` tries again where it failed")));
    }
    out.note(&format!("run {run} {}, {far}", word(*outcome)));
    for reason in reasons {
        out.note(&format!("  {reason}"));
    }
    if let Err(wrong) = outputs {
        out.note(&format!("its outputs cannot be given: {wrong}"));
    }
    Ok(exit.unwrap_or(Exit::of(*outcome)))
}

/// A run that ended and came to nothing.
fn without_report(run: RunId, end: &RunEnd) -> Failure {
    let why = end.reasons.join("; ");
    Failure::unsettled(format!("run {run} ended without a report: {why}"))
        .hint("`--budget large` lets models take more; `--model offline` takes none")
}

/// A run that failed twice for one reason has one reason.
fn distinct(reasons: &[String]) -> Vec<&str> {
    let mut seen: Vec<&str> = Vec::new();
    for reason in reasons {
        if !seen.contains(&reason.as_str()) {
            seen.push(reason);
        }
    }
    seen
}

fn waiting(out: Out, run: RunId, questions: &[Question]) -> Result<Exit, Failure> {
    if out.json {
        let questions: Vec<Json> = questions.iter().map(question).collect();
        output::value(&json!({ "run": run, "status": "waiting", "questions": questions }))?;
    }
    out.note(&format!("run {run} waits for a person"));
    for question in questions {
        let stage = question.at.split('@').next().unwrap_or_default();
        let choices = question.choices.join(" or ");
        out.note(&format!("  {}: {} {choices}", question.at, question.prompt));
        let hint = format!("jurat runs answer {run} {stage} VALUE --author NAME --resume");
        out.hint(&hint);
    }
    Ok(Exit::Unsettled)
}

fn let_go(out: Out, run: RunId) -> Result<Exit, Failure> {
    if out.json {
        output::value(&json!({ "run": run, "status": "interrupted" }))?;
    }
    out.note(&format!("run {run} was interrupted; what was done is kept"));
    out.hint(&format!("jurat resume {run}"));
    Ok(Exit::Interrupted)
}

/// A question as JSON.
pub(crate) fn question(question: &Question) -> Json {
    let Question { at, prompt, choices } = question;
    let choice = |text: &String| serde_json::from_str(text).unwrap_or(Json::Null);
    let choices: Vec<Json> = choices.iter().map(choice).collect();
    json!({ "at": at, "prompt": prompt, "choices": choices })
}

/// An outcome in a word.
pub(crate) fn word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Completed => "completed",
        Outcome::Incomplete => "incomplete",
        Outcome::Refused => "refused",
        Outcome::Cancelled => "cancelled",
        Outcome::Failed => "failed",
    }
}
