//! What this program does itself, as tools: runs of its systems, searches of corpora, citations, proofs and files, so that
//! an assistant can prove what it says.

use std::{collections::BTreeMap, fs};

use jurat_engine::RunRequest;
use jurat_ingest::{FileLimits, read_bytes};
use jurat_injection::{ScreenedTextKind, screen};
use jurat_retrieve::{CorpusName, Query, query_language};
use jurat_system::publish::BundleAcceptance;
use jurat_systems::ALL;
use jurat_text::citations::{CitationOptions, extract};
use jurat_tools::ToolFailure;
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::{
    desk_tools::{DeskRefusal, DeskTools, ToolDesk, data, request},
    workflow_tools::{check_builtin, check_paths},
};
use crate::{
    cli::verify::read_bundle, corpus_access, failure::CommandFailure, run_driver,
    sandbox_launcher::sandbox_launcher, wiring,
};

pub(super) const ABOUT: &str = "What this program does itself: runs of its systems with a journal and a report, searches of \
    corpora, citations in a text, proofs, and the text of files in folders that are allowed.";

pub(super) const TOOLS: DeskTools = DeskTools {
    described: include_str!("own_tools.json"),
    calls: &[
        ("system_run", system_run),
        ("corpus_search", corpus_search),
        ("citations_find", citations_find),
        ("proof_verify", proof_verify),
        ("file_content_extract", file_content_extract),
    ],
};

/// Text of a file that is given back, in bytes.
const MOST_TEXT: usize = 500_000;
/// The largest file that is read.
const MOST_FILE: u64 = 64 << 20;

#[derive(Deserialize)]
struct SystemRequest {
    workflow: String,
    #[serde(default)]
    params: BTreeMap<String, Json>,
    #[serde(default)]
    input: BTreeMap<String, Json>,
}

fn system_run(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let SystemRequest { workflow, params: given, input } = request(arguments)?;
    check_builtin(&workflow)?;
    check_paths(desk, &workflow, &given)?;
    let app = desk.app()?;
    let bound = app.catalog.workflow(&workflow).map_err(CommandFailure::from)?;
    let mut params = app.models.params_for(bound.plan().definition(), &app.settings)?;
    params.extend(given);
    let run = wiring::new_run_id();
    let ended = run_driver::to_state(&app, &workflow, RunRequest { run, params, input })?;
    Ok(json!({
        "run": run,
        "workflow": workflow,
        "outcome": ended.end.outcome.word(),
        "reasons": ended.end.reasons,
        "outputs": ended.end.outputs.unwrap_or_default(),
        "resource": format!("jurat://runs/{run}"),
    }))
}

#[derive(Deserialize)]
struct CorpusRequest {
    corpus: String,
    query: String,
    limit: Option<usize>,
}

fn corpus_search(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let CorpusRequest { corpus, query, limit } = request(arguments)?;
    let name: CorpusName = corpus.parse().map_err(|rule| {
        DeskRefusal::Tool(ToolFailure::BadArgument {
            argument: "corpus".to_owned(),
            given: format!("{corpus:?}"),
            allowed: vec![format!("{rule}")],
        })
    })?;
    let asked = Query { k: limit.unwrap_or(10), ..Query::of(&query) };
    let app = desk.app()?;
    let hits = corpus_access::folder(&app).search(&name, asked, &|_| ());
    let hits = hits.map_err(CommandFailure::from)?;
    Ok(json!({
        "outcome": if hits.is_empty() { "empty" } else { "found" },
        "corpus": corpus,
        "language": query_language(&query),
        "hits": data(&hits)?,
    }))
}

#[derive(Deserialize)]
struct CitationsRequest {
    text: String,
    year: Option<u16>,
}

fn citations_find(_: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let CitationsRequest { text, year } = request(arguments)?;
    let found = extract(&text, CitationOptions { now: year });
    let rows: Result<Vec<Json>, DeskRefusal> = found
        .iter()
        .map(|citation| {
            let mut row = data(citation)?;
            row["text"] = json!(text.get(citation.span.clone()).unwrap_or_default());
            Ok(row)
        })
        .collect();
    let outcome = if found.is_empty() { "empty" } else { "found" };
    Ok(json!({ "outcome": outcome, "citations": rows? }))
}

#[derive(Deserialize)]
struct PathRequest {
    path: String,
}

fn proof_verify(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let PathRequest { path } = request(arguments)?;
    let bytes = read_bundle(&desk.allowed_file(&path)?)?;
    let demands = BundleAcceptance {
        key: None,
        root: None,
        strict: false,
        rereader: None,
        repository: None,
    };
    Ok(json!({ "path": path, "verdict": data(&ALL.verify(&bytes, &demands))? }))
}

fn file_content_extract(desk: &ToolDesk, arguments: Json) -> Result<Json, DeskRefusal> {
    let PathRequest { path } = request(arguments)?;
    let file = desk.allowed_file(&path)?;
    let unreadable = |why: String| {
        DeskRefusal::from(CommandFailure::input(format!("cannot read it: {why}")))
    };
    let size = fs::metadata(&file)
        .map_err(|error| unreadable(error.to_string()))?
        .len();
    if MOST_FILE < size {
        return Err(unreadable(format!("it has {size} bytes, at most {MOST_FILE} are read")));
    }
    let bytes = fs::read(&file).map_err(|error| unreadable(error.to_string()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let launcher = sandbox_launcher()?;
    let read = read_bytes(Some(&launcher), &name, bytes, &FileLimits::default());
    let documents = read.documents.iter().map(|document| {
        let text = &document.rendition.text;
        let cut = text.floor_char_boundary(MOST_TEXT);
        let given = &text[..cut];
        // The words are another's: whoever reads them hears which may be orders.
        let suspect = screen(given, ScreenedTextKind::Passage).suspicions;
        Ok(json!({
            "name": document.source.name,
            "text": given,
            "whole": cut == text.len(),
            "suspect": data(&suspect)?,
            "warnings": data(&document.rendition.warnings)?,
        }))
    });
    let documents = documents.collect::<Result<Vec<Json>, DeskRefusal>>()?;
    let refusals = read.refusals.iter();
    let refusals: Vec<Json> = refusals
        .map(|(name, refusal)| json!({ "name": name, "why": refusal.to_string() }))
        .collect();
    Ok(json!({ "path": path, "documents": documents, "refusals": refusals }))
}
