//! Retrieval: how much of what answers a query is found, how early and how fast.
//!
//! Weights are tuned on rows that are not reported: no row is ranked by weights chosen on it.

pub(crate) mod corpus;
mod metrics;
mod vectors;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};

use jurat_canon::Hash;
use jurat_llm::Embedder;
use jurat_model::Passage;
use jurat_retrieve::{
    Fusion, FusionWeights, HitCalibration, Index, IndexSearcher, IndexSettings, JudgedQuery,
    Query, QueryWording, ReliabilityFigures, SearchLegs, VectorSearch, tune,
    vectors::VectorStore, words_to_embed,
};
use serde::Serialize;

use self::corpus::RetrievalQuestion;
pub use metrics::RankingMetrics;

use crate::{DatasetSplit, EvalError, cost::cpu_seconds};

pub struct RetrievalOptions {
    /// The folder with `corpus.jsonl` and `queries.jsonl`.
    pub data: PathBuf,
    /// Another file of queries.
    pub queries: Option<PathBuf>,
    /// The legs to measure.
    pub legs: SearchLegs,
    /// Fields of the corpus that are indexed; `text` where none is named.
    pub fields: Vec<String>,
    /// Fields of the queries that are asked; `query` where none is named.
    pub query_fields: Vec<String>,
    /// The rows to report.
    pub part: DatasetSplit,
    /// Makes the vectors of the dense leg; without one there are words alone.
    pub embedder: Option<Arc<dyn Embedder>>,
    /// Where vectors are kept from run to run, and the index while it is measured.
    pub cache: PathBuf,
}

#[derive(Debug, Clone, Serialize)]
pub struct RetrievalFigures {
    pub queries: usize,
    pub passages: usize,
    /// Of the legs asked for.
    #[serde(flatten)]
    pub scores: RankingMetrics,
    /// Of each leg that there is.
    pub by_legs: BTreeMap<String, RankingMetrics>,
    /// What was asked for, and what `auto` came down to in each fold.
    pub legs: String,
    /// Half of the searches take less.
    pub p50_ms: f64,
    /// Nineteen of twenty take less.
    pub p95_ms: f64,
    /// To make the index, vectors apart.
    pub index_seconds: f64,
    /// The same, of processors.
    pub index_cpu_seconds: f64,
    /// The index on the disk, vectors apart.
    pub index_bytes: u64,
    /// To embed what was not in the cache.
    pub embed_seconds: f64,
    /// Queries that weights were tuned on, a fold each.
    pub tuned_on: Vec<usize>,
    /// Weights in use, a fold each.
    pub weights: Vec<FusionWeights>,
    /// Of the probabilities of the hits reported.
    pub reliability: ReliabilityFigures,
}

pub fn retrieval(options: &RetrievalOptions) -> Result<RetrievalFigures, EvalError> {
    let fields = or_default(&options.fields, "text");
    let passages = corpus::passages(&options.data.join("corpus.jsonl"), &fields)?;
    let path = options
        .queries
        .clone()
        .unwrap_or_else(|| options.data.join("queries.jsonl"));
    let questions = corpus::questions(&path, &or_default(&options.query_fields, "query"))?;
    let folds = folds(&questions, options.part);
    if folds.iter().all(|fold| fold.report.is_empty()) {
        let of = format!(" of part {:?}", options.part).to_lowercase();
        return Err(EvalError::Empty { path, of });
    }
    fs::create_dir_all(&options.cache)
        .map_err(|error| EvalError::File { path: options.cache.clone(), error })?;
    let dir = options.cache.join(format!("index-{}", std::process::id()));
    // A run that was killed may have left one of the same number.
    let _ = fs::remove_dir_all(&dir);
    let figures = measure(options, &dir, &passages, &questions, &folds);
    // What cannot be removed is only a folder of the cache.
    let _ = fs::remove_dir_all(&dir);
    figures
}

fn or_default(fields: &[String], default: &str) -> Vec<String> {
    if fields.is_empty() { vec![default.to_owned()] } else { fields.to_vec() }
}

/// Rows to learn from and rows to report.
struct CrossValidationFold {
    tune: Vec<usize>,
    report: Vec<usize>,
}

fn folds(questions: &[RetrievalQuestion], part: DatasetSplit) -> Vec<CrossValidationFold> {
    let holding = |part: DatasetSplit| -> Vec<usize> {
        (0..questions.len())
            .filter(|at| part.holds(&questions[*at].key))
            .collect()
    };
    let (tune, report) = (holding(DatasetSplit::Tune), holding(DatasetSplit::Report));
    match part {
        DatasetSplit::Report => vec![CrossValidationFold { tune, report }],
        DatasetSplit::All => {
            let turned = CrossValidationFold { tune: report.clone(), report: tune.clone() };
            vec![CrossValidationFold { tune, report }, turned]
        }
        DatasetSplit::Tune => {
            let even: Vec<usize> = tune.iter().copied().step_by(2).collect();
            let odd: Vec<usize> = tune.iter().copied().skip(1).step_by(2).collect();
            let turned = CrossValidationFold { tune: odd.clone(), report: even.clone() };
            vec![CrossValidationFold { tune: even, report: odd }, turned]
        }
    }
}

fn measure(
    options: &RetrievalOptions,
    dir: &Path,
    passages: &[Passage],
    questions: &[RetrievalQuestion],
    folds: &[CrossValidationFold],
) -> Result<RetrievalFigures, EvalError> {
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let index = build(dir, passages)?;
    let (index_seconds, index_cpu) = (began.elapsed().as_secs_f64(), cpu_seconds() - cpu);
    let began = Instant::now();
    let stores = embedded(options, passages, questions)?;
    let embed_seconds = began.elapsed().as_secs_f64();
    let asked: Vec<Query> = questions
        .iter()
        .map(|one| query(one, stores.as_ref().map(|[_, queries]| queries)))
        .collect();
    let vectors = stores.as_ref().map(|[passages, _]| passages as &dyn VectorSearch);
    let mut found = FoldResults::default();
    for fold in folds.iter().filter(|fold| !fold.report.is_empty()) {
        found.fold(options, &index, vectors, questions, &asked, fold)?;
    }
    Ok(RetrievalFigures {
        queries: found.main.len(),
        passages: passages.len(),
        scores: RankingMetrics::mean(&found.main),
        by_legs: found
            .by_legs
            .iter()
            .map(|(leg, all)| (leg.clone(), RankingMetrics::mean(all)))
            .collect(),
        legs: found.legs.join(", "),
        p50_ms: metrics::quantile(&found.times, 0.5),
        p95_ms: metrics::quantile(&found.times, 0.95),
        index_seconds,
        index_cpu_seconds: index_cpu,
        index_bytes: bytes_under(dir),
        embed_seconds,
        tuned_on: found.tuned_on,
        weights: found.weights,
        reliability: ReliabilityFigures::of(found.judged.into_iter()),
    })
}

fn build(dir: &Path, passages: &[Passage]) -> Result<Index, EvalError> {
    let settings = IndexSettings { language: corpus::language(passages) };
    let index = Index::create(dir, &settings).map_err(subject)?;
    let mut writer = index.writer().map_err(subject)?;
    for passage in passages {
        writer.add(passage, &[]).map_err(subject)?;
    }
    writer.finish().map_err(subject)?;
    Ok(index)
}

/// The vectors of the passages and of the questions, where there is a model.
fn embedded(
    options: &RetrievalOptions,
    passages: &[Passage],
    questions: &[RetrievalQuestion],
) -> Result<Option<[VectorStore; 2]>, EvalError> {
    let Some(embedder) = options
        .embedder
        .as_deref()
        .filter(|_| options.legs != SearchLegs::Bm25)
    else {
        return Ok(None);
    };
    // A folder for each corpus: a search scans no vectors of another.
    let corpus = Hash::of(options.data.as_os_str().as_encoded_bytes()).to_string();
    let model = Hash::of(embedder.name().as_bytes()).to_string();
    let folder = options
        .cache
        .join(format!("vectors-{}-{}", &model[..12], &corpus[..12]));
    let passages: Vec<String> = passages.iter().map(words_to_embed).collect();
    let questions: Vec<String> = questions.iter().map(|one| one.text.clone()).collect();
    let passages = vectors::embedded(embedder, &folder.join("passages"), &passages)?;
    let questions = vectors::embedded(embedder, &folder.join("queries"), &questions)?;
    Ok(Some([passages, questions]))
}

fn query(question: &RetrievalQuestion, store: Option<&VectorStore>) -> Query {
    let vector = store.and_then(|store| vectors::vector(store, &question.text));
    Query {
        texts: vec![QueryWording { text: question.text.clone(), vector }],
        ..Query::of("")
    }
}

fn subject(error: impl std::fmt::Display) -> EvalError {
    EvalError::Subject(error.to_string())
}

/// What the folds found, one entry a query.
#[derive(Default)]
struct FoldResults {
    main: Vec<RankingMetrics>,
    by_legs: BTreeMap<String, Vec<RankingMetrics>>,
    times: Vec<f64>,
    judged: Vec<(f64, bool)>,
    tuned_on: Vec<usize>,
    weights: Vec<FusionWeights>,
    legs: Vec<String>,
}

impl FoldResults {
    fn fold(
        &mut self,
        options: &RetrievalOptions,
        index: &Index,
        vectors: Option<&dyn VectorSearch>,
        questions: &[RetrievalQuestion],
        asked: &[Query],
        fold: &CrossValidationFold,
    ) -> Result<(), EvalError> {
        let judged: Vec<JudgedQuery> = fold
            .tune
            .iter()
            .map(|at| JudgedQuery {
                query: asked[*at].clone(),
                relevant: questions[*at].relevant.clone(),
            })
            .collect();
        let searcher = index.searcher(vectors).map_err(subject)?;
        let tuned = tune(&searcher, &judged).map_err(subject)?;
        let searcher = with(searcher, &tuned.fusion, &tuned.calibration);
        let has_vectors = searcher.has_vectors();
        let legs = tuned.fusion.legs(options.legs, has_vectors);
        self.tuned_on.push(tuned.queries);
        self.weights.push(*tuned.fusion.weights(legs));
        self.legs.push(legs.to_string());
        for at in &fold.report {
            self.ask(&searcher, &asked[*at], &questions[*at], legs)?;
        }
        let others: &[SearchLegs] = if has_vectors {
            &[SearchLegs::Bm25, SearchLegs::Dense, SearchLegs::Hybrid]
        } else {
            &[SearchLegs::Bm25]
        };
        for leg in others {
            let entry = self.by_legs.entry(leg.to_string()).or_default();
            for at in &fold.report {
                entry.push(ask(&searcher, &asked[*at], &questions[*at], *leg)?.scores);
            }
        }
        Ok(())
    }

    fn ask(
        &mut self,
        searcher: &IndexSearcher<'_>,
        query: &Query,
        question: &RetrievalQuestion,
        legs: SearchLegs,
    ) -> Result<(), EvalError> {
        let ScoredSearch { scores, time, judged } = ask(searcher, query, question, legs)?;
        self.main.push(scores);
        self.times.push(time);
        self.judged.extend(judged);
        Ok(())
    }
}

fn with<'a>(
    searcher: IndexSearcher<'a>,
    fusion: &Fusion,
    calibration: &HitCalibration,
) -> IndexSearcher<'a> {
    searcher
        .with_fusion(fusion.clone())
        .with_calibration(calibration.clone())
}

/// One search: its scores, its milliseconds, and what became of its probabilities.
struct ScoredSearch {
    scores: RankingMetrics,
    time: f64,
    judged: Vec<(f64, bool)>,
}

fn ask(
    searcher: &IndexSearcher<'_>,
    query: &Query,
    question: &RetrievalQuestion,
    legs: SearchLegs,
) -> Result<ScoredSearch, EvalError> {
    let query = Query { legs, ..query.clone() };
    let began = Instant::now();
    let hits = searcher.search(&query).map_err(subject)?;
    let time = began.elapsed().as_secs_f64() * 1e3;
    let relevant: BTreeSet<&str> = question.relevant.iter().map(String::as_str).collect();
    let ranking: Vec<&str> = hits.iter().map(|hit| hit.passage.id.as_str()).collect();
    let judged = hits
        .iter()
        .map(|hit| (hit.probability, relevant.contains(hit.passage.id.as_str())))
        .collect();
    Ok(ScoredSearch {
        scores: RankingMetrics::of(&ranking, &relevant),
        time,
        judged,
    })
}

fn bytes_under(dir: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(dir) else { return 0 };
    entries
        .flatten()
        .filter_map(|entry| entry.metadata().ok())
        .map(|meta| meta.len())
        .sum()
}
