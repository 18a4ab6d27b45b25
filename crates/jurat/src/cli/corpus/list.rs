//! `jurat corpus list`: all corpora, by name.

use jurat_retrieve::{CorpusStore, FileStore, list};
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, corpus_access, exit::CommandExit, failure::CommandFailure, output,
};

pub(super) fn execute(app: &AppContext) -> Result<CommandExit, CommandFailure> {
    let root = corpus_access::root(app);
    let mut rows: Vec<Json> = Vec::new();
    let mut broken = false;
    for name in list(&root)? {
        // One corpus that cannot be read does not hide the others.
        match FileStore::read_only(&root, &name) {
            Ok(store) => rows.push(json!({
                "corpus": name.as_str(), "sources": store.entries().len(),
                "files": store.files().len(), "bytes": store.stored_bytes(),
            })),
            Err(jurat_retrieve::CorpusError::Unknown(_)) => {}
            Err(error) => {
                broken = true;
                rows.push(json!({ "corpus": name.as_str(), "problem": error.to_string() }));
            }
        }
    }
    if app.out.json {
        output::value(&rows)?;
    } else if rows.is_empty() {
        app.out.note("there are no corpora yet");
        app.out.hint("jurat ingest . --corpus here");
    } else {
        let head = ["CORPUS", "SOURCES", "FILES", "BYTES", ""];
        output::text(&output::table(&head, rows.iter().map(cells)))?;
    }
    Ok(if broken { CommandExit::Refused } else { CommandExit::Done })
}

fn cells(row: &Json) -> Vec<String> {
    let cell = |key: &str| match &row[key] {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    ["corpus", "sources", "files", "bytes", "problem"].map(cell).to_vec()
}
