//! The stage functions and their table: each decodes, calls one function of a shared crate and returns a patch.

mod aggregate;
mod docs;
mod justice;
mod load_rubric;
mod opine;
mod paper;
mod repo;
mod vision;
mod writer;

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{StageCtx, StageError, StageSpec};
use jurat_model::SubmissionArtifact;
use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{
    court_record::CourtRecord,
    submission_reader::{NoSubmissionReader, SubmissionReader},
};
use crate::model::Evidence;

/// From stage name to function.
pub(super) fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let clerk = || services.port::<dyn SubmissionReader>(|| Arc::new(NoSubmissionReader));
    let (to_repo, to_paper, to_vision) = (clerk(), clerk(), clerk());
    let models = services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    vec![
        StageSpec::compute("digital_courtroom.context", load_rubric::build),
        StageSpec::compute("digital_courtroom.repo", move |ctx: &_, with: &_| {
            repo::investigate(ctx, with, &*to_repo)
        }),
        StageSpec::compute("digital_courtroom.paper", move |ctx: &_, with: &_| {
            paper::preprocess(ctx, with, &*to_paper)
        }),
        StageSpec::compute("digital_courtroom.docs", docs::analyse),
        StageSpec::compute("digital_courtroom.vision", move |ctx: &_, with: &_| {
            vision::inspect(ctx, with, &*to_vision)
        }),
        StageSpec::compute("digital_courtroom.aggregate", aggregate::aggregate),
        StageSpec::compute("digital_courtroom.cross_reference", aggregate::cross_reference),
        StageSpec::wait("digital_courtroom.opine", move |ctx, with| {
            opine::opine(ctx, with, Arc::clone(&models))
        }),
        StageSpec::compute("digital_courtroom.recheck", justice::recheck_citations),
        StageSpec::compute("digital_courtroom.adjudicate", justice::decide),
        StageSpec::compute("digital_courtroom.report", writer::write),
    ]
}

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
