//! `jurat eval research`: questions of several passages through the whole of `jurat research`, and beside it `jurat search`.

use std::path::PathBuf;

use jurat_eval::{
    CorpusKept, PassagePlace, ResearchOptions, ResearchProvider, ResearchedQuestion,
    ResearchedStep,
};
use jurat_model::{Quote, RetrievedChunk};
use serde_json::Value as Json;

use super::{
    DataArgs,
    question_pipeline::{MeasuredCorpus, QuestionPipeline, channel},
    tell,
};
use crate::{app::AppContext, cli::research, exit::CommandExit, failure::CommandFailure};

#[derive(Debug, clap::Args)]
pub(crate) struct EvalResearchArgs {
    #[command(flatten)]
    rows: DataArgs,
    /// Questions with their relevant passages [default: `queries.jsonl` beside the corpus]
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// Write what each step found, a line a question
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Leave the passages that answer out of the corpus, so that no question has an answer
    #[arg(long)]
    without_answers: bool,
}

pub(super) fn execute(
    app: &AppContext,
    args: EvalResearchArgs,
) -> Result<CommandExit, CommandFailure> {
    let options = ResearchOptions {
        data: args.rows.data,
        queries: args.queries,
        part: args.rows.part,
        trace: args.trace,
        corpus_kept: if args.without_answers {
            CorpusKept::WithoutAnswers
        } else {
            CorpusKept::Whole
        },
    };
    let documents = options.documents()?;
    let folder = tempfile::tempdir().map_err(|error| {
        CommandFailure::ours(format!("there is no place for the documents: {error}"))
    })?;
    documents.write(folder.path())?;
    let corpus = MeasuredCorpus::made(app, &[folder.path().to_path_buf()])?;
    let asked =
        ResearchPipeline(QuestionPipeline::open(app, corpus.name(), research::WORKFLOW)?);
    tell(app, || jurat_eval::research(&options, &documents, &asked))
}

struct ResearchPipeline(QuestionPipeline);

impl ResearchProvider for ResearchPipeline {
    fn research(&self, question: &str) -> Result<ResearchedQuestion, String> {
        let state = self.0.run(&[("question", question)])?;
        let table: Vec<Json> = channel(&state, "planning_table")?;
        let findings: Vec<Json> = channel(&state, "findings")?;
        let mut quoted = Vec::new();
        for statement in findings.iter().flat_map(|step| members(&step["statements"])) {
            let quote: Quote = channel(statement, "quote")?;
            let reworded = statement["reworded"].as_bool() == Some(true);
            let words: String = if reworded { quote.text } else { channel(statement, "text")? };
            let pieces = words.split(Quote::GAP).map(str::to_owned);
            quoted.extend(pieces.map(|piece| (quote.rendition, piece)));
        }
        let steps: Result<Vec<ResearchedStep>, String> =
            table.iter().map(|step| researched(step, &findings)).collect();
        Ok(ResearchedQuestion {
            answered: table.iter().any(|step| step["status"] == "completed"),
            steps: steps?,
            quoted,
            calls: state["run_metrics"]["total_llm_calls"].as_u64().unwrap_or_default(),
        })
    }

    fn search(&self, question: &str, most: usize) -> Result<Vec<PassagePlace>, String> {
        let hits = self.0.search(question, most)?;
        Ok(hits
            .into_iter()
            .map(|hit| (hit.passage.rendition, hit.passage.span))
            .collect())
    }
}

fn members(list: &Json) -> impl Iterator<Item = &Json> {
    list.as_array().into_iter().flatten()
}

fn researched(step: &Json, findings: &[Json]) -> Result<ResearchedStep, String> {
    let found = findings.iter().find(|one| one["step_id"] == step["step_id"]);
    let chunks: Vec<RetrievedChunk> = match found {
        Some(found) => channel(found, "chunks")?,
        None => Vec::new(),
    };
    // Several provisions may be of one passage.
    let mut passages: Vec<PassagePlace> = Vec::new();
    for chunk in chunks {
        let place = (chunk.passage.rendition, chunk.passage.span);
        if !passages.contains(&place) {
            passages.push(place);
        }
    }
    Ok(ResearchedStep {
        aim: step["aim"]["kind"].as_str().unwrap_or_default().to_owned(),
        confidence: step["confidence"].as_f64(),
        completed: step["status"] == "completed",
        signs: found.map(|found| found["confidence"].clone()).unwrap_or_default(),
        passages,
    })
}
