//! Stages of runs that are done from outside, done by our own functions: the run hears of it only by a report.

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{
    DueAgent, FixedClock, MemoryStore, OwnAttempt, PullEngine, PullError, ReportRemarks, RunId,
    RunOutcome, RunStore, StageClaim, Workflow, load,
};
use serde_json::{Value as Json, json};

use crate::{
    scripted_stage::{Done, registry},
    test_engine::complete,
};

const RUN: RunId = RunId::from_number(1);

#[test]
fn a_stage_is_done_on_what_the_run_holds_and_the_run_stays_as_it_was() {
    for function in ["do", "wait"] {
        let desk = OwnDesk::new(json!({"stages": [
            {"id": "first", "writes": ["n"]},
            {"id": "then", "agent": "counter", "run": function, "depends_on": ["first"],
             "with": {"copies": ["n", "saw"]}, "writes": ["saw"]},
        ]}));
        let claim = StageClaim { stage: "first", token: None };
        desk.pull().complete(RUN, &claim, &json!({"n": 4})).unwrap();
        let events = desk.events();
        assert_eq!(desk.agents()[0].agent, "counter");
        let done = desk.attempt("then").unwrap();
        assert_eq!(done.output, BTreeMap::from([("saw".to_owned(), json!(4))]));
        assert_eq!(done, desk.attempt("then").unwrap(), "asked again, it is done again");
        assert_eq!((desk.events(), desk.done.count("then")), (events, 2));
    }
}

#[test]
fn what_calls_cost_comes_with_the_result_and_counts_when_it_is_handed_in() {
    for function in ["do", "wait"] {
        let desk = OwnDesk::new(json!({
            "budgets": {"purse": {"unit": "coins", "limit": 10}},
            "stages": [
                {"id": "ask", "run": function, "effect": "paid", "writes": ["replies"],
                 "with": {"pays": ["hello", 7], "spends": 2}},
                {"id": "last", "depends_on": ["ask"]},
            ],
        }));
        let done = desk.attempt("ask").unwrap();
        let spend = BTreeMap::from([("coins".to_owned(), 9)]);
        assert_eq!((done.remarks.spend.clone(), desk.done.paid().len()), (spend, 1));
        let remarks = ReportRemarks {
            outcome: Some((RunOutcome::Incomplete, "half of it".to_owned())),
            ..done.remarks
        };
        let claim = StageClaim { stage: "ask", token: None };
        let output = json!(done.output);
        desk.pull().complete_with(RUN, &claim, (&output, &remarks)).unwrap();
        let claim = StageClaim { stage: "last", token: None };
        desk.pull().complete(RUN, &claim, &json!({})).unwrap();
        let status = desk.pull().status(RUN).unwrap();
        assert_eq!(status.outcome, Some(RunOutcome::Incomplete));
        assert_eq!(status.reasons, ["half of it"]);
    }
}

#[test]
fn a_call_beyond_the_budget_is_not_made() {
    let desk = OwnDesk::new(json!({
        "budgets": {"purse": {"unit": "coins", "limit": 3}},
        "stages": [{"id": "ask", "run": "do", "effect": "paid", "with": {"pays": ["hello", 7]}}],
    }));
    assert_eq!(desk.refused("ask").code(), Some("own_failed"));
    assert_eq!(desk.done.paid(), [""; 0]);
}

#[test]
fn what_cannot_be_done_here_is_refused_and_nothing_happens() {
    let desk = OwnDesk::new(json!({"stages": [
        {"id": "acts", "run": "do", "effect": "external"},
        {"id": "bare"},
        {"id": "asks", "interrupt": {"prompt": "well?", "to": "said"}},
        {"id": "fails", "run": "do", "with": {"fails": "permanent"}},
        {"id": "panics", "run": "do", "with": {"fails": "panic"}},
        {"id": "strays", "run": "do", "with": {"writes": {"n": 1}}},
        {"id": "later", "run": "do", "depends_on": ["bare"]},
    ]}));
    let events = desk.events();
    for (stage, code) in [
        ("acts", "acts_outside"),
        ("bare", "no_function"),
        ("asks", "bad_output"),
        ("fails", "own_failed"),
        ("panics", "own_failed"),
        ("strays", "own_failed"),
        ("later", "not_due"),
    ] {
        let refused = desk.refused(stage);
        assert_eq!(refused.code(), Some(code), "{stage}: {refused}");
    }
    assert_eq!((desk.events(), desk.done.count("acts")), (events, 0));
}

/// A run in pull mode, and the same workflow with its functions.
struct OwnDesk {
    store: MemoryStore,
    pulled: Workflow,
    own: Arc<Workflow>,
    done: Done,
}

impl OwnDesk {
    fn new(definition: Json) -> Self {
        let (text, done) = (complete(definition).to_string(), Done::default());
        let checked = || load(&text).unwrap_or_else(|found| panic!("refused: {found}"));
        let desk = Self {
            store: MemoryStore::default(),
            pulled: Workflow::pulled(checked()),
            own: Arc::new(Workflow::bind(checked(), &registry(&done)).unwrap()),
            done,
        };
        desk.pull().start(RUN, BTreeMap::new(), BTreeMap::new()).unwrap();
        desk
    }

    fn pull(&self) -> PullEngine<'_> {
        PullEngine {
            store: &self.store,
            clock: &FixedClock(0),
            workflow: &self.pulled,
        }
    }

    fn agents(&self) -> Vec<DueAgent> {
        self.pull().due_agents(RUN).unwrap()
    }

    fn attempt(&self, stage: &str) -> Result<OwnAttempt, PullError> {
        let claim = StageClaim { stage, token: None };
        self.pull().own_attempt(RUN, &claim, &self.own)
    }

    #[track_caller]
    fn refused(&self, stage: &str) -> PullError {
        self.attempt(stage).unwrap_err()
    }

    fn events(&self) -> usize {
        self.store.events(RUN, 1, usize::MAX).unwrap().len()
    }
}
