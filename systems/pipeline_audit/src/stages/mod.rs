//! The stage functions: each decodes, calls one function of a shared crate and returns a patch.

pub(crate) mod attached;
pub(super) mod check;
pub(super) mod checklist;
pub(super) mod conclude;
pub(super) mod plan;

use crate::audit::{AuditPolicy, Mapping, Subject};
use jurat_agents::by_model::Shown;
use jurat_engine::{StageCtx, StageError};
use jurat_model::audit::Stage;
use serde::Deserialize;
use serde_json::Value as Json;

use super::{Kit, channels::STATE};

/// A stage without settings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoSettings {}

/// What the run goes by.
fn kit(ctx: &StageCtx) -> Result<Kit, StageError> {
    let (policy, mapping): (Json, Json) = (ctx.param("policy")?, ctx.param("mapping")?);
    let wrong = |error: &dyn ToString| StageError::permanent(error.to_string());
    let policy = AuditPolicy::from_value(&policy).map_err(|error| wrong(&error))?;
    if mapping.as_object().is_some_and(serde_json::Map::is_empty) {
        return Kit::new(policy).map_err(|error| wrong(&error));
    }
    let mapping = Mapping::read(&mapping.to_string()).map_err(|error| wrong(&error))?;
    Ok(Kit::with(policy, mapping))
}

/// The stages that are audited.
fn stages(ctx: &StageCtx) -> Result<Vec<Stage>, StageError> {
    ctx.param("stages")
}

/// The number of the request, where it is known.
fn request(ctx: &StageCtx) -> Result<Option<u64>, StageError> {
    let number: u64 = ctx.param("request")?;
    Ok((number != 0).then_some(number))
}

fn subject(ctx: &StageCtx, kit: &Kit) -> Result<Subject, StageError> {
    kit.read(&ctx.get(STATE)?)
        .map_err(|error| StageError::permanent(error.to_string()))
}

/// What a model is shown, kept while it is asked.
struct Sheet {
    question: String,
    sources: Vec<(String, String)>,
    answer: String,
}

impl Sheet {
    fn of(subject: &Subject) -> Self {
        let texts = subject.draft_texts().iter().map(|text| text.text.as_str());
        Self {
            question: subject.query.as_ref().map(|it| it.text.clone()).unwrap_or_default(),
            sources: subject
                .hits()
                .iter()
                .map(|hit| (hit.pointer(), hit.text.clone()))
                .collect(),
            answer: texts.collect::<Vec<_>>().join("\n"),
        }
    }

    fn shown<'a>(&'a self, sources: &'a [(String, &'a str)], max_tokens: u64) -> Shown<'a> {
        Shown {
            question: &self.question,
            sources,
            answer: &self.answer,
            max_tokens,
        }
    }

    fn sources(&self) -> Vec<(String, &str)> {
        self.sources
            .iter()
            .map(|(name, words)| (name.clone(), words.as_str()))
            .collect()
    }
}
