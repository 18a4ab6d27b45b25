//! `jurat corpus tune`: chooses the fusion of a corpus by queries of which the answers are known.

use std::path::PathBuf;

use jurat_retrieve::{
    CorpusName, CorpusVectors, FileStore, JudgedQuery, Query, VectorSearch, has_vectors,
    open_index, tune,
};
use serde::Deserialize;

use crate::{
    app::AppContext, corpus_access, embedder, exit::CommandExit, failure::CommandFailure,
    output,
};

/// What to tune, and by what.
#[derive(Debug, clap::Args)]
pub(crate) struct CorpusTuneArgs {
    /// The corpus
    #[arg(value_name = "NAME", value_parser = corpus_access::name)]
    corpus: CorpusName,
    /// Lines of JSON: {"query": "…", "relevant": ["source or passage id", …]}
    #[arg(long, value_name = "FILE")]
    queries: PathBuf,
    /// Only say what would be chosen
    #[arg(long)]
    dry_run: bool,
}

#[derive(Deserialize)]
struct TuneQueryRow {
    query: String,
    relevant: Vec<String>,
}

pub(super) fn execute(
    app: &AppContext,
    args: &CorpusTuneArgs,
) -> Result<CommandExit, CommandFailure> {
    let rows = rows(args)?;
    // Held while tuning: nobody changes the index under it.
    let store = corpus_access::write(app, &args.corpus)?;
    let (index, _) = open_index(&store)?;
    let index = index.ok_or_else(|| {
        CommandFailure::input(format!("corpus `{}` has no index yet", args.corpus))
            .hint("jurat ingest PATH --corpus NAME")
    })?;
    let mut judged = Vec::new();
    for row in rows {
        let mut relevant = Vec::new();
        for id in row.relevant {
            relevant.extend(passage_ids(&index, id)?);
        }
        judged.push(JudgedQuery { query: Query::of(&row.query), relevant });
    }
    let dense = dense(app, &store, &mut judged)?;
    let searcher = index.searcher(dense.as_ref().map(|dense| dense as &dyn VectorSearch))?;
    let tuned = tune(&searcher, &judged)?;
    drop(searcher);
    if !args.dry_run {
        index.set_fusion(&tuned.fusion)?;
        index.set_calibration(&tuned.calibration)?;
    }
    if app.out.json {
        output::value(&tuned)?;
    } else {
        for (legs, before, after) in &tuned.legs {
            output::text(&format!(
                "{legs:<7} recall@10 {:.3} → {:.3}, ndcg@10 {:.3} → {:.3}",
                before.recall, after.recall, before.ndcg, after.ndcg
            ))?;
        }
    }
    let kept = if args.dry_run { "not kept" } else { "kept with the index" };
    app.out.note(&format!("{} queries; {kept}", tuned.queries));
    Ok(CommandExit::Done)
}

/// The vectors of the corpus, and those of the queries, where a model is installed.
fn dense(
    app: &AppContext,
    store: &FileStore,
    judged: &mut [JudgedQuery],
) -> Result<Option<CorpusVectors>, CommandFailure> {
    if !has_vectors(store) {
        return Ok(None);
    }
    let Some(embedder) = embedder::installed(app)? else { return Ok(None) };
    for asked in judged.iter_mut().flat_map(|judged| &mut judged.query.texts) {
        let mut vectors = embedder
            .embed(&[asked.text.as_str()])
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
        asked.vector = vectors.pop();
    }
    Ok(Some(CorpusVectors::open(store, &*embedder)?))
}

/// A relevant id names a passage, or a source and with it all its passages.
fn passage_ids(
    index: &jurat_retrieve::Index,
    id: String,
) -> Result<Vec<String>, CommandFailure> {
    if index.passage(&id)?.is_some() {
        return Ok(vec![id]);
    }
    let mut ids = Vec::new();
    loop {
        let next = format!("{id}:{}", ids.len());
        if index.passage(&next)?.is_none() {
            return Ok(ids);
        }
        ids.push(next);
    }
}

fn rows(args: &CorpusTuneArgs) -> Result<Vec<TuneQueryRow>, CommandFailure> {
    let path = args.queries.display();
    let text = std::fs::read_to_string(&args.queries)
        .map_err(|error| CommandFailure::input(format!("cannot read {path}: {error}")))?;
    let lines = text
        .split('\n')
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty());
    let row = |(number, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|error| {
            CommandFailure::input(format!("{path}, line {}: {error}", number + 1))
                .hint("as in {\"query\": \"…\", \"relevant\": [\"id\"]}")
        })
    };
    lines.map(row).collect()
}
