//! `jurat erase`: takes sources, or a whole corpus, off the disk, and says what is left.

mod quoted;

use std::{
    collections::BTreeSet,
    io::{self, IsTerminal},
};

use console::Term;
use jurat_canon::Hash;
use jurat_retrieve::{
    ChunkSettings, CorpusName, CorpusStore, Dense, Entry, FileStore, Follower, Intake,
    has_vectors, remove, remove_vectors,
};
use serde_json::json;

use crate::{app::App, corpora, embedder, exit::Exit, failure::Failure, output};

/// What to erase.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The corpus; all of it where no source is named
    #[arg(long, value_name = "NAME", value_parser = corpora::name)]
    corpus: CorpusName,
    /// Only this source, by its name; by its hash, under all its names
    #[arg(long = "source", value_name = "NAME|HASH")]
    sources: Vec<String>,
    /// Do not ask
    #[arg(long, short)]
    yes: bool,
}

/// What was erased, and what could not be.
struct Erased {
    names: Vec<String>,
    freed: u64,
    /// Other sources of the same bytes.
    twins: Vec<String>,
    runs: Vec<String>,
}

pub(crate) fn execute(app: &App, args: &Args) -> Result<Exit, Failure> {
    let store = corpora::write(app, &args.corpus)?;
    let chosen = chosen(&store, &args.sources)?;
    let runs = quoted::runs(app, &hashes(&chosen))?;
    confirm(args, chosen.len())?;
    let names: Vec<String> = chosen.iter().map(|entry| entry.name.clone()).collect();
    let (freed, twins) = if args.sources.is_empty() {
        let bytes = store.stored_bytes();
        // The lock goes with the store; `remove` takes it anew.
        drop(store);
        remove(&corpora::root(app), &args.corpus)?;
        (bytes, Vec::new())
    } else {
        let twins = twins(&store, &chosen);
        (sources(app, store, &names)?, twins)
    };
    report(app, args, &Erased { names, freed, twins, runs })?;
    Ok(Exit::Done)
}

fn chosen(store: &FileStore, given: &[String]) -> Result<Vec<Entry>, Failure> {
    if given.is_empty() {
        return Ok(store.entries().values().cloned().collect());
    }
    let mut chosen: Vec<Entry> = Vec::new();
    for text in given {
        let found = store.find(text)?;
        let by_hash = found.name != *text;
        let all = store.entries().values();
        let same = |entry: &&Entry| {
            if by_hash {
                entry.source.hash == found.source.hash
            } else {
                entry.name == found.name
            }
        };
        chosen.extend(all.filter(same).cloned());
    }
    chosen.sort_by(|a, b| a.name.cmp(&b.name));
    chosen.dedup_by(|a, b| a.name == b.name);
    Ok(chosen)
}

fn hashes(entries: &[Entry]) -> BTreeSet<Hash> {
    entries
        .iter()
        .flat_map(|entry| [entry.source.hash, entry.rendition()])
        .collect()
}

/// Sources that keep bytes alive which were asked to go.
fn twins(store: &FileStore, chosen: &[Entry]) -> Vec<String> {
    let (gone, names) = (hashes(chosen), chosen.iter().map(|entry| &entry.name));
    let names: BTreeSet<&String> = names.collect();
    let others = store.entries().values().filter(|entry| !names.contains(&entry.name));
    let same = others
        .filter(|entry| gone.contains(&entry.source.hash) || gone.contains(&entry.rendition()));
    same.map(|entry| entry.name.clone()).collect()
}

/// Asks a person; where there is none, `--yes` must say it.
fn confirm(args: &Args, count: usize) -> Result<(), Failure> {
    if args.yes {
        return Ok(());
    }
    let what = format!("{count} sources of corpus `{}`", args.corpus);
    let terminal = Term::stderr();
    if !terminal.is_term() || !io::stdin().is_terminal() {
        return Err(Failure::input(format!("erasing {what} cannot be undone"))
            .hint("say `--yes` to do it without being asked"));
    }
    let asked = terminal.write_str(&format!("erase {what} for good? [y/N] "));
    let answer = asked.and_then(|()| terminal.read_line());
    match answer {
        Ok(answer) if matches!(answer.trim(), "y" | "Y" | "yes") => Ok(()),
        _ => Err(Failure::input("nothing was erased")),
    }
}

/// Takes sources out, rewrites the corpus without them and makes the index anew.
fn sources(app: &App, store: FileStore, names: &[String]) -> Result<u64, Failure> {
    let mut intake = Intake::new(store);
    for name in names {
        intake.drop_source(name)?;
    }
    intake.commit()?;
    let mut store = intake.into_store();
    let freed = store.rewrite()?;
    let mut follower = Follower::anew(&store, ChunkSettings::default())?;
    follower.follow(&store, &mut |_| {})?;
    follower.finish()?;
    // Without the model they cannot be told apart: then all go, and are made again.
    match embedder::installed(app)? {
        Some(embedder) if has_vectors(&store) => {
            Dense::open(&store, &*embedder)?.prune(&store, ChunkSettings::default())?;
        }
        _ => remove_vectors(&store)?,
    }
    Ok(freed)
}

fn report(app: &App, args: &Args, erased: &Erased) -> Result<(), Failure> {
    let Erased { names, freed, twins, runs } = erased;
    if app.out.json {
        output::value(&json!({
            "corpus": args.corpus.as_str(), "whole": args.sources.is_empty(), "erased": names,
            "freed_bytes": freed, "left": { "same_bytes": twins, "runs": runs },
        }))?;
    } else {
        let whole = if args.sources.is_empty() { " and the corpus itself" } else { "" };
        output::text(&format!("erased {} sources{whole}, {freed} bytes", names.len()))?;
    }
    for name in twins {
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
