//! The same question step by step, without the engine: what each function costs by itself.

use std::{collections::BTreeMap, path::Path};

use jurat_agents::extract::extract;
use jurat_compose::{compose, review};
use jurat_model::EvidenceUnit;
use jurat_retrieve::library::{MeasuringTime, OpenCorpus, PassageRetriever, RetrievalRequest};
use jurat_verify::{GatePolicy, gate};
use serde_json::{Value as Json, json};

use crate::{asking::Watch, corpus::NAME};

/// Passages of each sort, as the workflow asks for them.
const MOST: usize = 12;

pub(crate) fn steps(folder: &Path, question: &str) -> Json {
    let library = OpenCorpus::open(folder, NAME).unwrap();
    let asked = RetrievalRequest {
        question: question.to_owned(),
        alternatives: Vec::new(),
        exclude: Vec::new(),
        beside: Vec::new(),
        corpus: NAME.to_owned(),
        filters: BTreeMap::new(),
        as_of: String::new(),
        statutes: MOST,
        policies: MOST,
        unit: EvidenceUnit::Norm,
        measuring: MeasuringTime::AtOnce,
    };
    let mut watch = Watch::start();
    let found = library.retrieve(&asked).unwrap();
    watch.lap("retrieve");
    let extracted = extract(&found.chunks, &found.exhibits).requirements;
    watch.lap("extract");
    let policy = GatePolicy::seed();
    let gated = gate(question, &extracted, &found.exhibits, policy);
    watch.lap("gate");
    let again = gate(question, &extracted, &found.exhibits, policy);
    watch.lap("gate again");
    assert_eq!(gated.verified, again.verified);
    let answer = compose(&gated.admitted, &gated.conflicts, &[], 0);
    watch.lap("compose");
    let reviewed = review(&answer, &gated.admitted);
    watch.lap("review");
    json!({
        "times": watch.times,
        "chunks": found.chunks.len(),
        "exhibits": found.exhibits.len(),
        "requirements": extracted.len(),
        "verified": gated.verified.len(),
        "passed": reviewed.status,
    })
}
