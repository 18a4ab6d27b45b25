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
    let mut unfinished = Vec::new();
    for name in list(&root)? {
        // One corpus that cannot be read does not hide the others.
        match FileStore::read_only(&root, &name) {
            Ok(store) => {
                unfinished.extend((!store.unfinished().is_empty()).then(|| name.clone()));
                rows.push(row(&store));
            }
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
    for name in &unfinished {
        app.out.hint(&corpus_access::goes_on(name));
    }
    Ok(if broken { CommandExit::Refused } else { CommandExit::Done })
}

fn row(store: &FileStore) -> Json {
    let unfinished: Vec<&str> =
        store.unfinished().iter().map(|file| file.path.as_str()).collect();
    json!({
        "corpus": store.name().as_str(), "sources": store.entries().len(),
        "files": store.files().len(), "bytes": store.stored_bytes(), "unfinished": unfinished,
    })
}

/// What the last column says of a corpus: why it cannot be read, or which files were not read to their end.
fn remark(row: &Json) -> String {
    let files = row["unfinished"].as_array().into_iter().flatten();
    let files: Vec<String> =
        files.filter_map(|file| Some(output::plain(file.as_str()?))).collect();
    match (&row["problem"], files.as_slice()) {
        (Json::String(problem), _) => problem.clone(),
        (_, []) => String::new(),
        (_, files) => format!("read in part: {}", files.join(", ")),
    }
}

fn cells(row: &Json) -> Vec<String> {
    let cell = |key: &str| match &row[key] {
        Json::Null => String::new(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    let mut cells = ["corpus", "sources", "files", "bytes"].map(cell).to_vec();
    cells.push(remark(row));
    cells
}
