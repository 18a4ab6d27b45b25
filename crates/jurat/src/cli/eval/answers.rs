//! `jurat eval answers`: questions through the whole of `jurat ask`, and beside it `jurat search`.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

use jurat_compose::{EvidenceReport, ReportResult};
use jurat_engine::{Engine, MemoryStore, RunRequest, Workflow};
use jurat_eval::{
    AnswerProvider, AnswersOptions, CitedProvision, ProvidedAnswer, ScoredProvision,
};
use jurat_evidence_first::page::shown_of;
use jurat_llm::Embedder;
use jurat_model::{Quote, RelevanceJudgement, Requirement, RetrievedChunk, SourceExhibit};
use jurat_retrieve::{CorpusName, CorpusVectors, Index, Query, VectorSearch, open_index};
use jurat_verify::{GatePolicy, GateRequest, provision::considered};
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};

use super::{DataArgs, tell};
use crate::{
    app::AppContext,
    cli::{ask, ingest},
    corpus_access, embedder,
    exit::CommandExit,
    failure::CommandFailure,
    private_files, wiring,
};

#[derive(Debug, clap::Args)]
pub(crate) struct EvalAnswersArgs {
    #[command(flatten)]
    rows: DataArgs,
    /// The corpus to ask
    #[arg(long, value_name = "NAME", value_parser = corpus_access::name, required_unless_present = "sources")]
    corpus: Option<CorpusName>,
    /// Files and folders to ask instead of a corpus
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "corpus")]
    sources: Vec<PathBuf>,
    /// What counts as evidence: `default` or `seed`
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = ["default", "seed"])]
    policy: String,
    /// Write what was weighed for each question, a line each
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

pub(super) fn execute(
    app: &AppContext,
    args: EvalAnswersArgs,
) -> Result<CommandExit, CommandFailure> {
    let (corpus, made) = if let Some(corpus) = args.corpus {
        (corpus, None)
    } else {
        let name = format!("eval-{}", wiring::new_run_id());
        let name = corpus_access::name(&name).map_err(CommandFailure::ours)?;
        let made = corpus_access::folder(app).for_question(name)?;
        (made.name.clone(), Some(made))
    };
    if made.is_some() {
        for refused in ingest::for_one_question(app, &args.sources, (&corpus, None))? {
            app.out.note(&format!("not read: {refused}"));
        }
    }
    let options = AnswersOptions {
        data: args.rows.data,
        part: args.rows.part,
        trace: args.trace,
    };
    let new_trace = options.trace.clone().filter(|trace| !trace.exists());
    let asked = AskPipeline::open(app, corpus, args.policy)
        .and_then(|asked| tell(app, || jurat_eval::answers(&options, &asked)));
    drop(made);
    if let Some(trace) = new_trace.filter(|trace| trace.exists()) {
        private_files::open_to_umask(&trace)
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
    }
    asked
}

/// What is asked, opened once.
struct AskPipeline {
    corpus: CorpusName,
    policy: String,
    engine: Engine,
    workflow: Arc<Workflow>,
    index: Index,
    meaning: Option<(CorpusVectors, Arc<dyn Embedder>)>,
}

impl AskPipeline {
    fn open(
        app: &AppContext,
        corpus: CorpusName,
        policy: String,
    ) -> Result<Self, CommandFailure> {
        let store = corpus_access::open_to_read(app, &corpus)?;
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
        let workflow = app.catalog.workflow(ask::WORKFLOW)?;
        Ok(Self { corpus, policy, engine, workflow, index, meaning })
    }

    fn run(&self, question: &str) -> Result<Json, String> {
        let given = [
            ("question", question),
            ("corpus", self.corpus.as_str()),
            ("policy", self.policy.as_str()),
        ];
        let params: BTreeMap<String, Json> =
            given.map(|(name, value)| (name.to_owned(), json!(value))).into();
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
        Ok(handle.state())
    }
}

impl AnswerProvider for AskPipeline {
    fn ask(&self, question: &str) -> Result<ProvidedAnswer, String> {
        let state = self.run(question)?;
        if state["report"].is_null() {
            return Err(format!("no report for `{question}`"));
        }
        let report: EvidenceReport = channel(&state, "report")?;
        let page = PageSources::of(&state)?;
        let requirements = report.requirements.iter();
        let used = requirements.clone().filter(|one| one.used_in_answer);
        let (closest, _) = shown_of(&report.rejected, report.requirements.len());
        let closest = closest.into_iter().filter_map(|one| {
            one.quote.as_ref().map(|quote| (&one.requirement.chunk_id, quote))
        });
        let shown = requirements
            .map(|one| (&one.requirement.chunk_id, &one.requirement.quote))
            .chain(closest);
        let answer = report.answer.as_ref();
        Ok(ProvidedAnswer {
            answered: report.result == ReportResult::Answered,
            direct: answer.map(|answer| answer.final_answer.clone()).unwrap_or_default(),
            rests_on: used
                .map(|one| page.shown(&one.requirement.chunk_id, &one.requirement.quote))
                .collect(),
            shown: shown.map(|(chunk, quote)| page.shown(chunk, quote)).collect(),
            weighed: page.weighed(question, &state)?,
        })
    }

    fn search(&self, question: &str) -> Result<Vec<CitedProvision>, String> {
        let mut query = Query::of(question);
        if let Some((_, embedder)) = &self.meaning {
            let vectors = embedder.embed(&[question]).map_err(|error| error.to_string())?;
            for (asked, vector) in query.texts.iter_mut().zip(vectors) {
                asked.vector = Some(vector);
            }
        }
        let vectors = self.meaning.as_ref().map(|(dense, _)| dense as &dyn VectorSearch);
        let searcher = self.index.searcher(vectors).map_err(|error| error.to_string())?;
        let hits = searcher.search(&query).map_err(|error| error.to_string())?;
        let shown = hits.into_iter().map(|hit| CitedProvision {
            names: [hit.passage.metadata.title.clone().unwrap_or_default(), hit.passage.name],
            labels: hit.passage.label.into_iter().collect(),
            text: hit.passage.text,
        });
        Ok(shown.collect())
    }
}

/// What a page rests on.
struct PageSources {
    chunks: Vec<RetrievedChunk>,
    exhibits: Vec<SourceExhibit>,
}

impl PageSources {
    fn of(state: &Json) -> Result<Self, String> {
        let mut chunks: Vec<RetrievedChunk> = channel(state, "statute_chunks")?;
        chunks.extend(channel::<Vec<RetrievedChunk>>(state, "policy_chunks")?);
        Ok(Self { chunks, exhibits: channel(state, "exhibits")? })
    }

    fn shown(&self, chunk_id: &str, quote: &Quote) -> CitedProvision {
        let chunk = self.chunks.iter().find(|chunk| chunk.chunk_id == chunk_id);
        let exhibit = self
            .exhibits
            .iter()
            .find(|exhibit| exhibit.rendition == quote.rendition);
        let title = exhibit.and_then(|exhibit| exhibit.metadata.title.clone());
        let labels = chunk.map(|chunk| match &chunk.provision {
            Some(provision) => provision.labels.clone(),
            None => chunk.passage.label.clone().into_iter().collect(),
        });
        CitedProvision {
            names: [
                title.unwrap_or_default(),
                exhibit.map(|exhibit| exhibit.name.clone()).unwrap_or_default(),
            ],
            labels: labels.unwrap_or_default(),
            text: quote.text.clone(),
        }
    }

    fn weighed(&self, question: &str, state: &Json) -> Result<Vec<ScoredProvision>, String> {
        let extracted: Vec<Requirement> = channel(state, "extracted_requirements")?;
        let judgements: Vec<RelevanceJudgement> = channel(state, "judgements")?;
        let policy: GatePolicy = channel(state, "gate_policy")?;
        let inquiry = GateRequest {
            question,
            chunks: &self.chunks,
            exhibits: &self.exhibits,
            judgements: &judgements,
            policy,
        };
        let weighed = considered(inquiry, &extracted).into_iter().zip(&extracted);
        let mut weighed: Vec<ScoredProvision> = weighed
            .map(|(one, requirement)| ScoredProvision {
                shown: self.shown(&requirement.chunk_id, &requirement.quote),
                features: one.features,
                probability: one.probability,
            })
            .collect();
        weighed.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Ok(weighed)
    }
}

fn channel<T: DeserializeOwned>(state: &Json, name: &str) -> Result<T, String> {
    T::deserialize(&state[name]).map_err(|error| format!("channel `{name}`: {error}"))
}
