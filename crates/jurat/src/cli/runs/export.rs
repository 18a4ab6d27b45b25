//! `jurat runs export`: one run as one JSON file.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use jurat_canon::Hash;
use jurat_engine::{ChainFault, RunId, RunRow, RunStore, chain_faults};
use serde_json::{Value as Json, json};

use super::run_display;
use crate::{
    app::AppContext, cli::store::summary_fault, exit::CommandExit, failure::CommandFailure,
    output, private_files, run_selector,
};

/// The version of this file format.
const FORMAT: u32 = 1;
/// How often a run is looked at that moves on meanwhile.
const LOOKS: usize = 5;

/// What to export. A run that was changed after it was written is refused.
#[derive(Debug, clap::Args)]
pub(crate) struct RunsExportArgs {
    /// The run: its id, the beginning or the end of it, or `last`
    run: String,
    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &RunsExportArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = app.store()?;
    let row = run_selector::select_run(&*store, &args.run)?;
    check_whole(&*store, &row)?;
    let events = store.events(row.run, 1, usize::MAX)?;
    let events: Vec<Json> = events.iter().map(run_display::event).collect();
    let blobs = blobs(&*store, row.new_run.definition, &events)?;
    let run = run_display::row(&row);
    let whole = json!({ "format": FORMAT, "run": run, "events": events, "blobs": blobs });
    let Some(path) = &args.out else {
        output::value(&whole)?;
        return Ok(CommandExit::Done);
    };
    let shown = path.display().to_string();
    private_files::write_for_user(path, format!("{whole:#}\n").as_bytes())
        .map_err(|error| CommandFailure::input(format!("cannot write {shown}: {error}")))?;
    if app.out.json {
        output::value(&json!({ "run": row.run, "wrote": shown }))?;
    } else {
        output::text(&shown)?;
    }
    Ok(CommandExit::Done)
}

/// A file that is handed on says what happened: it is not written where the journal was changed.
fn check_whole(store: &dyn RunStore, row: &RunRow) -> Result<(), CommandFailure> {
    let (faults, erased) = settled_faults(store, row.run)?;
    let mut wrong: Vec<String> = faults.iter().map(ChainFault::to_string).collect();
    if faults.is_empty() && erased == 0 {
        wrong.extend(summary_fault(store, row.clone()));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    let message =
        format!("run {} was changed after it was written: {}", row.run, wrong.join("; "));
    Err(CommandFailure::refused(message).hint("`jurat store check` looks at all runs"))
}

/// What is wrong with the chain of a run. Somebody may be at work on it: its end is then looked at again.
fn settled_faults(
    store: &dyn RunStore,
    run: RunId,
) -> Result<(Vec<ChainFault>, u64), CommandFailure> {
    let end = || store.run(run).map(|row| row.map(|row| row.head_seq));
    for _ in 0..LOOKS {
        let before = end()?;
        let found = chain_faults(store, run)?;
        if found.0.is_empty() || before == end()? {
            return Ok(found);
        }
    }
    Ok(chain_faults(store, run)?)
}

/// Every blob that the events name, and every blob that those name.
fn blobs(
    store: &dyn RunStore,
    definition: Hash,
    events: &[Json],
) -> Result<BTreeMap<String, Json>, CommandFailure> {
    let mut found = BTreeMap::new();
    let mut todo = BTreeSet::from([definition]);
    for event in events {
        named(&event["payload"], &mut todo);
    }
    while let Some(hash) = todo.pop_first() {
        let name = hash.to_string();
        if found.contains_key(&name) {
            continue;
        }
        let Some(bytes) = store.blob(hash)? else { continue };
        let blob = blob_value(&bytes);
        named(&blob, &mut todo);
        found.insert(name, blob);
    }
    Ok(found)
}

/// The hashes that a value names.
fn named(value: &Json, hashes: &mut BTreeSet<Hash>) {
    match value {
        Json::String(text) => hashes.extend(text.parse::<Hash>()),
        Json::Array(items) => items.iter().for_each(|item| named(item, hashes)),
        Json::Object(map) => map.values().for_each(|value| named(value, hashes)),
        _ => {}
    }
}

/// A blob as JSON; what is none is kept as its bytes.
fn blob_value(bytes: &[u8]) -> Json {
    serde_json::from_slice(bytes).unwrap_or_else(|_| json!({ "bytes": bytes }))
}
