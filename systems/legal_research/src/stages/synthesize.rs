//! Writes what the passages say, each sentence with its source. A model's draft goes through the same check, sentence by
//! sentence: what no source bears out is cut.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::step_at_hand;
use crate::{
    channels::{EXHIBITS, MODEL_USE, OBJECTIVE, STEP_CHUNKS, STEP_DRAFT},
    cited_statement::CitedStatement,
    model_draft::checked_draft,
    step_evidence::{FlaggedSource, JudgedSources, StepSource, judged_sources},
    step_findings::CutSentence,
    synthesis::{SynthesisInput, synthesized},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/synthesize.md");

/// Sources and statements of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepDraft {
    pub sources: Vec<StepSource>,
    pub flagged: Vec<FlaggedSource>,
    pub statements: Vec<CitedStatement>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<CutSentence>,
    /// What a model wrote; empty where none did.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub drafted: String,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SynthesisReply {
    /// In Markdown: **Rule**, **Elements**, **Exceptions**, **Application**; each sentence ends with its marks, as [Source 1].
    answer: String,
}

pub(crate) async fn synthesize(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let (step, objective) = (step_at_hand(&ctx)?, ctx.get(OBJECTIVE)?);
    let (chunks, exhibits) = (ctx.get(STEP_CHUNKS)?, ctx.get(EXHIBITS)?);
    let question = step.question.clone();
    let (judged, exhibits) =
        compute(move || (judged_sources(&question, &chunks, &exhibits), exhibits)).await?;
    let JudgedSources { sources, flagged } = judged;
    let ModelOutcome { said, used } =
        drafted(&ctx, &with, &*models, &step.question, &sources).await?;
    let drafted = said.map(|said| said.answer).unwrap_or_default();
    let language = objective.language();
    let (statements, cut) = if drafted.is_empty() {
        let input = SynthesisInput {
            step: &step,
            facts: &objective.facts,
            sources: &sources,
            exhibits: &exhibits,
            language,
        };
        (synthesized(&input), Vec::new())
    } else {
        checked_draft(&drafted, &sources)
    };
    let draft = StepDraft { sources, flagged, statements, cut, drafted };
    Ok(Patch::of(STEP_DRAFT, draft).and(MODEL_USE, used))
}

/// What a model writes out of the sources. Where there is none it is not asked.
async fn drafted(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    question: &str,
    sources: &[StepSource],
) -> Result<ModelOutcome<SynthesisReply>, StageError> {
    if sources.is_empty() {
        return Ok(ModelOutcome::offline());
    }
    let shown: Vec<String> = sources
        .iter()
        .map(|source| {
            format!("[Source {}] {}\n{}", source.number, source.document_id, source.quote.text)
        })
        .collect();
    let shown = shown.join("\n\n");
    let texts = [
        FencedText { name: "question", words: question },
        FencedText { name: "sources", words: &shown },
    ];
    with.ask(ctx, models, PROMPT, &texts).await
}
