//! All six workflows over folders of letters, in every tier, each with a bundle that is made again; and the loop of citations.

#![expect(clippy::unwrap_used, clippy::panic)]

mod golden;

use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

use jurat_engine::{
    Engine, EngineOptions, FixedClock, MemoryStore, RunId, RunOutcome, RunRequest, WaitResult,
    Workflow, load,
};
use jurat_immigration_audit::{
    SYSTEM,
    matter_reader::{LocalMatterReader, MatterReader},
    model::AuditReport,
};
use jurat_ingest::ChildLauncher;
use jurat_system::{ServiceRegistry, System, SystemSet};
use serde::Deserialize as _;
use serde_json::{Value as Json, json};

static SYSTEMS: [System; 1] = [SYSTEM];
const ALL: SystemSet = SystemSet(&SYSTEMS);

const WORKFLOWS: [&str; 6] = [
    "risk_audit",
    "initial_assessment",
    "final_review",
    "refusal_analysis",
    "document_list",
    "client_guidance",
];

const LETTER: &str = "Letter of invitation\n\nI, Mara Quill, invite my cousin Odo Fenn to stay with me in Halifax.\n";
const OVERRULED: &str =
    "Submissions\n\nThe standard of review is that of Dunsmuir v. New Brunswick, 2008 SCC 9.\n";
const MISNAMED: &str =
    "Submissions\n\nSee Harbour Pilots v. Lantern Works, 2019 SCC 65, on which we rely.\n";

/// A run at its end: the outcome, the final state, whether its bundle held.
struct AuditedFolder {
    outcome: RunOutcome,
    reasons: Vec<String>,
    state: Json,
}

impl AuditedFolder {
    fn report(&self) -> AuditReport {
        AuditReport::deserialize(&self.state["report"])
            .unwrap_or_else(|error| panic!("{error}: {:?} {:?}", self.outcome, self.reasons))
    }
}

/// Runs a workflow over files, and checks its bundle: a bundle that does not hold is an error.
fn audited(workflow: &str, tier: &str, files: &[(&str, &str)]) -> AuditedFolder {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    audited_folder(workflow, tier, folder.path())
}

fn audited_folder(workflow: &str, tier: &str, folder: &Path) -> AuditedFolder {
    // Words are read without a child; what needs one is named as not read.
    let launcher = || Ok(ChildLauncher { program: "/nonexistent".into(), args: Vec::new() });
    let reader = LocalMatterReader::new(Box::new(launcher));
    let services = ServiceRegistry::default().with::<dyn MatterReader>(Arc::new(reader));
    let text = ALL.workflows().find(|it| it.name == workflow).unwrap().text;
    let bound = Workflow::bind(load(text).unwrap(), &ALL.registry(&services)).unwrap();
    let store = MemoryStore::default();
    let options = EngineOptions {
        workers: 2,
        clock: Arc::new(FixedClock(0)),
        snapshot_every: 64,
    };
    let engine = Engine::new(Arc::new(store.clone()), options).unwrap();
    let run = RunId::from_number(1);
    let params = BTreeMap::from([
        ("folder".to_owned(), json!(folder)),
        ("tier".to_owned(), json!(tier)),
        ("application_type".to_owned(), json!("visitor")),
        ("as_of".to_owned(), json!("2026-01-09")),
    ]);
    let request = RunRequest { run, params, input: BTreeMap::new() };
    let handle = engine.start(&Arc::new(bound), request).unwrap();
    let WaitResult::Ended(end) = handle.wait() else { panic!("it did not end") };
    let state = handle.state();
    if let Some(finished) = ALL.finished((run, workflow), &state).unwrap() {
        finished
            .bundle(ALL, &store, (&[], None))
            .unwrap_or_else(|wrong| panic!("{workflow} {tier}: {wrong}"));
    }
    AuditedFolder { outcome: end.outcome, reasons: end.reasons, state }
}

#[test]
fn every_workflow_comes_to_a_report_whose_bundle_holds_in_every_tier() {
    for workflow in WORKFLOWS {
        for tier in ["guest", "pro", "ultra"] {
            let run = audited(workflow, tier, &[("letters/invitation.txt", LETTER)]);
            let report = run.report();
            assert_eq!(report.files.len(), 1, "{workflow} {tier}");
            assert!(report.disclaimer.contains("does NOT predict outcomes"));
            assert_eq!(report.as_of, "2026-01-09");
        }
    }
}

#[test]
fn an_overruled_citation_goes_back_once_and_is_replaced() {
    for tier in ["guest", "pro", "ultra"] {
        let run = audited("risk_audit", tier, &[("submissions.txt", OVERRULED)]);
        let record = run.report().verification.unwrap();
        assert_eq!(record.iteration, 2, "{tier}: {record:?}");
        let cited: Vec<&str> = record.citations.iter().map(|it| it.citation.as_str()).collect();
        assert!(cited.contains(&"2019 SCC 65") && !cited.contains(&"2008 SCC 9"), "{cited:?}");
        assert_eq!(run.report().verification_status, "PASS", "{:?}", run.reasons);
    }
}

#[test]
fn what_cannot_be_replaced_ends_incomplete_after_as_many_rounds_as_the_tier_allows() {
    for (tier, rounds) in [("guest", 2), ("pro", 3), ("ultra", 4)] {
        let run = audited("risk_audit", tier, &[("submissions.txt", MISNAMED)]);
        let report = run.report();
        let record = report.verification.clone().unwrap();
        assert_eq!(record.iteration, rounds, "{tier}");
        assert_eq!(report.verification_status, "INCOMPLETE");
        assert_eq!(run.outcome, RunOutcome::Incomplete);
        let failed = record.failed_citations.first().unwrap();
        assert_eq!((failed.attempts, failed.critical), (rounds, true));
        assert!(!failed.issue.is_empty());
    }
}

#[test]
fn a_folder_without_files_decides_nothing() {
    let run = audited("risk_audit", "guest", &[]);
    assert_eq!(run.outcome, RunOutcome::Incomplete);
    assert_eq!(json!(run.report().judgment.recommendation), json!("NOT_ASSESSABLE"));
}

#[test]
fn the_same_folder_gives_the_same_report() {
    let files = [("a.txt", LETTER), ("b/c.txt", OVERRULED)];
    let first = audited("final_review", "pro", &files).state;
    let second = audited("final_review", "pro", &files).state;
    assert_eq!(first["report"], second["report"]);
}
