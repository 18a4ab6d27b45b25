//! A run or more of every workflow that ships, offline, to be changed afterwards.

use std::{collections::BTreeMap, sync::Arc};

use jurat_digital_courtroom::{built_in_rubrics::rubric, submission_reader::SubmissionReader};
use jurat_engine::{
    CheckedDefinition, Engine, EngineOptions, FixedClock, MemoryStore, NextStageReply,
    PullEngine, RunRequest, StageClaim, WaitResult, Workflow,
};
use jurat_immigration_audit::matter_reader::{LocalMatterReader, MatterReader};
use jurat_ingest::ChildLauncher;
use jurat_retrieve::library::PassageRetriever;
use jurat_system::{ModelProvider, ServiceRegistry};
use jurat_systems::ALL;
use serde_json::{Value as Json, json};

use crate::{
    asked_run::{CORPUS, METADATA, QUESTION, RUN, library},
    scripted_model::ScriptedModels,
    submitted_weir::WeirReader,
};

const CLOCK: FixedClock = FixedClock(1_700_000_000_000);
const AUDITED: &str =
    include_str!("../../../../systems/pipeline_audit/samples/records_sound.json");

/// What a workflow is told.
#[derive(Clone)]
pub(crate) struct SampleRun {
    pub(crate) workflow: &'static str,
    pub(crate) params: BTreeMap<String, Json>,
    /// Channels that are filled before any stage.
    pub(crate) input: BTreeMap<String, Json>,
}

impl SampleRun {
    fn new(workflow: &'static str, params: &Json) -> Self {
        let params = params.as_object().cloned().unwrap_or_default();
        Self {
            workflow,
            params: params.into_iter().collect(),
            input: BTreeMap::new(),
        }
    }

    /// Runs of a workflow; none where nobody thought of one yet.
    pub(crate) fn of(workflow: &'static str) -> Vec<Self> {
        let told = match workflow {
            "evidence_first" => questions(),
            "legal_research" => researched(),
            "digital_courtroom" => submissions(),
            "pipeline_audit" => {
                let state = serde_json::from_str(AUDITED).unwrap();
                let input = BTreeMap::from([("state".to_owned(), state)]);
                return vec![Self { input, ..Self::new(workflow, &json!({})) }];
            }
            "orchard" | "harvest_pull" => vec![json!({})],
            "risk_audit" | "initial_assessment" | "final_review" | "refusal_analysis"
            | "document_list" | "client_guidance" => matters(),
            _ => Vec::new(),
        };
        told.iter().map(|params| Self::new(workflow, params)).collect()
    }

    /// The run at its end, in a store of its own; nothing where it cannot start or go on.
    pub(crate) fn executed(&self) -> Option<MemoryStore> {
        self.executed_by(ALL.definition(self.workflow).unwrap())
    }

    pub(crate) fn executed_by(&self, definition: CheckedDefinition) -> Option<MemoryStore> {
        let from_outside = definition.definition.stages.iter().all(|stage| stage.run.is_none());
        let services = ServiceRegistry::default()
            .with::<dyn PassageRetriever>(Arc::new(library()))
            .with::<dyn SubmissionReader>(Arc::new(WeirReader))
            .with::<dyn MatterReader>(Arc::new(letters_reader()))
            .with::<dyn ModelProvider>(Arc::new(ScriptedModels));
        let workflow = Workflow::bind(definition, &ALL.registry(&services)).unwrap();
        let store = MemoryStore::default();
        if from_outside {
            return self.pulled(&workflow, &store).map(|()| store);
        }
        let options = EngineOptions {
            workers: 2,
            clock: Arc::new(CLOCK),
            snapshot_every: 64,
        };
        let engine = Engine::new(Arc::new(store.clone()), options).unwrap();
        let (params, input) = (self.params.clone(), self.input.clone());
        let request = RunRequest { run: RUN, params, input };
        let (_handle, stopped) = engine.run(&Arc::new(workflow), request).ok()?;
        matches!(stopped, WaitResult::Ended(_)).then_some(store)
    }

    /// Every stage is reported done by someone outside, who is content with everything.
    fn pulled(&self, workflow: &Workflow, store: &MemoryStore) -> Option<()> {
        let pull = PullEngine { store, clock: &CLOCK, workflow };
        let mut next = pull.start(RUN, self.params.clone(), self.input.clone()).ok()?;
        while let NextStageReply::Due(due) = next {
            let said = |channel: &String| match channel.as_str() {
                "finds" | "concerns" => json!([]),
                _ => json!({ "status": "PASS" }),
            };
            let output: BTreeMap<&String, Json> =
                due.writes.iter().map(|channel| (channel, said(channel))).collect();
            let claim = StageClaim { stage: &due.instance, token: Some(&due.token) };
            pull.complete(RUN, &claim, &json!(output)).ok()?;
            next = pull.next(RUN).ok()?;
        }
        Some(())
    }
}

/// Reads letters; what only a child may read is named as not read.
fn letters_reader() -> LocalMatterReader {
    let launcher = || Ok(ChildLauncher { program: "/nonexistent".into(), args: Vec::new() });
    LocalMatterReader::new(Box::new(launcher))
}

fn matters() -> Vec<Json> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../systems/immigration_audit/sample/refused_visitor/decision"
    );
    vec![json!({ "folder": folder, "tier": "pro", "as_of": "2026-01-09" })]
}

fn questions() -> Vec<Json> {
    let question = |policy: &str| json!({ "question": QUESTION, "corpus": CORPUS, "policy": policy, "as_of": "2026-01-09" });
    let mut narrowed = question("default");
    for (key, value) in METADATA {
        narrowed[key] = json!(value);
    }
    let mut by_model = question("seed");
    by_model["models"] = json!({ "extract": "scripted" });
    by_model["budget"] = json!("large");
    vec![question("default"), question("seed"), narrowed, by_model]
}

fn researched() -> Vec<Json> {
    let plain = json!({ "question": QUESTION, "corpus": CORPUS, "as_of": "2026-01-09" });
    let mut chosen = plain.clone();
    let choices =
        "\nA. Seven years after the last service.\nB. Two days after the last service.";
    chosen["question"] = json!(format!("A client left in May. {QUESTION}{choices}"));
    let mut by_seed = plain.clone();
    by_seed["preset"] = json!("seed");
    vec![plain, chosen, by_seed]
}

fn submissions() -> Vec<Json> {
    let measured = rubric("rust_library").unwrap().text;
    let whole = json!({
        "repo": "/srv/weir", "paper": "/srv/report.txt", "rubric": measured, "as_of": "2026-01-09",
    });
    let fetched = json!({ "repo": "https://github.com/brindle/weir", "rubric": measured });
    let mut by_model = whole.clone();
    by_model["models"] = json!({ "prosecutor": "scripted" });
    by_model["samples"] = json!(2);
    vec![whole, fetched, json!({ "paper": "/srv/report.txt", "rubric": measured }), by_model]
}
