//! Turns away questions that are orders to the machine. Rules and weights decide and cannot fail; a model may only add its doubt.

use std::sync::Arc;

use jurat_agents::prompt::FencedText;
use jurat_engine::{Patch, RunOutcome, StageCtx, StageError};
use jurat_injection::{ScreenedTextKind, first_order};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    channels::{AS_OF, GLOBAL_OBJECTIVE, INJECTION_CHECK, MODEL_USE, OBJECTIVE, PRESET},
    objective::ResearchObjective,
    preset::ResearchPreset,
    report::InjectionCheck,
};

pub(crate) const PROMPT: &str = include_str!("../../prompts/detect_injection.md");

/// What a model thinks of a question.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GateReply {
    is_safe: bool,
    /// Why, in one short sentence.
    reasoning: String,
}

pub(crate) async fn detect_injection(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let given: String = ctx.param("question")?;
    let objective = ResearchObjective::read(&given).map_err(StageError::permanent)?;
    let name: String = ctx.param("preset")?;
    let preset = ResearchPreset::named(&name)
        .ok_or_else(|| StageError::permanent(format!("there is no preset `{name}`")))?;
    let mut check = screened(&given);
    let mut used = Vec::new();
    if check.is_safe {
        let asked = FencedText { name: "question", words: &given };
        let outcome: ModelOutcome<GateReply> =
            with.ask(&ctx, &*models, PROMPT, &[asked]).await?;
        if let Some(said) = outcome.said {
            check = InjectionCheck { is_safe: said.is_safe, reasoning: said.reasoning };
        }
        used = outcome.used;
    }
    let (safe, why) = (check.is_safe, check.reasoning.clone());
    let patch = Patch::of(GLOBAL_OBJECTIVE, given)
        .and(OBJECTIVE, objective)
        .and(PRESET, preset)
        .and(AS_OF, ctx.param::<String>("as_of")?)
        .and(INJECTION_CHECK, check)
        .and(MODEL_USE, used);
    Ok(if safe { patch } else { patch.outcome(RunOutcome::Refused, why) })
}

/// What the screen says of a question.
pub(crate) fn screened(given: &str) -> InjectionCheck {
    match first_order(given, ScreenedTextKind::Question) {
        None => InjectionCheck {
            is_safe: true,
            reasoning: "It asks; it gives the machine no orders.".to_owned(),
        },
        Some(order) => InjectionCheck {
            is_safe: false,
            reasoning: format!(
                "The question gives the machine orders ({}): \u{201c}{}\u{201d}",
                order.why.in_words(),
                order.words
            ),
        },
    }
}
