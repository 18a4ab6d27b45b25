//! Bundles of the county, and checking them as a reader would.

use std::sync::LazyLock;

use jurat_canon::Hash;
use jurat_engine::{MemoryStore, RunStore, WorkflowPlan, load_run, pinned_definition};
use jurat_evidence_first::recheck::{ComposeFn, EvidenceFirst};
use jurat_model::SourceExhibit;
use jurat_proof::{
    BundleCheckOptions, BundleLayer, BundleMaker, BundleStatus, BundleVerdict, PublicKey,
    SigningKey, SourceRereader, verify, write,
};
use serde_json::Value as Json;

use crate::{
    county::{self, RUN},
    county_report::{self, Office},
};

pub(crate) static STORE: LazyLock<MemoryStore> = LazyLock::new(|| county::run(1, "", ""));
pub(crate) static BUNDLE: LazyLock<Vec<u8>> = LazyLock::new(|| bundle(&STORE, None));
pub(crate) static SIGNED: LazyLock<Vec<u8>> = LazyLock::new(|| bundle(&STORE, Some(&key(1))));

pub(crate) fn key(number: u8) -> SigningKey {
    SigningKey::from_secret(&[number; 32])
}

/// The final state of the run in a store.
pub(crate) fn state(store: &MemoryStore) -> Json {
    let hash = store.run(RUN).unwrap().unwrap().new_run.definition;
    let checked = jurat_engine::load(&pinned_definition(store, hash).unwrap()).unwrap();
    load_run(store, RUN, &WorkflowPlan::new(checked).into(), None)
        .unwrap()
        .state()
}

/// The bundle of the run in a store, its report rendered from its report value.
pub(crate) fn bundle(store: &MemoryStore, key: Option<&SigningKey>) -> Vec<u8> {
    bundle_by(store, county_report::maker(), key)
}

/// The same by another maker.
pub(crate) fn bundle_by(
    store: &MemoryStore,
    maker: BundleMaker,
    key: Option<&SigningKey>,
) -> Vec<u8> {
    let state = state(store);
    let exhibits: Vec<SourceExhibit> =
        serde_json::from_value(state["exhibits"].clone()).unwrap();
    let files = county_report::files(&state["report"], &exhibits);
    write(RUN, store, &files, maker, key).unwrap()
}

/// Checks with everything at hand but the sources.
pub(crate) fn verdict(
    bytes: &[u8],
    key: Option<PublicKey>,
    expect: Option<Hash>,
) -> BundleVerdict {
    asked(bytes, (key, expect), true, None)
}

/// The same, strictly or not, with what makes the report value again.
pub(crate) fn asked(
    bytes: &[u8],
    (key, expect): (Option<PublicKey>, Option<Hash>),
    strict: bool,
    compose: Option<&ComposeFn>,
) -> BundleVerdict {
    let renderer = Office(county_report::maker());
    let checks = EvidenceFirst {
        extract: None,
        answer: None,
        review: Some(&county_report::review),
        compose,
        renderer: Some(&renderer),
        rereader: None,
    };
    verify(bytes, &BundleCheckOptions { key, expect, strict, checks: &checks })
}

/// Checks with the sources at hand too, where there is an archive.
pub(crate) fn checked(bytes: &[u8], rereader: Option<&dyn SourceRereader>) -> BundleVerdict {
    let renderer = Office(county_report::maker());
    let checks = EvidenceFirst {
        extract: None,
        answer: None,
        review: Some(&county_report::review),
        compose: None,
        renderer: Some(&renderer),
        rereader,
    };
    let (key, expect, strict) = (None, None, true);
    verify(bytes, &BundleCheckOptions { key, expect, strict, checks: &checks })
}

/// What a reader without key or root learns.
pub(crate) fn meaning(bytes: &[u8]) -> BundleStatus {
    verdict(bytes, None, None).meaning
}

/// The parts in which something failed.
pub(crate) fn failed(verdict: &BundleVerdict) -> Vec<(BundleLayer, &'static str)> {
    let open = verdict
        .open()
        .filter(|it| it.outcome == jurat_proof::FindingOutcome::Failed);
    open.map(|it| (it.layer, it.check)).collect()
}
