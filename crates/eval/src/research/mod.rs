//! Research: how much of what answers a question its steps find, beside one search for as many passages, and how far its
//! confidence can be believed.

mod row_documents;

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write as _,
    path::{Path, PathBuf},
};

use jurat_canon::Hash;
use jurat_model::ByteSpan;
use jurat_retrieve::ReliabilityFigures;
use serde::Serialize;

pub use row_documents::RowDocuments;

use crate::{
    DatasetSplit, EvalError,
    retrieval::corpus::{RetrievalQuestion, questions},
    scores::{count, ece_bar, share},
};

/// Where a passage stands: the text, and the place in it.
pub type PassagePlace = (Hash, ByteSpan);

/// What a step found.
#[derive(Debug, Clone, Serialize)]
pub struct ResearchedStep {
    /// What it was after.
    pub aim: String,
    /// Nothing where it was not executed.
    pub confidence: Option<f64>,
    pub completed: bool,
    /// What the confidence was taken from, by name.
    pub signs: serde_json::Value,
    #[serde(skip)]
    pub passages: Vec<PassagePlace>,
}

/// What came of a question.
#[derive(Debug, Clone)]
pub struct ResearchedQuestion {
    pub answered: bool,
    pub steps: Vec<ResearchedStep>,
    /// Words that are given as a source's, and the text that they are said to stand in.
    pub quoted: Vec<(Hash, String)>,
    pub calls: u64,
}

pub trait ResearchProvider {
    fn research(&self, question: &str) -> Result<ResearchedQuestion, String>;
    /// The best hits of plain search.
    fn search(&self, question: &str, most: usize) -> Result<Vec<PassagePlace>, String>;
}

pub struct ResearchOptions {
    /// The folder with `corpus.jsonl` and `queries.jsonl`.
    pub data: PathBuf,
    /// Another file of queries.
    pub queries: Option<PathBuf>,
    pub part: DatasetSplit,
    /// Where to write what each step found, a line a question.
    pub trace: Option<PathBuf>,
    pub corpus_kept: CorpusKept,
}

/// What of a corpus is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorpusKept {
    Whole,
    /// Without the passages that answer any question of the part: so none of them has an answer there.
    WithoutAnswers,
}

impl ResearchOptions {
    pub fn corpus(&self) -> PathBuf {
        self.data.join("corpus.jsonl")
    }

    /// The documents of the corpus, as far as it is asked.
    pub fn documents(&self) -> Result<RowDocuments, EvalError> {
        let left_out: BTreeSet<String> = match self.corpus_kept {
            CorpusKept::Whole => BTreeSet::new(),
            CorpusKept::WithoutAnswers => {
                let asked = self.questions()?;
                asked.into_iter().flat_map(|question| question.relevant).collect()
            }
        };
        RowDocuments::read(&self.corpus(), &left_out)
    }

    fn queries(&self) -> PathBuf {
        let path = self.queries.clone();
        path.unwrap_or_else(|| self.data.join("queries.jsonl"))
    }

    fn questions(&self) -> Result<Vec<RetrievalQuestion>, EvalError> {
        let mut asked = questions(&self.queries(), &["query".to_owned()])?;
        asked.retain(|it| self.part.holds(&it.key));
        Ok(asked)
    }
}

/// Passages that are counted.
const COUNTED: usize = 15;

#[derive(Debug, Clone, Serialize)]
pub struct ResearchFigures {
    pub queries: usize,
    #[serde(rename = "evidence_recall@15")]
    pub evidence_recall: f64,
    #[serde(rename = "single_recall@15")]
    pub single_recall: f64,
    /// Points more than one search, and between which of them nineteen of twenty samples of the questions lie.
    pub gain: f64,
    pub gain_low: f64,
    pub gain_high: f64,
    /// The share of questions with a completed step.
    pub answered: f64,
    /// Of the words given as a source's, the share that stand in it.
    pub supported: f64,
    pub sentences: usize,
    /// A question's, on average.
    pub steps: f64,
    pub calls: f64,
    pub passages: f64,
    /// Of the steps' confidence that a gold passage is among theirs.
    pub ece: f64,
    pub ece_bar: f64,
    pub brier: f64,
    /// The share of steps that found a gold passage.
    pub found: f64,
    /// In tens of percents: steps, the confidence told, and the share that found one.
    pub reliability: BTreeMap<String, ReliabilityBin>,
    /// Time of processors, a question.
    pub cpu_ms: f64,
}

#[derive(Debug, Clone, Copy, Default, Serialize)]
pub struct ReliabilityBin {
    pub steps: usize,
    pub told: f64,
    pub found: f64,
}

/// What was counted of one question.
struct CountedQuestion {
    over_steps: f64,
    single: f64,
    answered: bool,
    steps: usize,
    calls: u64,
    passages: usize,
    quoted: usize,
    supported: usize,
    judged: Vec<(f64, bool)>,
}

pub fn research(
    options: &ResearchOptions,
    documents: &RowDocuments,
    respondent: &dyn ResearchProvider,
) -> Result<ResearchFigures, EvalError> {
    let path = options.queries();
    let mut asked = options.questions()?;
    for question in &mut asked {
        question.relevant.retain(|row| documents.holds(row));
    }
    let answerable = options.corpus_kept == CorpusKept::Whole;
    asked.retain(|it| it.relevant.is_empty() != answerable);
    if asked.is_empty() {
        let of = format!(" of part {:?} whose passages are there", options.part).to_lowercase();
        return Err(EvalError::Empty { path, of });
    }
    let mut trace = options.trace.as_deref().map(created).transpose()?;
    let mut counted = Vec::new();
    let mut spent = 0.0;
    for question in &asked {
        let began = crate::cost::cpu_seconds();
        let found = respondent.research(&question.text).map_err(EvalError::Subject)?;
        spent += crate::cost::cpu_seconds() - began;
        let hits = respondent
            .search(&question.text, COUNTED)
            .map_err(EvalError::Subject)?;
        if let (Some(file), Some(path)) = (&mut trace, &options.trace) {
            let line = traced(question, documents, &found);
            writeln!(file, "{line}")
                .map_err(|error| EvalError::File { path: path.clone(), error })?;
        }
        counted.push(counted_question(question, documents, &found, &hits));
    }
    Ok(figures(&counted, spent))
}

fn created(path: &Path) -> Result<std::fs::File, EvalError> {
    std::fs::File::create(path)
        .map_err(|error| EvalError::File { path: path.to_path_buf(), error })
}

fn counted_question(
    question: &RetrievalQuestion,
    documents: &RowDocuments,
    found: &ResearchedQuestion,
    hits: &[PassagePlace],
) -> CountedQuestion {
    let all: Vec<PassagePlace> =
        found.steps.iter().flat_map(|step| step.passages.clone()).collect();
    let counted = &all[..all.len().min(COUNTED)];
    let executed = found.steps.iter().filter_map(|step| {
        Some((step.confidence?, recall(question, documents, &step.passages) > 0.0))
    });
    let stands = |(rendition, words): &&(Hash, String)| documents.says(*rendition, words);
    CountedQuestion {
        over_steps: recall(question, documents, counted),
        single: recall(question, documents, hits),
        answered: found.answered,
        steps: found.steps.len(),
        calls: found.calls,
        passages: counted.len(),
        quoted: found.quoted.len(),
        supported: found.quoted.iter().filter(stands).count(),
        judged: executed.collect(),
    }
}

/// The share of a question's passages that are among those found.
fn recall(
    question: &RetrievalQuestion,
    documents: &RowDocuments,
    found: &[PassagePlace],
) -> f64 {
    let is_found = |row: &&String| found.iter().any(|place| documents.is_of(*place, row));
    share(question.relevant.iter().filter(is_found).count(), question.relevant.len())
}

#[derive(Serialize)]
struct TracedStep<'a> {
    #[serde(flatten)]
    step: &'a ResearchedStep,
    gold: bool,
}

fn traced(
    question: &RetrievalQuestion,
    documents: &RowDocuments,
    found: &ResearchedQuestion,
) -> String {
    let steps = found.steps.iter().map(|step| TracedStep {
        step,
        gold: recall(question, documents, &step.passages) > 0.0,
    });
    let steps: Vec<TracedStep<'_>> = steps.collect();
    let part = DatasetSplit::of(&question.key);
    let part = if part == DatasetSplit::Tune { "tune" } else { "report" };
    let answerable = !question.relevant.is_empty();
    let line = serde_json::json!({
        "question": question.text, "part": part, "answerable": answerable, "steps": steps,
    });
    line.to_string()
}

fn figures(counted: &[CountedQuestion], spent: f64) -> ResearchFigures {
    let all = count(counted.len());
    let mean = |of: fn(&CountedQuestion) -> f64| counted.iter().map(of).sum::<f64>() / all;
    let total = |of: fn(&CountedQuestion) -> usize| counted.iter().map(of).sum::<usize>();
    let judged: Vec<(f64, bool)> = counted.iter().flat_map(|it| it.judged.clone()).collect();
    let reliability = ReliabilityFigures::of(judged.iter().copied());
    let gains: Vec<f64> = counted.iter().map(|it| it.over_steps - it.single).collect();
    let (gain_low, gain_high) = interval(&gains);
    ResearchFigures {
        queries: counted.len(),
        evidence_recall: mean(|it| it.over_steps),
        single_recall: mean(|it| it.single),
        gain: 100.0 * mean(|it| it.over_steps - it.single),
        gain_low: 100.0 * gain_low,
        gain_high: 100.0 * gain_high,
        answered: mean(|it| f64::from(u8::from(it.answered))),
        supported: share(total(|it| it.supported), total(|it| it.quoted)),
        sentences: total(|it| it.quoted),
        steps: mean(|it| count(it.steps)),
        calls: mean(|it| count(usize::try_from(it.calls).unwrap_or(usize::MAX))),
        passages: mean(|it| count(it.passages)),
        ece: reliability.ece,
        ece_bar: ece_bar(&judged),
        brier: reliability.brier,
        found: reliability.share,
        reliability: bins(&judged),
        cpu_ms: 1000.0 * spent / all,
    }
}

fn bins(judged: &[(f64, bool)]) -> BTreeMap<String, ReliabilityBin> {
    let mut bins = BTreeMap::new();
    for low in (0..100).step_by(10) {
        let high = low + 10;
        let within = |told: f64| {
            let told = 100.0 * told;
            f64::from(low) <= told && (told < f64::from(high) || high == 100)
        };
        let held: Vec<&(f64, bool)> = judged.iter().filter(|one| within(one.0)).collect();
        if held.is_empty() {
            continue;
        }
        let bin = ReliabilityBin {
            steps: held.len(),
            told: held.iter().map(|one| one.0).sum::<f64>() / count(held.len()),
            found: share(held.iter().filter(|one| one.1).count(), held.len()),
        };
        bins.insert(format!("{low:02}-{high}"), bin);
    }
    bins
}

/// Between which means nineteen of twenty samples of as many values lie; drawn by a fixed sequence.
fn interval(values: &[f64]) -> (f64, f64) {
    const SAMPLES: usize = 1000;
    let mut draw = crate::scores::FixedSequence::default();
    let mut means: Vec<f64> = (0..SAMPLES)
        .map(|_| {
            let drawn = (0..values.len()).map(|_| values[draw.below(values.len())]);
            drawn.sum::<f64>() / count(values.len())
        })
        .collect();
    means.sort_by(f64::total_cmp);
    (means[SAMPLES / 40], means[SAMPLES - 1 - SAMPLES / 40])
}
