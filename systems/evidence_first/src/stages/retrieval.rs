//! Finds passages of statutes and policies.

use std::collections::BTreeMap;

use jurat_engine::{Patch, StageCtx, StageError};
use jurat_model::SourceType;
use jurat_retrieve::library::{MeasuringTime, PassageRetriever, RetrievalRequest};
use jurat_verify::GatePolicy;
use serde::Deserialize;

use crate::{
    channels::{
        AS_OF, CORPUS_STATE, EXHIBITS, GATE_POLICY, POLICY_CHUNKS, QUESTION, STATUTE_CHUNKS,
    },
    parameters::FILTERS,
    question::tidy,
};

/// How many passages are looked at.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RetrievalSettings {
    statutes: usize,
    policies: usize,
}

pub(crate) fn retrieve(
    ctx: &StageCtx,
    settings: &RetrievalSettings,
    library: &dyn PassageRetriever,
) -> Result<Patch, StageError> {
    let question = tidy(&ctx.param::<String>("question")?).map_err(StageError::permanent)?;
    let filters = FILTERS.into_iter();
    let filters = filters.map(|key| Ok((key.to_owned(), ctx.param::<String>(key)?)));
    let name: String = ctx.param("policy")?;
    let policy = GatePolicy::named(&name).ok_or_else(|| {
        StageError::permanent(format!("there is no policy `{name}`: take `default` or `seed`"))
    })?;
    let asked = RetrievalRequest {
        question: question.clone(),
        alternatives: Vec::new(),
        exclude: Vec::new(),
        beside: Vec::new(),
        corpus: ctx.param("corpus")?,
        as_of: ctx.param("as_of")?,
        filters: filters.collect::<Result<BTreeMap<_, _>, StageError>>()?,
        statutes: settings.statutes,
        policies: settings.policies,
        unit: policy.unit,
        measuring: MeasuringTime::AtOnce,
    };
    let found = library.retrieve(&asked).map_err(StageError::permanent)?;
    let (statutes, policies) = found
        .chunks
        .into_iter()
        .partition(|chunk| chunk.source_type == SourceType::Statute);
    Ok(Patch::of(QUESTION, question)
        .and(AS_OF, ctx.param::<String>("as_of")?)
        .and(CORPUS_STATE, found.corpus)
        .and(STATUTE_CHUNKS, statutes)
        .and(POLICY_CHUNKS, policies)
        .and(EXHIBITS, found.exhibits)
        .and(GATE_POLICY, policy))
}
