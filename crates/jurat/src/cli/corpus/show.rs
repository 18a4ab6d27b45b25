//! `jurat corpus show`: the sources of a corpus, or one of them.

use std::collections::BTreeMap;

use jurat_model::METADATA_KEYS;
use jurat_retrieve::{
    CorpusEntry, CorpusName, CorpusStore, FileRecord, FileStore, encoder_of, open_index,
};
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

/// Which one.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusShowArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Only this source, by its name or the beginning of its hash
    #[arg(long, value_name = "SOURCE")]
    source: Option<String>,
    /// Print the text that was read of the source
    #[arg(long, requires = "source")]
    text: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusShowArgs,
) -> Result<CommandExit, CommandFailure> {
    let store = corpus_access::open_to_read(app, &args.corpus)?;
    match &args.source {
        Some(source) => one(app, &store, &store.find(source)?, args.text),
        None => all(app, &store),
    }
}

fn one(
    app: &AppContext,
    store: &FileStore,
    entry: &CorpusEntry,
    text: bool,
) -> Result<CommandExit, CommandFailure> {
    let rendition = store.rendition(entry)?;
    if app.out.json {
        let mut shown = face(entry);
        shown["warnings"] = json!(rendition.warnings);
        shown["fields"] = json!(rendition.fields);
        shown["parts"] = json!(rendition.parts.len());
        if text {
            shown["text"] = json!(rendition.text);
        }
        output::value(&shown)?;
    } else if text {
        output::text(&rendition.text)?;
    } else {
        let lines = face(entry);
        let lines = lines.as_object().into_iter().flatten();
        let lines: Vec<String> =
            lines.map(|(key, value)| format!("{key:<10} {value}")).collect();
        output::text(&lines.join("\n"))?;
        for warning in &rendition.warnings {
            output::text(&format!("warning    {}", warning.message))?;
        }
    }
    Ok(CommandExit::Done)
}

fn all(app: &AppContext, store: &FileStore) -> Result<CommandExit, CommandFailure> {
    let (index, current) = open_index(store)?;
    let passages = index.as_ref().map_or(0, jurat_retrieve::Index::len);
    let mut values: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    for key in METADATA_KEYS {
        if let Some(index) = &index {
            values.insert(key, index.values(key)?);
        }
    }
    let refused: Vec<_> = store.files().values().flat_map(|file| &file.refused).collect();
    if app.out.json {
        output::value(&json!({
            "corpus": store.name().as_str(), "folder": store.folder(),
            "sources": store.entries().values().map(|entry| face(&entry)).collect::<Vec<Json>>(),
            "files": store.files().len(), "refused": refused, "bytes": store.stored_bytes(),
            "unfinished": paths(&store.unfinished()),
            "passages": passages, "indexed": current, "values": values,
            "encoder": encoder_of(store),
        }))?;
        return Ok(CommandExit::Done);
    }
    let head = ["SOURCE", "KIND", "MEDIA", "BYTES", "HASH"];
    output::text(&output::table(&head, store.entries().values().map(|entry| cells(&entry))))?;
    let sources = store.entries().len();
    app.out.note(&format!(
        "{sources} sources, {passages} passages, in {}",
        store.folder().display()
    ));
    match encoder_of(store) {
        Some(encoder) => app.out.note(&format!("its vectors were made by `{encoder}`")),
        None => app.out.note("it has no vectors: it is searched by words alone"),
    }
    for refused in refused {
        app.out.note(&format!(
            "not read: {} ({})",
            output::plain(&refused.name),
            refused.reason
        ));
    }
    corpus_access::say_unfinished(app, store);
    if !current {
        app.out
            .note("its index is behind: the next `jurat ingest` brings it up");
    }
    Ok(CommandExit::Done)
}

fn paths<'a>(files: &[&'a FileRecord]) -> Vec<&'a str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

fn cells(entry: &CorpusEntry) -> Vec<String> {
    vec![
        entry.name.clone(),
        entry.metadata.kind.to_string(),
        entry.source.media.clone(),
        entry.source.size.to_string(),
        entry.source.hash.to_string().chars().take(12).collect(),
    ]
}

/// A source as JSON. Where its blobs lie is nobody's business.
fn face(entry: &CorpusEntry) -> Json {
    json!({
        "name": entry.name, "hash": entry.source.hash, "size": entry.source.size,
        "media": entry.source.media, "file": entry.file, "rendition": entry.rendition(),
        "reader": entry.reader, "metadata": entry.metadata,
    })
}
