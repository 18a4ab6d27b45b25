//! The case studies, each killed after every event of its journal and taken up again by another owner: each time it comes to
//! the same bytes, and no call is paid for twice but the one that was under way.

use std::{collections::BTreeMap, path::PathBuf, sync::Arc, thread};

use jurat::wiring;
use jurat_engine::{Engine, RunRequest, RunStore, WaitResult};
use jurat_llm::{ChatModel, ModelSettings, connect, connect_embedder};
use jurat_retrieve::library::{FolderRetriever, PassageRetriever};
use jurat_system::{ModelProvider, ServiceRegistry, catalog::WorkflowCatalog};
use jurat_systems::ALL;
use serde_json::{Value as Json, json};

use crate::{
    case_studies::{self, ASYLUM, CaseStudy, SENATE, TORTS, TRAFFIC_STOP},
    mortal_store::MortalStore,
    server::Server,
};

/// What a process needs to research: started anew for every owner.
struct Office {
    question: &'static str,
    corpora: PathBuf,
    port: u16,
    key: PathBuf,
}

/// The scripted server as a model of any name.
struct OneModel(Arc<dyn ChatModel>);

impl ModelProvider for OneModel {
    fn open(&self, _: &str) -> Result<Arc<dyn ChatModel>, String> {
        Ok(Arc::clone(&self.0))
    }
}

impl Office {
    fn settings(&self, model: &str) -> ModelSettings {
        ModelSettings {
            base_url: Some(format!("http://127.0.0.1:{}/v1", self.port)),
            key_file: Some(self.key.clone()),
            max_tries: 1,
            dimensions: Some(4),
            ..ModelSettings::new("openai", model)
        }
    }

    fn catalog(&self) -> WorkflowCatalog {
        let vectors = self.settings("vectors");
        let open = move || {
            let opened = connect_embedder(&vectors, 4, &|_| None);
            opened.map(Some).map_err(|error| error.to_string())
        };
        let corpora = FolderRetriever::new(self.corpora.clone(), Box::new(open));
        let model = connect(&self.settings("plain"), &|_| None).unwrap();
        let services = ServiceRegistry::default()
            .with::<dyn PassageRetriever>(Arc::new(corpora))
            .with::<dyn ModelProvider>(Arc::new(OneModel(model)));
        WorkflowCatalog::new(ALL, &services)
    }

    /// Starts the run, which goes on until the store dies. What it came to, if it did.
    fn start(&self, store: &MortalStore) -> Option<Json> {
        let engine = engine(Arc::new(store.clone()));
        let params = BTreeMap::from([
            ("question".to_owned(), json!(self.question)),
            ("corpus".to_owned(), json!("varrow")),
            ("preset".to_owned(), json!("seed")),
            ("models".to_owned(), json!({ "any": "local" })),
        ]);
        let request = RunRequest {
            run: wiring::new_run_id(),
            params,
            input: BTreeMap::new(),
        };
        let handle = self.catalog().start(&engine, "legal_research", request).ok()?;
        matches!(handle.wait(), WaitResult::Ended(_)).then(|| handle.state()["report"].clone())
    }

    /// Another owner takes the run to its end.
    fn resume(&self, dead: &MortalStore) -> Json {
        let store: Arc<dyn RunStore> = Arc::new(dead.store.clone());
        let engine = engine(Arc::clone(&store));
        let row = store.runs().unwrap().remove(0);
        let handle = self.catalog().resume((&engine, &*store), &row).unwrap();
        assert!(matches!(handle.wait(), WaitResult::Ended(_)));
        handle.state()["report"].clone()
    }
}

fn engine(store: Arc<dyn RunStore>) -> Engine {
    Engine::new(store, wiring::engine_options(2)).unwrap()
}

/// Kills a study after each event of its run. `says` is what its report has at a place.
fn check(study: &'static CaseStudy, (place, says): (&str, &Json)) {
    // Each half has a corpus and a server of its own, and every second event: two cores are done sooner.
    let halves =
        [1, 2].map(|first| thread::spawn(move || killed_after_every_second(study, first)));
    let [one, other] = halves.map(|half| half.join().unwrap());
    assert_eq!(one, other);
    assert_eq!(one.pointer(place), Some(says), "{one:#}");
}

#[test]
fn torts_killed_after_any_event_come_to_the_same_bytes() {
    check(&TORTS, ("/choices/chosen", &json!("C")));
}

#[test]
fn three_failures_killed_after_any_event_come_to_the_same_bytes() {
    check(&SENATE, ("/metrics/steps_failed", &json!(3)));
}

#[test]
fn a_simple_question_killed_after_any_event_comes_to_the_same_bytes() {
    check(&ASYLUM, ("/query_type", &json!("simple")));
}

#[test]
fn several_rules_killed_after_any_event_come_to_the_same_bytes() {
    check(&TRAFFIC_STOP, ("/metrics/steps_completed", &json!(3)));
}

/// Kills a run after this event, and after every second one that follows. What the run comes to.
fn killed_after_every_second(study: &CaseStudy, first: usize) -> Json {
    let (bench, server) = case_studies::bench(study.script);
    let office = Office {
        question: study.question,
        corpora: wiring::corpora(&bench.home()),
        port: server.port,
        key: bench.path("home/local.key"),
    };
    let immortal = MortalStore::dying_after(usize::MAX);
    let whole = office.start(&immortal).unwrap();
    let (events, mut calls) = (immortal.kept(), asked(&server));
    assert_eq!(case_studies::calls(&server), study.calls);
    // Each call is a stage of its own: it begins, and it ends.
    let once: usize = study.calls.iter().sum();
    assert!(2 * once < events, "{events} events");
    for dies_after in (first..events).step_by(2) {
        let store = MortalStore::dying_after(dies_after);
        if office.start(&store).is_some() {
            // The last events are kept together: after these there is nothing left to die in.
            assert_eq!(store.kept(), events, "it outlived event {dies_after}");
            continue;
        }
        let again = office.resume(&store);
        let at = store.kept();
        assert_eq!(again.to_string(), whole.to_string(), "killed after event {at}");
        let paid = asked(&server) - calls;
        assert!((once..=once + 1).contains(&paid), "{paid} calls, killed after event {at}");
        calls += paid;
    }
    whole
}

/// How often the model was asked.
fn asked(server: &Server) -> usize {
    case_studies::calls(server).iter().sum()
}
