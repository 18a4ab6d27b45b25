//! `jurat runs show`: where a run stands, what it has written, what happened.

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{
    InboxMessage, LoadedRun, RunRow, RunStore, SealedEvent, StageOverview, WorkflowPlan,
    load_run,
};
use serde_json::{Value as Json, json};

use super::run_display;
use jurat_system::catalog::{is_pruned, pinned};

use crate::{
    app::AppContext, exit::CommandExit, failure::CommandFailure, output, run_driver,
    run_selector,
};

/// What to show.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsShowArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Show every event
    #[arg(long)]
    events: bool,
    /// Show the merged state, by channel
    #[arg(long)]
    state: bool,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    let loaded = load(&*store, &row)?;
    let events = match (args.events, app.out.json) {
        (false, _) => None,
        (true, true) => Some(store.events(row.run, 1, usize::MAX)?),
        (true, false) => Some(store.headers(row.run, 1, usize::MAX)?),
    };
    let state = loaded.as_ref().filter(|_| args.state).map(LoadedRun::state);
    let answers = waiting_answers(&*store, &row)?;
    if app.out.json {
        let mut whole = whole(&row, loaded.as_ref(), state.as_ref(), events.as_deref());
        for question in whole["questions"].as_array_mut().into_iter().flatten() {
            let answered = question["at"].as_str().and_then(|at| answers.get(at));
            question["answered"] = answered.cloned().unwrap_or_default();
        }
        output::value(&whole)?;
        return Ok(CommandExit::Done);
    }
    output::text(&summary(&row, loaded.as_ref(), &answers))?;
    if let Some(state) = &state {
        output::value(state)?;
    }
    if let Some(events) = &events {
        let lines: Vec<String> = events.iter().map(run_display::line).collect();
        output::text(&lines.join("\n"))?;
    }
    if loaded.is_none() {
        app.out.note("its payloads were erased: only this is left of it");
    }
    Ok(CommandExit::Done)
}

/// Answers that are in the inbox of a run and count once it goes on, by what they answer.
fn waiting_answers(
    store: &dyn RunStore,
    row: &RunRow,
) -> Result<BTreeMap<String, Json>, CommandFailure> {
    let answer = |message| match message {
        InboxMessage::Answer { to, answer, author, .. } => {
            Some((to, json!({ "answer": answer, "author": author })))
        }
        _ => None,
    };
    let inbox = store.inbox(row.run)?.into_iter();
    Ok(inbox.filter_map(|(_, message)| answer(message)).collect())
}

/// The run read back; nothing if it was pruned.
pub(crate) fn load(
    store: &dyn RunStore,
    row: &RunRow,
) -> Result<Option<LoadedRun>, CommandFailure> {
    if is_pruned(store, row)? {
        return Ok(None);
    }
    let plan = Arc::new(WorkflowPlan::new(pinned(store, row)?));
    Ok(Some(load_run(store, row.run, &plan, None)?))
}

/// A run that is over, with all that it came to; none where it is not over.
pub(crate) fn ended(
    store: &dyn RunStore,
    row: &RunRow,
) -> Result<Option<Json>, CommandFailure> {
    let loaded = load(store, row)?.filter(|loaded| loaded.end().is_some());
    Ok(loaded.map(|loaded| whole(row, Some(&loaded), Some(&loaded.state()), None)))
}

fn whole(
    row: &RunRow,
    loaded: Option<&LoadedRun>,
    state: Option<&Json>,
    events: Option<&[SealedEvent]>,
) -> Json {
    let mut whole = run_display::row(row);
    if let Some(loaded) = loaded {
        let questions: Vec<Json> =
            loaded.questions().iter().map(run_driver::question).collect();
        whole["params"] = loaded.params();
        whole["stages"] = json!(loaded.stages());
        whole["questions"] = json!(questions);
        if let Some(end) = loaded.end() {
            whole["reasons"] = json!(end.reasons);
            whole["outputs"] = end.outputs.unwrap_or_default();
        }
    }
    if let Some(state) = state {
        whole["state"] = state.clone();
    }
    if let Some(events) = events {
        whole["events"] = events.iter().map(run_display::event).collect();
    }
    whole
}

fn summary(
    row: &RunRow,
    loaded: Option<&LoadedRun>,
    answers: &BTreeMap<String, Json>,
) -> String {
    let (new_run, summary) = (&row.new_run, &row.summary);
    let mut lines = vec![
        format!("run         {}", row.run),
        format!("workflow    {} ({})", new_run.workflow, new_run.definition),
        format!("status      {}", row.standing().word()),
        format!("stages      {} of {}", summary.completed, summary.total),
        format!("started     {}", run_display::time(row.created_ms)),
        format!("last event  {} at {}", row.head_seq, run_display::time(row.updated_ms)),
    ];
    if let Some((parent, seq)) = new_run.parent {
        lines.push(format!("forked from {parent} after event {seq}"));
    }
    if !summary.at.is_empty() {
        lines.push(format!("at          {}", summary.at));
    }
    let Some(loaded) = loaded else { return lines.join("\n") };
    for question in loaded.questions() {
        if let Some(given) = answers.get(&question.at) {
            let (at, answer, author) = (&question.at, &given["answer"], &given["author"]);
            lines.push(format!(
                "answered    {at}: {answer} by {author}; it counts once the run goes on"
            ));
            continue;
        }
        let choices = question.choices.join(" or ");
        lines.push(format!("asks        {}: {} {choices}", question.at, question.prompt));
    }
    for reason in loaded.end().into_iter().flat_map(|end| end.reasons) {
        lines.push(format!("because     {reason}"));
    }
    let head = ["STAGE", "PHASE", "PASSES", "DONE", "FAILED", "CANCELLED", "OPEN"];
    let stages = loaded.stages();
    lines.push(String::new());
    lines.push(output::table(&head, stages.iter().map(cells)));
    lines.join("\n")
}

fn cells(stage: &StageOverview) -> Vec<String> {
    let shown = |count: u32| if 0 < count { count.to_string() } else { String::new() };
    vec![
        stage.stage.clone(),
        stage.phase.to_owned(),
        shown(stage.passes),
        shown(stage.done),
        shown(stage.failed),
        shown(stage.cancelled),
        shown(stage.open),
    ]
}
