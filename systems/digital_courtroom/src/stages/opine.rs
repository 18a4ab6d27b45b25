//! One persona's opinions on every criterion: by rules, or by a model where the run names one.

use std::sync::Arc;

use jurat_agents::{by_model::AgentModelReply, prompt::Prompt};
use jurat_engine::{Patch, StageCtx, StageError};
use jurat_system::{
    ModelProvider,
    stage_models::{ModelOutcome, ModelStageSettings, compute},
};

use super::record;
use crate::{
    bench::{OpinionRequest, opinions, opinions_by_model},
    channels::{MODEL_USE, OPINIONS, REMARKS},
    court_record::CourtRecord,
    model::{Opinion, Persona},
};

pub(crate) const fn prompt(persona: Persona) -> &'static str {
    match persona {
        Persona::Prosecutor => include_str!("../../prompts/prosecutor.md"),
        Persona::Defense => include_str!("../../prompts/defense.md"),
        Persona::TechLead => include_str!("../../prompts/tech_lead.md"),
    }
}

pub(crate) async fn opine(
    ctx: StageCtx,
    with: Arc<ModelStageSettings>,
    models: Arc<dyn ModelProvider>,
) -> Result<Patch, StageError> {
    let persona = Persona::ALL.into_iter().find(|one| one.word() == with.role());
    let persona = persona
        .ok_or_else(|| StageError::permanent(format!("there is no `{}`", with.role())))?;
    let record = record(&ctx)?;
    let ModelOutcome { said, used } =
        by_model(&ctx, &with, &*models, (persona, &record)).await?;
    let (said, unheard) = match said {
        Some(heard) => heard,
        None => (compute(move || by_rules(persona, &record)).await?, Vec::new()),
    };
    Ok(Patch::of(OPINIONS, said).and(REMARKS, unheard).and(MODEL_USE, used))
}

fn by_rules(persona: Persona, record: &CourtRecord) -> Vec<Opinion> {
    let CourtRecord { rubric, results, evidences, crossed, .. } = record;
    opinions(persona, rubric, results, evidences, crossed)
}

/// What a model thinks, by rules where it said nothing that could be used, and where that was.
type OpinionsAndRemarks = (Vec<Opinion>, Vec<String>);

async fn by_model(
    ctx: &StageCtx,
    with: &ModelStageSettings,
    models: &dyn ModelProvider,
    (persona, record): (Persona, &CourtRecord),
) -> Result<ModelOutcome<OpinionsAndRemarks>, StageError> {
    let Some(model) = with.model(ctx, models)? else { return Ok(ModelOutcome::offline()) };
    let text = Prompt::read(prompt(persona));
    let text = text.map_err(|error| StageError::permanent(error.to_string()))?;
    let brief = OpinionRequest {
        persona,
        rubric: &record.rubric,
        results: &record.results,
        evidences: &record.evidences,
        crossed: &record.crossed,
        samples: ctx.param("samples")?,
    };
    let said = opinions_by_model(&model, &text, &brief).await.map(|heard| {
        let heard = heard.filled(&brief);
        let unheard = heard.unheard.iter().map(|one| {
            let (who, what) = (persona.title(), &one.criterion_id);
            let instead = if heard.has(what) { "; the opinion is by rules" } else { "" };
            let why = &one.why;
            format!("the model that plays the {who} gave no opinion on {what}: {why}{instead}")
        });
        let unheard: Vec<String> = unheard.collect();
        let value = (heard.opinions, unheard);
        AgentModelReply { value, parse_failures: heard.parse_failures }
    });
    with.settle(&model, said)
}
