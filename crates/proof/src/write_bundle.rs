//! From a finished run in a store to the bytes of a bundle. The same run gives the same bytes.

use std::{collections::BTreeMap, sync::Arc};

use jurat_canon::Hash;
use jurat_engine::{
    RunId, RunRow, RunStore, SealedEvent, WorkflowPlan, load, pinned_definition,
};

use crate::{
    ProofError, container, journal,
    keys::{BundleSignature, SigningKey},
    manifest::{
        BLOBS, BundleJournalHead, BundleMaker, BundleManifest, DEFINITION, FORMAT, JOURNAL,
        MANIFEST, MemberEntry, REPORTS, SIGNATURE, VERSION,
    },
    read_only_store::ReadOnlyRunStore,
    replay::{ReplayError, replay},
};

const PAGE: usize = 1000;
const JSON: &str = "application/json";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportFile {
    /// Its name, such as `report.md`.
    pub name: String,
    /// What it is, as a media type.
    pub media: String,
    pub bytes: Vec<u8>,
}

pub fn write(
    run: RunId,
    store: &dyn RunStore,
    files: &[ReportFile],
    maker: BundleMaker,
    key: Option<&SigningKey>,
) -> Result<Vec<u8>, ProofError> {
    let row = store.run(run)?.ok_or(jurat_engine::StoreError::UnknownRun(run))?;
    let events = events(store, run)?;
    let mut members = BTreeMap::new();
    if events.iter().all(|event| event.payload.is_some()) {
        add_contents(store, &row, &events, &mut members)?;
    }
    members.insert(JOURNAL.to_owned(), ("application/jsonl", journal::encode(run, &events)?));
    for file in files {
        let name = format!("{REPORTS}{}", file.name);
        let twice = members.keys().any(|there| there.eq_ignore_ascii_case(&name));
        if twice || file.name.contains('/') || !container::is_plain_name(&name) {
            return Err(ProofError::BadName(file.name.clone()));
        }
        members.insert(name, (&file.media, file.bytes.clone()));
    }
    assemble(&row, maker, key, &members)
}

type BundleMembers<'a> = BTreeMap<String, (&'a str, Vec<u8>)>;

/// The definition and every blob. What retention has erased of a run cannot be added.
fn add_contents(
    store: &dyn RunStore,
    row: &RunRow,
    events: &[SealedEvent],
    members: &mut BundleMembers<'_>,
) -> Result<(), ProofError> {
    let hash = row.new_run.definition;
    let text = pinned_definition(store, hash)?;
    let checked = load(&text).map_err(|wrong| ProofError::Definition(wrong.to_string()))?;
    let plan = Arc::new(WorkflowPlan::new(checked));
    let blob = |hash| store.blob(hash);
    let replayed = replay(&ReadOnlyRunStore::new(row, events, &blob), &plan).map_err(
        |error| match error {
            ReplayError::Engine(error) => error.into(),
            other => ProofError::Event {
                run: row.run,
                seq: row.head_seq,
                what: other.to_string(),
            },
        },
    )?;
    if replayed.loaded.end().is_none() {
        return Err(ProofError::NotEnded(row.run));
    }
    for blob in replayed.blobs.into_iter().filter(|blob| *blob != hash) {
        let bytes = store.blob(blob)?.ok_or(ProofError::MissingBlob(blob))?;
        members.insert(format!("{BLOBS}{blob}"), (JSON, bytes));
    }
    members.insert(DEFINITION.to_owned(), (JSON, text.into_bytes()));
    Ok(())
}

fn events(store: &dyn RunStore, run: RunId) -> Result<Vec<SealedEvent>, ProofError> {
    let mut events = Vec::new();
    loop {
        let page = store.events(run, events.len() as u64 + 1, PAGE)?;
        let last = page.len() < PAGE;
        events.extend(page);
        if last {
            return Ok(events);
        }
    }
}

fn assemble(
    row: &RunRow,
    maker: BundleMaker,
    key: Option<&SigningKey>,
    members: &BundleMembers<'_>,
) -> Result<Vec<u8>, ProofError> {
    let mut packed = Vec::with_capacity(members.len() + 2);
    let mut entries = Vec::with_capacity(members.len());
    for (name, (media, plain)) in members {
        let member = container::pack(name, plain, container::PackingPreference::Small);
        entries.push(MemberEntry {
            name: name.clone(),
            media: (*media).to_owned(),
            size: plain.len() as u64,
            hash: Hash::of(plain),
            packed: Hash::of(&member.bytes),
        });
        packed.push(member);
    }
    let mut manifest = BundleManifest {
        format: FORMAT.to_owned(),
        version: VERSION,
        maker,
        run: row.run,
        workflow: row.new_run.workflow.clone(),
        definition: row.new_run.definition,
        head: BundleJournalHead { seq: row.head_seq, hash: row.head_hash },
        signer: key.map(|key| key.public().to_string()),
        members: entries,
        root: Hash::ZERO,
    };
    manifest.root = manifest.computed_root()?;
    // Both stand as they are: whoever opens the file without our help can read them.
    let account = manifest.to_bytes()?;
    let signature = key
        .map(|key| BundleSignature::of(key, manifest.root).to_bytes())
        .transpose()?;
    packed.push(container::pack(MANIFEST, &account, container::PackingPreference::Plain));
    if let Some(signature) = &signature {
        packed.push(container::pack(SIGNATURE, signature, container::PackingPreference::Plain));
    }
    packed.sort_by_key(|member| member.name);
    container::write(&packed)
}
