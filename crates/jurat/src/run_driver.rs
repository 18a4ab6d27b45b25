//! Takes an owned run to rest: shows how far it is, answers what it may, lets go on Ctrl-C.

use std::{collections::BTreeMap, sync::Arc, thread, time::Duration};

use jurat_engine::{
    EngineError, InboxMessage, OpenQuestion, RunEnd, RunHandle, RunId, RunOutcome, RunProgress,
    RunRequest, RunStanding, RunStore, StoreError, WaitResult,
};
use jurat_system::reports::ReportVerdict;
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext,
    cli_values::{self, NameValuePair},
    exit::CommandExit,
    failure::CommandFailure,
    output::{self, CliOutput},
    progress::RunProgressBars,
    publish::{PublishableRun, say_model_failures},
    signal,
};

const LOOK: Duration = Duration::from_millis(100);

/// Who gives the answers of `--answer`.
const AUTHOR: &str = "command line";

/// What becomes of a run that has ended: what its report comes to, if it was shown.
pub(crate) type RunEndCallback<'a> =
    &'a dyn Fn() -> Result<Option<ReportVerdict>, CommandFailure>;

/// Waits until the run rests, says how, and gives the exit code for it. What it came to is `shown`,
/// or else its outputs are printed.
pub(crate) fn to_rest(
    app: &AppContext,
    store: &Arc<dyn RunStore>,
    handle: &RunHandle,
    answers: &[NameValuePair],
    shown: RunEndCallback<'_>,
) -> Result<CommandExit, CommandFailure> {
    let run = handle.run();
    match rested(app, store, handle, answers)? {
        WaitResult::Ended(end) => {
            say_model_failures(app.out, &handle.state());
            ended(app.out, run, &end, shown)
        }
        WaitResult::Waiting(questions) => waiting(app.out, run, &questions),
        WaitResult::LetGo => let_go(app.out, run),
        WaitResult::Fault(error) => Err(fault(&**store, run, error)),
    }
}

/// A run that came to its report.
pub(crate) struct ReportedRun {
    run: RunId,
    end: RunEnd,
    pub(crate) finished: PublishableRun,
    pub(crate) store: Arc<dyn RunStore>,
    /// All that its channels hold.
    pub(crate) state: Json,
}

impl ReportedRun {
    /// The exit code of what it came to.
    pub(crate) fn exit(&self, out: CliOutput, verdict: ReportVerdict) -> CommandExit {
        reported(out, self.run, &self.end, verdict)
    }
}

/// A run that has ended, and what it left.
pub(crate) struct EndedRun {
    pub(crate) end: RunEnd,
    pub(crate) store: Arc<dyn RunStore>,
    /// All that its channels hold.
    pub(crate) state: Json,
}

/// Runs a workflow to its report.
pub(crate) fn to_report(
    app: &AppContext,
    (workflow, run): (&str, RunId),
    params: BTreeMap<String, Json>,
) -> Result<ReportedRun, CommandFailure> {
    let request = RunRequest { run, params, input: BTreeMap::new() };
    to_report_in(app, app.store()?, workflow, request)
}

/// The same in a store of the caller's.
pub(crate) fn to_report_in(
    app: &AppContext,
    store: Arc<dyn RunStore>,
    workflow: &str,
    request: RunRequest,
) -> Result<ReportedRun, CommandFailure> {
    let run = request.run;
    let EndedRun { end, store, state } = to_state_in(app, store, workflow, request)?;
    say_model_failures(app.out, &state);
    let finished = PublishableRun::of((run, workflow), &state)?;
    let finished = finished.ok_or_else(|| without_report(run, &end))?;
    Ok(ReportedRun { run, end, finished, store, state })
}

/// Runs a workflow to its end.
pub(crate) fn to_state(
    app: &AppContext,
    workflow: &str,
    request: RunRequest,
) -> Result<EndedRun, CommandFailure> {
    to_state_in(app, app.store()?, workflow, request)
}

fn to_state_in(
    app: &AppContext,
    store: Arc<dyn RunStore>,
    workflow: &str,
    request: RunRequest,
) -> Result<EndedRun, CommandFailure> {
    let engine = app.engine(&store)?;
    let handle = app.catalog.start(&engine, workflow, request)?;
    let end = to_end(app, &store, &handle)?;
    let state = handle.state();
    Ok(EndedRun { end, store, state })
}

/// The exit code of a run whose report comes to this. What the run went on without is said, as
/// `jurat run` says it: the report need not know.
pub(crate) fn reported(
    out: CliOutput,
    run: RunId,
    end: &RunEnd,
    verdict: ReportVerdict,
) -> CommandExit {
    let exit = CommandExit::of_report(verdict, end.outcome);
    let unknown = verdict == ReportVerdict::Done && exit != CommandExit::Done;
    let missing = end.progress.completed < end.progress.total;
    if unknown || (missing && end.outcome == RunOutcome::Incomplete) {
        say_end(out, run, end);
    }
    exit
}

/// How a run ended, how far it came, and why not further.
fn say_end(out: CliOutput, run: RunId, end: &RunEnd) {
    out.note(&format!("run {run} {}, {}", end.outcome.word(), far(end.progress)));
    if !end.unfinished.is_empty() {
        out.note(&format!("  not done: {}", end.unfinished.join(", ")));
    }
    for reason in distinct(&end.reasons) {
        out.note(&format!("  {reason}"));
    }
}

fn far(progress: RunProgress) -> String {
    format!("{} of {} stages", progress.completed, progress.total)
}

/// Waits until the run has ended, and says nothing of it.
fn to_end(
    app: &AppContext,
    store: &Arc<dyn RunStore>,
    handle: &RunHandle,
) -> Result<RunEnd, CommandFailure> {
    let run = handle.run();
    let again = way_back(&**store, run);
    match rested(app, store, handle, &[])? {
        WaitResult::Ended(end) if end.outcome == RunOutcome::Failed => {
            let why = distinct(&end.reasons).join("; ");
            let hint = if store.is_instant() { again } else { way_on(run, &end) };
            Err(CommandFailure::ours(format!("run {run} failed: {why}")).hint(hint))
        }
        WaitResult::Ended(end) => Ok(end),
        WaitResult::Waiting(_) => {
            Err(CommandFailure::ours(format!("run {run} waits for a person")).hint(again))
        }
        WaitResult::LetGo => {
            Err(CommandFailure::interrupted(format!("run {run} was interrupted")).hint(again))
        }
        WaitResult::Fault(error) => Err(fault(&**store, run, error)),
    }
}

/// What takes a run up again. One that was kept in memory alone is gone with its process.
fn way_back(store: &dyn RunStore, run: RunId) -> String {
    if store.is_instant() {
        return "the same command begins anew: nothing of the run was kept".to_owned();
    }
    format!("`jurat resume {run}` goes on with it")
}

/// We failed on the way. What is in the store can be gone on with; a run that never came there has no name that
/// would help anybody.
fn fault(store: &dyn RunStore, run: RunId, error: EngineError) -> CommandFailure {
    let failure = CommandFailure::from(error);
    if !matches!(store.run(run), Ok(Some(_))) {
        return failure;
    }
    let again = way_back(store, run);
    let hint = match &failure.hint {
        Some(first) => format!("{first}; then {again}"),
        None => again,
    };
    failure.hint(hint)
}

/// Why the run rests. Bars show how far it is until then.
fn rested(
    app: &AppContext,
    store: &Arc<dyn RunStore>,
    handle: &RunHandle,
    answers: &[NameValuePair],
) -> Result<WaitResult, CommandFailure> {
    signal::listen();
    let _bars = RunProgressBars::start(app.out, handle);
    wait(&**store, handle, answers)
}

fn wait(
    store: &dyn RunStore,
    handle: &RunHandle,
    answers: &[NameValuePair],
) -> Result<WaitResult, CommandFailure> {
    loop {
        match handle.wait_for(LOOK) {
            Some(WaitResult::Waiting(open)) if signal::pressed() => {
                return Ok(WaitResult::Waiting(open));
            }
            Some(WaitResult::Waiting(open)) => {
                let sent = open.iter().map(|question| send(store, handle, question, answers));
                if !sent.collect::<Result<Vec<_>, _>>()?.contains(&true) {
                    return Ok(WaitResult::Waiting(open));
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
    question: &OpenQuestion,
    answers: &[NameValuePair],
) -> Result<bool, CommandFailure> {
    let stage = question.at.split('@').next().unwrap_or_default();
    let about = |pair: &&NameValuePair| pair.name == stage || pair.name == question.at;
    let Some(pair) = answers.iter().find(about) else { return Ok(false) };
    let message = InboxMessage::Answer {
        to: question.at.clone(),
        answer: cli_values::answer(&question.choices, &pair.value)?,
        author: AUTHOR.into(),
        reason: None,
    };
    store.send(handle.run(), &message)?;
    Ok(true)
}

/// Waits until the owner, which is us, has read its inbox.
fn folded(store: &dyn RunStore, handle: &RunHandle) -> Result<(), StoreError> {
    let waits = || matches!(handle.wait_for(Duration::ZERO), Some(WaitResult::Waiting(_)));
    while !store.inbox(handle.run())?.is_empty() && waits() && !signal::pressed() {
        thread::sleep(LOOK / 10);
    }
    Ok(())
}

fn ended(
    out: CliOutput,
    run: RunId,
    end: &RunEnd,
    shown: RunEndCallback<'_>,
) -> Result<CommandExit, CommandFailure> {
    let RunEnd {
        outcome, reasons, outputs, progress, unfinished, ..
    } = end;
    let verdict = if *outcome < RunOutcome::Cancelled { shown()? } else { None };
    if out.json {
        let outputs = outputs.as_ref().unwrap_or(&Json::Null);
        output::value(&json!({
            "run": run, "status": RunStanding::Ended(*outcome), "outcome": outcome,
            "reasons": reasons,
            "progress": progress, "unfinished": unfinished, "outputs": outputs,
        }))?;
    } else if let (Ok(outputs), true, None) =
        (outputs, *outcome < RunOutcome::Cancelled, verdict)
    {
        output::value(outputs)?;
    }
    if *outcome == RunOutcome::Failed {
        let (why, far) = (distinct(reasons).join("; "), far(*progress));
        return Err(CommandFailure::ours(format!("run {run} failed after {far}: {why}"))
            .hint(way_on(run, end)));
    }
    say_end(out, run, end);
    if let Err(wrong) = outputs {
        out.note(&format!("its outputs cannot be given: {wrong}"));
    }
    let exit = verdict.map(|verdict| CommandExit::of_report(verdict, *outcome));
    Ok(exit.unwrap_or(CommandExit::of(*outcome)))
}

/// What takes a run further that failed.
fn way_on(run: RunId, end: &RunEnd) -> String {
    if end.short_joins.is_empty() {
        return format!("`jurat resume {run}` tries again where it failed");
    }
    let joins = end.short_joins.join("`, `");
    format!(
        "the inputs of `{joins}` are over, so a resumed run would fail there again; `jurat runs fork {run} --at SEQ` tries \
         them again, from an event before they failed (`jurat runs show {run} --events` lists all)"
    )
}

/// A run that ended and came to nothing.
fn without_report(run: RunId, end: &RunEnd) -> CommandFailure {
    let why = end.reasons.join("; ");
    CommandFailure::unsettled(format!("run {run} ended without a report: {why}"))
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

fn waiting(
    out: CliOutput,
    run: RunId,
    questions: &[OpenQuestion],
) -> Result<CommandExit, CommandFailure> {
    if out.json {
        let questions: Vec<Json> = questions.iter().map(question).collect();
        let status = RunStanding::Waiting;
        output::value(&json!({ "run": run, "status": status, "questions": questions }))?;
    }
    out.note(&format!("run {run} waits for a person"));
    for question in questions {
        let stage = question.at.split('@').next().unwrap_or_default();
        let choices = question.choices.join(" or ");
        out.note(&format!("  {}: {} {choices}", question.at, question.prompt));
        let hint = format!("jurat runs answer {run} {stage} VALUE --author NAME --resume");
        out.hint(&hint);
    }
    Ok(CommandExit::Unsettled)
}

fn let_go(out: CliOutput, run: RunId) -> Result<CommandExit, CommandFailure> {
    if out.json {
        output::value(&json!({ "run": run, "status": RunStanding::Stopped }))?;
    }
    out.note(&format!("run {run} was interrupted; what was done is kept"));
    out.hint(&format!("jurat resume {run}"));
    Ok(CommandExit::Interrupted)
}

/// A question as JSON.
pub(crate) fn question(question: &OpenQuestion) -> Json {
    let OpenQuestion { at, prompt, choices } = question;
    let choice = |text: &String| serde_json::from_str(text).unwrap_or(Json::Null);
    let choices: Vec<Json> = choices.iter().map(choice).collect();
    json!({ "at": at, "prompt": prompt, "choices": choices })
}
