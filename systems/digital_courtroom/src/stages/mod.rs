//! The stage functions: each decodes, calls one function of a shared crate and returns a patch.

pub(super) mod aggregate;
pub(super) mod docs;
pub(super) mod justice;
pub(super) mod load_rubric;
pub(super) mod opine;
pub(super) mod paper;
pub(super) mod repo;
pub(super) mod vision;
pub(super) mod writer;

use std::collections::BTreeMap;

use jurat_engine::{StageCtx, StageError};
use jurat_model::SubmissionArtifact;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::court_record::CourtRecord;
use crate::model::Evidence;

/// What the run holds so far.
fn record(ctx: &StageCtx) -> Result<CourtRecord, StageError> {
    CourtRecord::read(|name| ctx.json(name)).map_err(StageError::permanent)
}

/// The evidence of one part, under its key.
fn evidence(of: SubmissionArtifact, found: Vec<Evidence>) -> BTreeMap<String, Vec<Evidence>> {
    BTreeMap::from([(of.word().to_owned(), found)])
}

/// What is told of one part of the submission, by key.
fn told<const N: usize>(parts: [(&str, Json); N]) -> BTreeMap<String, Json> {
    parts.map(|(key, value)| (key.to_owned(), value)).into()
}

fn value(of: &impl Serialize) -> Json {
    json!(of)
}
