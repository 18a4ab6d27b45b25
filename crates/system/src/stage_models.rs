//! Models as a run names them: a role of a stage, a name in the settings, and what happens when
//! the model fails.

use std::{collections::BTreeMap, sync::Arc};

use jurat_agents::{
    by_model::{AgentModelReply, TwinError, ask_about},
    prompt::FencedText,
};
use jurat_engine::{StageCtx, StageError, StageOverview};
use jurat_llm::{ChatError, ChatModel};
use jurat_model::{DoneBy, ModelUse};
use jurat_proof::{FinalState, LayerFindings};
use schemars::JsonSchema;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value as Json;

use crate::paid_model::{PaidModel, stage_error};

/// The parameter that says which model plays which role, by the names of the settings.
const PARAM: &str = "models";
/// The role of a model that plays all others.
const ANY: &str = "any";

/// Whether a run with these parameters names a model for a role.
pub fn is_model_named(params: &Json, role: &str) -> bool {
    let named = |role: &str| params[PARAM][role].as_str();
    named(role)
        .or_else(|| named(ANY))
        .is_some_and(|name| !name.is_empty())
}

/// Whether a run with these parameters names any model.
pub fn is_any_model_named(params: &Json) -> bool {
    let named = params[PARAM].as_object();
    named.is_some_and(|named| named.values().any(|name| name.as_str() != Some("")))
}

/// Models had a part just where a finished run names them: every row of use is of a role that it names one for, and every
/// stage that came to its end with a role of that sort left one. `asks` says of which roles stages ask at all.
pub fn check_model_rows(
    state: &FinalState,
    rows: &[ModelUse],
    asks: impl Fn(&str) -> bool,
    findings: &mut LayerFindings,
) {
    for row in rows {
        let message = "the run names no model for this role";
        findings.expect("model", is_model_named(&state.params, &row.role), &row.role, message);
    }
    let definition: Json = serde_json::from_str(&state.definition).unwrap_or_default();
    let done = |stage: &Json| {
        let own = |it: &&StageOverview| stage["id"] == it.stage;
        state.stages.iter().find(own).is_some_and(|it| it.phase == "done")
    };
    for stage in definition["stages"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|it| done(it))
    {
        let Some(role) = stage["with"]["role"].as_str() else { continue };
        let wanted = is_model_named(&state.params, role) && asks(role);
        let left = rows.iter().any(|row| row.role == role && stage["id"] == row.stage);
        let message = "the run names a model for this role, and nothing tells of its use";
        findings.expect("model", left || !wanted, role, message);
    }
}

/// Where models come from.
pub trait ModelProvider: Send + Sync {
    /// The model of a name. An error is in words for people.
    fn open(&self, name: &str) -> Result<Arc<dyn ChatModel>, String>;
}

/// A place without models.
pub struct NoModelProvider;

impl ModelProvider for NoModelProvider {
    fn open(&self, name: &str) -> Result<Arc<dyn ChatModel>, String> {
        Err(format!("no model `{name}` is set up here"))
    }
}

/// The settings of a stage that a model may do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelStageSettings {
    role: String,
    on_model_failure: OnModelFailure,
    /// A unit of a budget that what the stage asks counts as, beside `calls`. A reply of a wrong shape that is asked for
    /// again is a call, and not one of these.
    #[serde(default)]
    counts_as: Option<String>,
}

/// What a stage does when its model fails.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OnModelFailure {
    /// The offline twin does the work.
    Twin,
    Fail,
    /// This stands for what the model would have said.
    Value(Json),
}

/// What a model said, if it is to be used, and what it took.
pub struct ModelOutcome<T> {
    pub said: Option<T>,
    pub used: Vec<ModelUse>,
}

impl<T> ModelOutcome<T> {
    pub const fn offline() -> Self {
        Self { said: None, used: Vec::new() }
    }
}

impl ModelStageSettings {
    /// What the model is for.
    pub fn role(&self) -> &str {
        &self.role
    }

    /// The model of this stage in this run; none where the run names none.
    pub fn model(
        &self,
        ctx: &StageCtx,
        models: &dyn ModelProvider,
    ) -> Result<Option<PaidModel>, StageError> {
        let named: BTreeMap<String, String> = ctx.param(PARAM)?;
        let name = named.get(&self.role).or_else(|| named.get(ANY));
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(None) };
        let model = models.open(name).map_err(StageError::permanent)?;
        let model = PaidModel::new(ctx, &self.role, model);
        if let Some(unit) = &self.counts_as {
            model.count_next_as(unit);
        }
        Ok(Some(model))
    }

    /// What the model of this stage says when it is shown these texts, each in the place of the prompt that has its name.
    /// Nothing is said where the offline twin is to do the work.
    pub async fn ask<T: DeserializeOwned + JsonSchema>(
        &self,
        ctx: &StageCtx,
        models: &dyn ModelProvider,
        prompt: &str,
        texts: &[FencedText<'_>],
    ) -> Result<ModelOutcome<T>, StageError> {
        let Some(model) = self.model(ctx, models)? else { return Ok(ModelOutcome::offline()) };
        let said = ask_about(&model, prompt, texts).await;
        self.settle(&model, said)
    }

    /// Asks a model once more that has done its stage's work already; `used` is what that took. Where it fails, what it said
    /// before stands, and the row says why.
    pub async fn ask_more<T: DeserializeOwned + JsonSchema>(
        &self,
        (model, used): (&PaidModel, &ModelUse),
        prompt: &str,
        texts: &[FencedText<'_>],
    ) -> Result<(Option<T>, ModelUse), StageError> {
        let said = ask_about(model, prompt, texts).await;
        let (mut more, before) = (model.tally(), used.parse_failures);
        let error = match said {
            Ok(told) => {
                more.parse_failures = before + u64::from(told.parse_failures);
                return Ok((Some(told.value), more));
            }
            Err(TwinError::Prompt(error)) => {
                return Err(StageError::permanent(error.to_string()));
            }
            Err(TwinError::Model(error)) => error,
        };
        if let Some(refusal) = model.refusal() {
            return Err(refusal);
        }
        more.parse_failures = before + wrong_shapes(&error);
        more.failure = error.to_string();
        Ok((None, more))
    }

    /// What comes of it: the model's words, the twin's work (nothing is said), or the value.
    pub fn settle<T: DeserializeOwned>(
        &self,
        model: &PaidModel,
        outcome: Result<AgentModelReply<T>, TwinError>,
    ) -> Result<ModelOutcome<T>, StageError> {
        let mut used = model.tally();
        let error = match outcome {
            Ok(told) => {
                used.parse_failures = u64::from(told.parse_failures);
                return Ok(ModelOutcome { said: Some(told.value), used: vec![used] });
            }
            Err(TwinError::Prompt(error)) => {
                return Err(StageError::permanent(error.to_string()));
            }
            Err(TwinError::Model(error)) => error,
        };
        // What the run itself does not allow is not the model's failure.
        if let Some(refusal) = model.refusal() {
            return Err(refusal);
        }
        used.parse_failures = wrong_shapes(&error);
        used.failure = error.to_string();
        let said = match &self.on_model_failure {
            OnModelFailure::Fail => return Err(stage_error(&error)),
            OnModelFailure::Twin => {
                used.done_by = DoneBy::Twin;
                None
            }
            OnModelFailure::Value(value) => {
                used.done_by = DoneBy::Value;
                Some(T::deserialize(value).map_err(|error| {
                    StageError::permanent(format!("on_model_failure.value: {error}"))
                })?)
            }
        };
        Ok(ModelOutcome { said, used: vec![used] })
    }
}

/// Replies of a failed model that could not be read.
fn wrong_shapes(error: &ChatError) -> u64 {
    match error {
        ChatError::SchemaNotMet { tries, .. } => u64::from(*tries),
        _ => 0,
    }
}

/// Work that computes, inside a stage that waits.
pub async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StageError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| StageError::permanent(error.to_string()))
}
