//! `jurat eval answers`: questions through the whole of `jurat ask`, and beside it `jurat search`.

use std::path::PathBuf;

use jurat_compose::{EvidenceReport, ReportResult};
use jurat_eval::{
    AnswerProvider, AnswersOptions, CitedProvision, ProvidedAnswer, ScoredProvision,
};
use jurat_evidence_first::page::shown_of;
use jurat_model::{Quote, RelevanceJudgement, Requirement, RetrievedChunk, SourceExhibit};
use jurat_verify::{GatePolicy, GateRequest, provision::considered};
use serde_json::Value as Json;

use super::{
    DataArgs,
    question_pipeline::{MeasuredCorpus, MeasuredSourceArgs, QuestionPipeline, channel},
    tell,
};
use crate::{
    app::AppContext, cli::ask, exit::CommandExit, failure::CommandFailure, private_files,
};

/// Hits of plain search that are looked at.
const SEARCHED: usize = 10;

#[derive(Debug, clap::Args)]
pub(crate) struct EvalAnswersArgs {
    #[command(flatten)]
    rows: DataArgs,
    #[command(flatten)]
    sources: MeasuredSourceArgs,
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
    let corpus = MeasuredCorpus::open(app, &args.sources)?;
    let options = AnswersOptions {
        data: args.rows.data,
        part: args.rows.part,
        trace: args.trace,
    };
    let new_trace = options.trace.clone().filter(|trace| !trace.exists());
    let asked = AskPipeline {
        questions: QuestionPipeline::open(app, corpus.name(), ask::WORKFLOW)?,
        policy: args.policy,
    };
    let told = tell(app, || jurat_eval::answers(&options, &asked));
    if let Some(trace) = new_trace.filter(|trace| trace.exists()) {
        private_files::open_to_umask(&trace)
            .map_err(|error| CommandFailure::ours(error.to_string()))?;
    }
    told
}

struct AskPipeline {
    questions: QuestionPipeline,
    policy: String,
}

impl AnswerProvider for AskPipeline {
    fn ask(&self, question: &str) -> Result<ProvidedAnswer, String> {
        let given = [("question", question), ("policy", self.policy.as_str())];
        let state = self.questions.run(&given)?;
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
        let hits = self.questions.search(question, SEARCHED)?;
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
