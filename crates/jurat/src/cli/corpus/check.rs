//! `jurat corpus check`: every blob is read and hashed, every part held against its text, and the
//! index against the log; vectors are read again.

use std::collections::BTreeMap;

use jurat_model::Rendition;
use jurat_retrieve::{
    ChunkSettings, CorpusEntry, CorpusIndexer, CorpusName, CorpusStore, CorpusVectors,
    FileStore, Index, has_vectors, open_index, passages_of, remove_vectors,
};
use serde_json::json;

use crate::{
    app::AppContext, corpus_access, embedder, exit::CommandExit, failure::CommandFailure,
    output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusCheckArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Make anew what is derived, where it does not agree with the log
    #[arg(long)]
    repair: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusCheckArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = corpus_access::read(app, &args.corpus)?;
    let mut problems = store.faults();
    if problems.is_empty() {
        for entry in store.in_order() {
            spans(entry, &store.rendition(entry)?, &mut problems);
        }
    }
    let stored = problems.len();
    problems.extend(index_faults(&store, stored == 0)?);
    let vectors = vector_faults(app, &store);
    let bad_vectors = !vectors.is_empty();
    problems.extend(vectors);
    let sources = store.entries().len();
    let derived_only = stored == 0 && !problems.is_empty();
    if args.repair && derived_only {
        drop(store);
        repair(app, args, bad_vectors)?;
    }
    report(app, args, sources, &problems)?;
    let good = problems.is_empty() || (args.repair && derived_only);
    Ok(if good { CommandExit::Done } else { CommandExit::Refused })
}

/// What a rendition says of its own text.
fn spans(entry: &CorpusEntry, rendition: &Rendition, problems: &mut Vec<String>) {
    let text = &rendition.text;
    let parts = rendition.parts.iter().map(|part| part.span);
    let references = rendition.references.iter().map(|reference| reference.span);
    let warnings = rendition.warnings.iter().filter_map(|warning| warning.span);
    let bad = parts
        .chain(references)
        .chain(warnings)
        .filter(|span| span.of(text).is_none());
    let bad = bad.count();
    if 0 < bad {
        problems.push(format!("source `{}`: {bad} parts do not fit its text", entry.name));
    }
}

fn index_faults(store: &FileStore, readable: bool) -> Result<Vec<String>, CommandFailure> {
    let (index, current) = match open_index(store) {
        Ok(opened) => opened,
        Err(error) => return Ok(vec![error.to_string()]),
    };
    let Some(index) = index else {
        let missing = !store.entries().is_empty();
        return Ok(missing.then(|| "there is no index".to_owned()).into_iter().collect());
    };
    let damaged = index.check()?;
    let mut faults: Vec<String> = damaged
        .iter()
        .map(|path| format!("the index's file {} is damaged", path.display()))
        .collect();
    if !current {
        faults.push("the index is behind the log".to_owned());
    } else if readable && faults.is_empty() {
        faults.extend(disagreements(store, &index)?);
    }
    Ok(faults)
}

/// Every passage that the log implies must be in the index, word for word, and no other.
fn disagreements(store: &FileStore, index: &Index) -> Result<Vec<String>, CommandFailure> {
    let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
    let mut expected = 0;
    for entry in store.in_order() {
        for passage in passages_of(store, entry, ChunkSettings::default())? {
            expected += 1;
            if index.passage(&passage.id)?.as_ref() != Some(&passage) {
                *wrong.entry(&entry.name).or_insert(0) += 1;
            }
        }
    }
    let mut faults: Vec<String> = wrong
        .iter()
        .map(|(name, count)| format!("source `{name}`: {count} passages are not in the index"))
        .collect();
    if faults.is_empty() && index.len() != expected {
        faults.push(format!("the index holds {} passages, expected {expected}", index.len()));
    }
    Ok(faults)
}

/// Only the model that is installed can say what its vectors must look like.
fn vector_faults(app: &AppContext, store: &FileStore) -> Vec<String> {
    if !has_vectors(store) {
        return Vec::new();
    }
    let Ok(Some(embedder)) = embedder::installed(app) else { return Vec::new() };
    let checked = CorpusVectors::open(store, &*embedder).and_then(|dense| dense.check());
    checked.unwrap_or_else(|error| vec![error.to_string()])
}

fn repair(
    app: &AppContext,
    args: &CorpusCheckArgs,
    bad_vectors: bool,
) -> Result<(), CommandFailure> {
    let store = corpus_access::write(app, &args.corpus)?;
    let mut follower = CorpusIndexer::anew(&store, ChunkSettings::default())?;
    follower.follow(&store, &mut |_| {})?;
    follower.finish()?;
    app.out.note("the index was made anew");
    if bad_vectors {
        remove_vectors(&store)?;
        app.out
            .note("the vectors were removed: the next `jurat ingest` makes them");
    }
    Ok(())
}

fn report(
    app: &AppContext,
    args: &CorpusCheckArgs,
    sources: usize,
    problems: &[String],
) -> Result<(), CommandFailure> {
    let corpus = args.corpus.as_str();
    if app.out.json {
        let ok = problems.is_empty();
        return output::value(
            &json!({ "corpus": corpus, "ok": ok, "sources": sources, "problems": problems }),
        );
    }
    for problem in problems {
        output::text(problem)?;
    }
    let word = if problems.is_empty() { "sound" } else { "not sound" };
    output::text(&format!("{word}: {sources} sources, {} problems", problems.len()))
}
