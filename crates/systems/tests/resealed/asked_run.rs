//! Questions to Larkmere, a county that does not exist, through the workflow that ships.

use std::{collections::BTreeMap, path::Path, sync::LazyLock};

use jurat_canon::Hash;
use jurat_engine::{
    CheckedDefinition, MemoryStore, RunId, RunStore, WorkflowPlan, load, load_run,
    pinned_definition,
};
use jurat_evidence_first::sample::FILES;
use jurat_ingest::{FileLimits, read_bytes};
use jurat_model::SourceKind;
use jurat_proof::{BundleVerdict, ReportFile, write};
use jurat_retrieve::{
    ChunkSettings, CorpusIndexer, CorpusIntake, FileStore, IntakeFile, library::OpenCorpus,
};
use jurat_system::{demo::SampleFile, publish::BundleAcceptance};
use jurat_systems::ALL;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::sample_runs::SampleRun;

pub(crate) const RUN: RunId = RunId::from_number(7);
pub(crate) const WORKFLOW: &str = "evidence_first";
pub(crate) const QUESTION: &str =
    "How long must client records be kept after the last service?";
pub(crate) const CORPUS: &str = "larkmere";
/// What is known of each text of it, by the keys that filters have.
pub(crate) const METADATA: [(&str, &str); 3] =
    [("topic", "care"), ("sub_section", "records"), ("category", "county")];
const KINDS: [(&str, SourceKind); 2] =
    [("county_code.md", SourceKind::Statute), ("policy_manual.md", SourceKind::PolicyManual)];

/// Answered by whole provisions, as people ask.
pub(crate) static PROVISIONS: LazyLock<MemoryStore> =
    LazyLock::new(|| asked(QUESTION, "default", &json!({})));
/// Answered by sentences that demand or forbid.
pub(crate) static NORMS: LazyLock<MemoryStore> =
    LazyLock::new(|| asked(QUESTION, "seed", &json!({})));
/// Not answered.
pub(crate) static UNANSWERED: LazyLock<MemoryStore> =
    LazyLock::new(|| asked("Where may bicycles be parked?", "seed", &json!({})));
/// Not answered, and nothing is like it: sources have no word of the question.
pub(crate) static NOTHING_LIKE_IT: LazyLock<MemoryStore> =
    LazyLock::new(|| asked("Xylophone zeppelin?", "default", &json!({})));
/// The same in French.
pub(crate) static RIEN_DE_TEL: LazyLock<MemoryStore> = LazyLock::new(|| {
    asked("Quel xylophone est-ce que les zeppelins doivent avoir ?", "default", &json!({}))
});
/// Answered with quotes that a model proposed.
pub(crate) static QUOTED_BY_MODEL: LazyLock<MemoryStore> =
    LazyLock::new(|| asked(QUESTION, "seed", &json!({ "extract": "scripted" })));
/// Refused: what a model wrote rests on nothing.
pub(crate) static REFUSED: LazyLock<MemoryStore> =
    LazyLock::new(|| asked(QUESTION, "seed", &json!({ "compose": "scripted" })));

/// Answered by a workflow that was changed: its answer is not audited.
pub(crate) static UNAUDITED: LazyLock<MemoryStore> = LazyLock::new(|| {
    let unaudited = load(ALL.builtin(WORKFLOW).unwrap()).unwrap();
    asked_by(unaudited, QUESTION, "seed", &json!({}))
});

/// A finished run in a store of its own.
fn asked(question: &str, policy: &str, models: &Json) -> MemoryStore {
    asked_by(ALL.definition(WORKFLOW).unwrap(), question, policy, models)
}

fn asked_by(
    definition: CheckedDefinition,
    question: &str,
    policy: &str,
    models: &Json,
) -> MemoryStore {
    let params = [
        ("question", json!(question)),
        ("corpus", json!(CORPUS)),
        ("policy", json!(policy)),
        ("as_of", json!("2026-01-09")),
        ("models", models.clone()),
    ];
    let params = params.map(|(name, value)| (name.to_owned(), value)).into();
    let sample = SampleRun { workflow: WORKFLOW, params, input: BTreeMap::new() };
    sample.executed_by(definition).unwrap()
}

/// The corpus that is asked, built once.
pub(crate) fn library() -> OpenCorpus {
    static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
        let folder = TempDir::new().unwrap();
        build_corpus(folder.path());
        folder
    });
    OpenCorpus::open(FOLDER.path(), CORPUS).unwrap()
}

fn build_corpus(folder: &Path) {
    let store = FileStore::create(folder, &CORPUS.parse().unwrap()).unwrap();
    let mut intake = CorpusIntake::new(store);
    for (name, kind) in KINDS {
        let file = FILES.iter().find(|file| file.name == name).unwrap();
        intake.take(&as_plain_text(file, kind)).unwrap();
    }
    intake.commit().unwrap();
    let store = intake.into_store();
    let mut follower = CorpusIndexer::open(&store, ChunkSettings::default()).unwrap();
    follower.follow(&store, &mut |_| {}).unwrap();
    follower.finish().unwrap();
}

/// A file of the sample as plain text, which is read without a process of its own.
fn as_plain_text(file: &SampleFile, kind: SourceKind) -> IntakeFile {
    let (_, body) = file.text.rsplit_once("---\n").unwrap();
    let lines: Vec<&str> =
        body.lines().map(|line| line.trim_start_matches('#').trim()).collect();
    let (path, bytes) = (format!("{}.txt", file.name), lines.join("\n").into_bytes());
    let mut read = read_bytes(None, &path, bytes.clone(), &FileLimits::default());
    assert!(read.refusals.is_empty(), "{:?}", read.refusals);
    for document in &mut read.documents {
        document.metadata.kind = kind;
        let known = METADATA.map(|(key, value)| (key.to_owned(), value.to_owned()));
        document.metadata.values.extend(known);
    }
    IntakeFile {
        path,
        hash: Hash::of(&bytes),
        how: Hash::ZERO,
        documents: read.documents,
        refused: Vec::new(),
    }
}

/// What the channels of the run in a store hold at its end.
pub(crate) fn state(store: &MemoryStore) -> Json {
    let hash = store.run(RUN).unwrap().unwrap().new_run.definition;
    let checked = load(&pinned_definition(store, hash).unwrap()).unwrap();
    load_run(store, RUN, &WorkflowPlan::new(checked).into(), None)
        .unwrap()
        .state()
}

/// The bundle of the run in a store, its files made of whatever its report says.
pub(crate) fn bundle(store: &MemoryStore) -> Vec<u8> {
    let workflow = store.run(RUN).unwrap().unwrap().new_run.workflow;
    let files: Vec<ReportFile> = match ALL.finished((RUN, &workflow), &state(store)).unwrap() {
        Some(finished) => {
            let formats = (finished.kind.formats)().into_iter();
            let always = formats.filter(|it| ["markdown", "html", "json"].contains(&it.name));
            always
                .map(|format| ReportFile {
                    name: format.file(),
                    media: format.media.to_owned(),
                    bytes: finished.report.render(format.name).unwrap(),
                })
                .collect()
        }
        None => Vec::new(),
    };
    let store: &dyn RunStore = store;
    write(RUN, store, &files, ALL.maker(), None).unwrap()
}

/// What a stranger finds out about the bundle of the run in a store.
pub(crate) fn verdict(store: &MemoryStore) -> BundleVerdict {
    verdict_on(&bundle(store))
}

pub(crate) fn verdict_on(bundle: &[u8]) -> BundleVerdict {
    let demands = BundleAcceptance { strict: true, ..BundleAcceptance::default() };
    ALL.verify(bundle, &demands)
}
