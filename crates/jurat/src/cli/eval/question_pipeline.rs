//! A question through the whole of a workflow, and through plain search, on one corpus that is opened once.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use jurat_engine::{Engine, MemoryStore, RunRequest, Workflow};
use jurat_intake::QuestionCorpus;
use jurat_llm::Embedder;
use jurat_retrieve::{
    CorpusName, CorpusVectors, Index, Query, SearchHit, VectorSearch, open_index,
};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use crate::{
    app::AppContext, cli::ingest, corpus_access, embedder, failure::CommandFailure, wiring,
};

/// What is asked: a corpus, or files.
#[derive(Debug, clap::Args)]
pub(super) struct MeasuredSourceArgs {
    /// The corpus to ask
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name, required_unless_present = "sources")]
    corpus: Option<CorpusName>,
    /// Files and folders to ask instead of a corpus
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "corpus")]
    sources: Vec<PathBuf>,
}

/// The corpus that a measure is taken on. One made for it is gone when this is dropped.
pub(super) enum MeasuredCorpus {
    Named(CorpusName),
    Made(QuestionCorpus),
}

impl MeasuredCorpus {
    pub(super) fn open(
        app: &AppContext,
        args: &MeasuredSourceArgs,
    ) -> Result<Self, CommandFailure> {
        match &args.corpus {
            Some(corpus) => Ok(Self::Named(corpus.clone())),
            None => Self::made(app, &args.sources),
        }
    }

    /// Reads files into a corpus of their own.
    pub(super) fn made(app: &AppContext, sources: &[PathBuf]) -> Result<Self, CommandFailure> {
        let name = format!("eval-{}", wiring::new_run_id());
        let name = corpus_access::name(&name).map_err(CommandFailure::ours)?;
        let made = corpus_access::folder(app).for_question(name)?;
        for refused in ingest::for_one_question(app, sources, (&made.name, None))? {
            app.out.note(&format!("not read: {refused}"));
        }
        Ok(Self::Made(made))
    }

    pub(super) const fn name(&self) -> &CorpusName {
        match self {
            Self::Named(name) => name,
            Self::Made(made) => &made.name,
        }
    }
}

pub(super) struct QuestionPipeline {
    corpus: CorpusName,
    engine: Engine,
    workflow: Arc<Workflow>,
    index: Index,
    meaning: Option<(CorpusVectors, Arc<dyn Embedder>)>,
}

impl QuestionPipeline {
    pub(super) fn open(
        app: &AppContext,
        corpus: &CorpusName,
        workflow: &str,
    ) -> Result<Self, CommandFailure> {
        let store = corpus_access::open_to_read(app, corpus)?;
        let (index, _) = open_index(&store)?;
        let index = index.ok_or_else(|| {
            CommandFailure::input(format!("corpus `{corpus}` has no index yet"))
                .hint("jurat ingest PATH --corpus NAME")
        })?;
        corpus_access::say_unfinished(app, &store);
        corpus_access::say_vectors(app, &store);
        let embedder = embedder::installed(app)?;
        let meaning = embedder.and_then(|embedder| {
            let dense = CorpusVectors::open(&store, &*embedder).ok()?;
            Some((dense, embedder))
        });
        // Nothing of a measure is kept.
        let engine = Engine::new(
            Arc::new(MemoryStore::default()),
            wiring::engine_options(app.settings.workers),
        )?;
        let workflow = app.catalog.workflow(workflow)?;
        Ok(Self {
            corpus: corpus.clone(),
            engine,
            workflow,
            index,
            meaning,
        })
    }

    /// The channels of a run with these parameters, the corpus added.
    pub(super) fn run(&self, given: &[(&str, &str)]) -> Result<Json, String> {
        let all = given.iter().copied().chain([("corpus", self.corpus.as_str())]);
        let params: BTreeMap<String, Json> =
            all.map(|(name, value)| (name.to_owned(), json!(value))).collect();
        let request = RunRequest {
            run: wiring::new_run_id(),
            params,
            input: BTreeMap::new(),
        };
        let handle = self
            .engine
            .start(&self.workflow, request)
            .map_err(|error| error.to_string())?;
        handle.wait();
        let state = handle.state();
        if state["report"].is_null() {
            return Err(format!("no report for `{}`", given.first().map_or("", |it| it.1)));
        }
        Ok(state)
    }

    /// The best hits of plain search.
    pub(super) fn search(&self, question: &str, most: usize) -> Result<Vec<SearchHit>, String> {
        let mut query = Query { k: most, ..Query::of(question) };
        if let Some((_, embedder)) = &self.meaning {
            let vectors = embedder.embed(&[question]).map_err(|error| error.to_string())?;
            for (asked, vector) in query.texts.iter_mut().zip(vectors) {
                asked.vector = Some(vector);
            }
        }
        let vectors = self.meaning.as_ref().map(|(dense, _)| dense as &dyn VectorSearch);
        let searcher = self.index.searcher(vectors).map_err(|error| error.to_string())?;
        searcher.search(&query).map_err(|error| error.to_string())
    }
}

pub(super) fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, String> {
    T::deserialize(&state[name]).map_err(|error| format!("channel `{name}`: {error}"))
}
