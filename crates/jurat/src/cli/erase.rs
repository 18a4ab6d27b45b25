//! `jurat erase`: takes sources, or a whole corpus, off the disk, and says what is left.

mod source_mentions;

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_intake::chosen_sources;
use jurat_retrieve::{CorpusEntry, CorpusName, CorpusStore, FileStore, remove};
use serde_json::json;

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// What to erase.
#[derive(Debug, clap::Args)]
pub(crate) struct EraseArgs {
    /// The corpus; all of it where no source is named
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Only this source, by its name; by its hash, under all its names
    #[arg(long = "source", value_name = "NAME|HASH")]
    sources: Vec<String>,
    /// Only the bytes of sources that were removed or replaced before
    #[arg(long, conflicts_with = "sources")]
    removed: bool,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

/// What was erased, and what could not be.
struct EraseSummary {
    names: Vec<String>,
    freed: u64,
    /// Other sources of the same bytes.
    twins: Vec<String>,
    runs: Vec<String>,
}

pub(crate) fn execute(
    app: &AppContext,
    args: &EraseArgs,
) -> Result<CommandExit, CommandFailure> {
    let folder = corpus_access::folder(app);
    // A corpus that goes as a whole needs no mending, and may be past it.
    let mut store = if args.whole() {
        FileStore::write_to(&folder.corpora, &args.corpus)?
    } else {
        corpus_access::open_to_write(app, &args.corpus)?
    };
    let chosen: Vec<CorpusEntry> = if args.whole() {
        store.entries().values().collect()
    } else {
        chosen_sources(&store, &args.sources)?
    };
    let runs = source_mentions::runs(app, &hashes(&chosen))?;
    confirm(args, chosen.len())?;
    let names: Vec<String> = chosen.iter().map(|entry| entry.name.clone()).collect();
    let (freed, twins) = if args.removed {
        (folder.scrub(&mut store)?, Vec::new())
    } else if args.whole() {
        let bytes = store.stored_bytes();
        // The lock goes with the store; `remove` takes it anew.
        drop(store);
        remove(&folder.corpora, &args.corpus)?;
        (bytes, Vec::new())
    } else {
        let twins = twins(&store, &chosen);
        (folder.erase_sources(store, &names)?, twins)
    };
    folder.forget_vectors()?;
    report(app, args, &EraseSummary { names, freed, twins, runs })?;
    Ok(CommandExit::Done)
}

impl EraseArgs {
    const fn whole(&self) -> bool {
        self.sources.is_empty() && !self.removed
    }
}

fn hashes(entries: &[CorpusEntry]) -> BTreeSet<Hash> {
    entries
        .iter()
        .flat_map(|entry| [entry.source.hash, entry.rendition()])
        .collect()
}

/// Sources that keep bytes alive which were asked to go.
fn twins(store: &FileStore, chosen: &[CorpusEntry]) -> Vec<String> {
    let (gone, names) = (hashes(chosen), chosen.iter().map(|entry| &entry.name));
    let names: BTreeSet<&String> = names.collect();
    let others = store.entries().values().filter(|entry| !names.contains(&entry.name));
    let same = others
        .filter(|entry| gone.contains(&entry.source.hash) || gone.contains(&entry.rendition()));
    same.map(|entry| entry.name).collect()
}

/// Asks a person; where there is none, `--yes` must say it.
fn confirm(args: &EraseArgs, count: usize) -> Result<(), CommandFailure> {
    if args.yes {
        return Ok(());
    }
    let what = if args.removed {
        format!("what was removed or replaced in corpus `{}`", args.corpus)
    } else {
        format!("{count} sources of corpus `{}`", args.corpus)
    };
    match output::asked_yes(&format!("erase {what} for good?")) {
        Some(true) => Ok(()),
        Some(false) => Err(CommandFailure::input("nothing was erased")),
        None => Err(CommandFailure::input(format!("erasing {what} cannot be undone"))
            .hint("say `--yes` to do it without being asked")),
    }
}

fn report(
    app: &AppContext,
    args: &EraseArgs,
    erased: &EraseSummary,
) -> Result<(), CommandFailure> {
    let EraseSummary { names, freed, twins, runs } = erased;
    if app.out.json {
        output::value(&json!({
            "corpus": args.corpus.as_str(), "whole": args.whole(), "erased": names,
            "freed_bytes": freed, "left": { "same_bytes": twins, "runs": runs },
        }))?;
    } else {
        let whole = if args.whole() { " and the corpus itself" } else { "" };
        output::text(&format!("erased {} sources{whole}, {freed} bytes", names.len()))?;
    }
    for name in twins {
        let name = output::plain(name);
        app.out.note(&format!("left: source `{name}` holds the same bytes"));
    }
    for run in runs {
        app.out.note(&format!("left: run {run} names it in its journal"));
    }
    if !runs.is_empty() {
        app.out.hint("`jurat runs prune RUN` forgets what a run said");
    }
    app.out
        .note("left: the files that it was read from, and copies that others made");
    Ok(())
}
