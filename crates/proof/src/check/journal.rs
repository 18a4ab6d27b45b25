//! The journal: its chain, its beginning, and the state that the engine replays it to.

use std::{collections::BTreeSet, sync::Arc};

use jurat_canon::Hash;
use jurat_engine::{
    EngineError, EventCause, LoadedRun, SealedEvent, WorkflowPlan, chain_faults, load,
    started_again,
};

use crate::{
    BundleFinding, BundleLayer, BundleManifest, LayerFindings,
    container::ZipContents,
    journal,
    manifest::{DEFINITION, JOURNAL},
    read_only_store::{ReadOnlyRunStore, row},
    replay::{ReplayError, ReplayedRun, beginning, parsed, replay},
};

use super::open_bundle::{blobs, in_sequence};

#[derive(Default)]
pub(super) struct JournalCheckResult {
    pub(super) findings: Vec<BundleFinding>,
    pub(super) loaded: Option<LoadedRun>,
    /// Every blob it rests on; nothing where that cannot be known.
    pub(super) blobs: Option<BTreeSet<Hash>>,
    pub(super) recorded: Vec<String>,
    /// The event from which on decisions could not be made again, where there is one.
    pub(super) interrupted: Option<u64>,
}

pub(super) fn check(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
) -> JournalCheckResult {
    let mut findings = LayerFindings::new(BundleLayer::Journal);
    let mut walked = JournalCheckResult::default();
    if let Some(events) = events(contents, &mut findings) {
        let (row, kept) = (row(manifest, &events), blobs(contents));
        let blob = |hash| Ok(kept.get(&hash).map(|bytes| bytes.to_vec()));
        let shelf = ReadOnlyRunStore::new(&row, &events, &blob);
        let erased = chain(&shelf, manifest, &events, &mut findings);
        starts_as_said(manifest, &events, &mut findings);
        walked.recorded = recorded(&events);
        if erased {
            findings.unchecked("replay", JOURNAL, "payloads were erased");
        } else if let Some(plan) = plan(contents, manifest, &mut findings) {
            starts_by_its_params(&plan, &events, &mut findings);
            if findings.none_failed() {
                let replayed = replay(&shelf, &plan);
                settle(replayed, &mut walked, &mut findings);
            } else {
                findings.unchecked("replay", JOURNAL, "the journal does not hold");
            }
        }
    }
    walked.findings = findings.finish();
    walked
}

fn events(
    contents: &ZipContents<'_>,
    findings: &mut LayerFindings,
) -> Option<Vec<SealedEvent>> {
    let bytes = contents.plain(JOURNAL)?;
    match journal::decode(bytes) {
        Ok(events) => Some(events),
        Err((line, what)) => {
            findings.failed("lines", format!("{JOURNAL} line {line}"), what);
            None
        }
    }
}

/// Whether payloads were erased.
fn chain(
    shelf: &ReadOnlyRunStore<'_>,
    manifest: &BundleManifest,
    events: &[SealedEvent],
    findings: &mut LayerFindings,
) -> bool {
    if !in_sequence(events) {
        let wrong = events.iter().zip(1_u64..).find(|(event, seq)| event.seq != *seq);
        let line = wrong.map_or(0, |(_, seq)| seq);
        let place = format!("{JOURNAL} line {line}");
        findings.failed("sequence", place, "an event is missing, added or out of place");
        return false;
    }
    findings.held("sequence");
    match chain_faults(shelf, manifest.run) {
        Err(error) => findings.failed("chain", JOURNAL, error),
        Ok((faults, erased)) => {
            let broken: BTreeSet<u64> = faults.iter().map(|fault| fault.seq).collect();
            for fault in faults {
                findings.failed("chain", format!("event {}", fault.seq), fault.what);
            }
            let whole = events.iter().filter(|event| !broken.contains(&event.seq));
            whole.for_each(|_| findings.held("chain"));
            if 0 < erased {
                let message = format!("{erased} payloads were erased");
                findings.unchecked("payload", JOURNAL, message);
            }
            return 0 < erased;
        }
    }
    false
}

/// The first event must speak of the same workflow as the manifest.
fn starts_as_said(
    manifest: &BundleManifest,
    events: &[SealedEvent],
    findings: &mut LayerFindings,
) {
    let Some(first) = events.first() else {
        return findings.failed("start", JOURNAL, "there is no event");
    };
    if first.payload.is_none() {
        return;
    }
    let same = beginning(first).is_some_and(|(workflow, definition)| {
        definition == manifest.definition && workflow.is_none_or(|it| it == manifest.workflow)
    });
    let message = "it does not start the run that the manifest names";
    findings.expect("start", same, "event 1", message);
}

/// Defaults, types and limits follow from the parameters that the first event names. A copy of another run has none there:
/// what came before is told as recorded.
fn starts_by_its_params(
    plan: &WorkflowPlan,
    events: &[SealedEvent],
    findings: &mut LayerFindings,
) {
    let cause = events.first().and_then(parsed).map(|event| event.cause);
    let Some(EventCause::RunStarted(started)) = cause else { return };
    match started_again(plan, &started) {
        Ok(again) => {
            let message = "its names, parameters or limits do not follow from its definition";
            findings.expect("start", again == *started, "event 1", message);
        }
        Err(wrong) => findings.failed("start", "event 1", wrong),
    }
}

fn plan(
    contents: &ZipContents<'_>,
    manifest: &BundleManifest,
    findings: &mut LayerFindings,
) -> Option<Arc<WorkflowPlan>> {
    let Some(bytes) = contents.plain(DEFINITION) else {
        findings.failed("definition", DEFINITION, "it is missing");
        return None;
    };
    if Hash::of(bytes) != manifest.definition {
        let message = "it is not the definition that the run was started with";
        findings.failed("definition", DEFINITION, message);
        return None;
    }
    match load(&String::from_utf8_lossy(bytes)) {
        Ok(checked) if checked.canonical == bytes => {
            findings.held("definition");
            // It says which checks apply, and the first event of a copied run does not name it.
            let same = checked.definition.name == manifest.workflow;
            let message = "the definition is of another workflow than the manifest names";
            findings.expect("definition", same, DEFINITION, message);
            Some(Arc::new(WorkflowPlan::new(checked)))
        }
        Ok(_) => {
            findings.failed("definition", DEFINITION, "it is not written as we write it");
            None
        }
        Err(wrong) => {
            findings.unchecked("definition", DEFINITION, format!("it cannot be used: {wrong}"));
            None
        }
    }
}

fn settle(
    replayed: Result<ReplayedRun, ReplayError>,
    walked: &mut JournalCheckResult,
    findings: &mut LayerFindings,
) {
    match replayed {
        Ok(replayed) => {
            findings.held("replay");
            match replayed.interrupted {
                None => findings.held("decisions"),
                Some(seq) => {
                    walked.interrupted = Some(seq);
                    walked.recorded.push(format!(
                        "that what was decided from event {seq} on follows from the definition"
                    ));
                }
            }
            let (right, wrong) = replayed.snapshots;
            (0..right).for_each(|_| findings.held("snapshot"));
            for seq in wrong {
                let message = "the snapshot is not the state that the events before it give";
                findings.failed("snapshot", format!("event {seq}"), message);
            }
            walked.loaded = Some(replayed.loaded);
            walked.blobs = Some(replayed.blobs);
        }
        Err(ReplayError::Engine(EngineError::MissingBlob(hash))) => {
            findings.failed("replay", format!("blobs/{hash}"), "it is missing");
        }
        Err(error @ ReplayError::Unlike(seq)) => {
            findings.failed("decisions", format!("event {seq}"), error);
        }
        Err(error @ (ReplayError::TooWide(_) | ReplayError::TooLarge)) => {
            findings.unchecked("replay", JOURNAL, error);
        }
        Err(error) => findings.failed("replay", JOURNAL, error),
    }
}

fn recorded(events: &[SealedEvent]) -> Vec<String> {
    let forked = events.first().and_then(parsed).map(|event| event.cause);
    match forked {
        Some(EventCause::Forked(forked)) => vec![format!(
            "what came before: the run began as a copy of run {} at its event {}",
            forked.parent, forked.at_seq
        )],
        _ => Vec::new(),
    }
}
