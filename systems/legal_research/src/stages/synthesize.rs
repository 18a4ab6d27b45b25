//! Writes what the passages say, each sentence with its source. A model's draft goes through the same check, sentence by
//! sentence: what no source bears out goes back once, and is cut if it still does not hold.

use std::sync::Arc;

use jurat_agents::{by_model::ask_about, prompt::FencedText};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::ModelUse;
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::step_at_hand;
use crate::{
    channels::{EXHIBITS, MODEL_USE, OBJECTIVE, PRESET, STEP_CHUNKS, STEP_DRAFT},
    cited_statement::CitedStatement,
    model_draft::CheckedDraft,
    step_evidence::{FlaggedSource, JudgedSources, StepSource, judged_sources},
    step_findings::CutSentence,
    synthesis::{SynthesisInput, synthesized},
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/synthesize.md");
pub(crate) const MEND: &str = include_str!("../../prompts/mend.md");

/// The unit that a send-back counts as.
const SEND_BACKS: &str = "send_backs";

/// Sources and statements of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct StepDraft {
    pub sources: Vec<StepSource>,
    pub flagged: Vec<FlaggedSource>,
    pub statements: Vec<CitedStatement>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cut: Vec<CutSentence>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sent_back: Vec<CutSentence>,
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

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MendReply {
    /// One for each sentence that was given.
    sentences: Vec<MendedSentence>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MendedSentence {
    /// The number that it was given with.
    number: u32,
    /// With its marks, as [Source 1]; empty where the sources do not say it.
    text: String,
}

/// What a model wrote, checked, and what it took.
#[derive(Default)]
struct ModelDraft {
    drafted: String,
    statements: Vec<CitedStatement>,
    cut: Vec<CutSentence>,
    sent_back: Vec<CutSentence>,
    used: Vec<ModelUse>,
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
    let mut by_model = by_model(&ctx, &with, &*models, (&step.question, &sources)).await?;
    if by_model.drafted.is_empty() {
        by_model.statements = synthesized(&SynthesisInput {
            step: &step,
            facts: &objective.facts,
            sources: &sources,
            exhibits: &exhibits,
            language: objective.language(),
        });
    }
    let ModelDraft { drafted, statements, cut, sent_back, used } = by_model;
    let draft = StepDraft {
        sources,
        flagged,
        statements,
        cut,
        sent_back,
        drafted,
    };
    Ok(Patch::of(STEP_DRAFT, draft).and(MODEL_USE, used))
}

/// What a model writes out of the sources. Where there is none it is not asked.
async fn by_model(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    (question, sources): (&str, &[StepSource]),
) -> Result<ModelDraft, StageError> {
    let model = if sources.is_empty() { None } else { with.model(ctx, models)? };
    let Some(model) = model else { return Ok(ModelDraft::default()) };
    let shown = shown(sources);
    let texts = [
        FencedText { name: "question", words: question },
        FencedText { name: "sources", words: &shown },
    ];
    let said = ask_about::<SynthesisReply>(&model, PROMPT, &texts).await;
    let ModelOutcome { said, mut used } = with.settle(&model, said)?;
    let drafted = said.map(|said| said.answer).unwrap_or_default();
    let mut draft = CheckedDraft::of(&drafted, sources);
    let mut sent_back = draft.failed();
    let sends = 0 < ctx.get(PRESET)?.send_backs && !sent_back.is_empty();
    if let (true, Some(first)) = (sends, used.first_mut()) {
        let sentences = numbered(&sent_back);
        let texts = [texts[0], texts[1], FencedText { name: "sentences", words: &sentences }];
        model.count_next_as(SEND_BACKS);
        let (back, more) = with.ask_more::<MendReply>((&model, &*first), MEND, &texts).await?;
        *first = more;
        let back = back.into_iter().flat_map(|back| back.sentences);
        let back: Vec<(u32, String)> = back.map(|one| (one.number, one.text)).collect();
        draft.mend(&back, sources);
    } else {
        sent_back.clear();
    }
    let (statements, cut) = draft.parted();
    Ok(ModelDraft { drafted, statements, cut, sent_back, used })
}

/// The sources as a prompt shows them.
fn shown(sources: &[StepSource]) -> String {
    let shown: Vec<String> = sources
        .iter()
        .map(|source| {
            format!("[Source {}] {}\n{}", source.number, source.document_id, source.quote.text)
        })
        .collect();
    shown.join("\n\n")
}

/// Sentences with their numbers and what is wrong with each.
fn numbered(sentences: &[CutSentence]) -> String {
    let lines = (1..).zip(sentences);
    let lines: Vec<String> = lines
        .map(|(number, one)| format!("{number}. {}\n   {}", one.text, one.why))
        .collect();
    lines.join("\n")
}
