//! Pull mode: the shapes that callers rely on, to the letter.

use std::collections::BTreeMap;

use jurat_engine::{
    FixedClock, MemoryStore, PullEngine, PullError, RunId, Workflow, chain_faults, load,
};
use serde_json::{Value as Json, json};

use crate::test_engine::complete;

const RUN: RunId = RunId::from_number(1);

#[test]
fn next_names_the_stage_its_agent_and_the_progress() {
    let desk = Desk::at("detective");
    let next = desk.next();
    let expected = json!({
        "stage": "detective",
        "agent": "detective",
        "description": "Research case law",
        "progress": {"completed": 2, "total": 7, "percentage": 28},
    });
    assert_eq!(only(&next, &expected), expected);
}

#[test]
fn complete_names_the_next_stage_and_the_progress() {
    let desk = Desk::at("detective");
    let expected = json!({
        "completed": "detective",
        "next_stage": "strategist",
        "progress": {"completed": 3, "total": 7, "percentage": 42},
    });
    assert_eq!(desk.complete("detective", &json!({"log": ["x"]})), Ok(expected));
}

#[test]
fn status_says_where_a_run_stands() {
    let desk = Desk::at("detective");
    let status = desk.status();
    let expected = json!({
        "current_stage": "detective",
        "completed_stages": ["intake", "prepare"],
        "total_stages": 7,
        "progress": {"completed": 2, "total": 7, "percentage": 28},
        "is_complete": false,
        "checkpoint_path": "memory",
    });
    assert_eq!(only(&status, &expected), expected);
}

#[test]
fn a_run_that_is_over_says_complete() {
    let desk = Desk::at("");
    let expected = json!({
        "status": "complete",
        "progress": {"completed": 7, "total": 7, "percentage": 100},
    });
    assert_eq!(only(&desk.next(), &expected), expected);
    assert_eq!(desk.status()["is_complete"], true);
    assert_eq!(desk.status()["current_stage"], Json::Null);
}

#[test]
fn the_last_complete_has_no_next_stage() {
    let desk = Desk::at("reporter");
    let done = desk.complete("reporter", &json!({})).unwrap();
    assert_eq!(done["next_stage"], Json::Null);
    assert_eq!(done["progress"], json!({"completed": 7, "total": 7, "percentage": 100}));
}

#[test]
fn the_same_report_twice_changes_nothing() {
    let desk = Desk::at("detective");
    let output = json!({"log": ["x"]});
    desk.complete("detective", &output).unwrap();
    let events = desk.events();
    let again = desk.complete("detective", &output).unwrap();
    assert_eq!((&again["completed"], &again["repeated"]), (&json!("detective"), &json!(true)));
    assert_eq!(again["next_stage"], "strategist");
    assert_eq!(desk.events(), events);
}

#[test]
fn another_report_of_a_finished_stage_is_refused_and_says_what_is_due() {
    let desk = Desk::at("detective");
    desk.complete("detective", &json!({"log": ["x"]})).unwrap();
    let refused = desk.complete("detective", &json!({"log": ["y"]}));
    assert_eq!(refused, Err("stage `detective` is not due; `strategist@0#0` is".into()));
}

#[test]
fn a_stage_that_is_not_due_is_refused_and_says_what_is() {
    let desk = Desk::at("detective");
    let refused = desk.complete("judge", &json!({}));
    assert_eq!(refused, Err("stage `judge` is not due; `detective@0#0` is".into()));
}

#[test]
fn an_output_that_does_not_fit_is_refused_and_says_what_would() {
    let desk = Desk::at("detective");
    let refused = desk.complete("detective", &json!({"n": 1})).unwrap_err();
    assert_eq!(
        refused,
        "the output of stage `detective` is refused: its patch of channel `n` is refused: the \
         stage does not list it in `writes` (it may set log)"
    );
    assert_eq!(desk.next()["stage"], "detective");
}

#[test]
fn a_loop_never_lowers_what_is_completed() {
    let desk = Desk::at("verifier");
    let before = desk.next()["progress"].clone();
    let done = desk.complete("verifier", &json!({"n": 1})).unwrap();
    assert_eq!(done["next_stage"], "detective");
    assert_eq!(before["completed"], 4);
    assert_eq!(done["progress"], json!({"completed": 5, "total": 7, "percentage": 71}));
    assert_eq!(desk.next()["instance"], "detective@1#0");
}

#[test]
fn skipped_stages_leave_the_total() {
    let mut definition = audit();
    definition["stages"][4]["when"] = json!("state.n == 5");
    definition["stages"][4]["required"] = json!(false);
    let desk = Desk::new(definition);
    desk.until("strategist");
    let done = desk.complete("strategist", &json!({})).unwrap();
    assert_eq!(done["next_stage"], "judge");
    assert_eq!(done["progress"], json!({"completed": 4, "total": 6, "percentage": 66}));
}

#[test]
fn what_else_is_due_is_listed_in_order() {
    let desk = Desk::new(json!({"stages": [
        {"id": "b"}, {"id": "a"}, {"id": "c", "depends_on": ["a"]},
    ]}));
    let next = desk.next();
    assert_eq!((&next["stage"], &next["also_due"]), (&json!("b"), &json!(["a@0#0"])));
}

#[test]
fn a_question_is_answered_by_its_report_and_only_once() {
    let desk = Desk::new(json!({"stages": [
        {"id": "ask", "interrupt": {"prompt": "Go?", "choices": ["yes"], "to": "said"}},
        {"id": "next", "depends_on": ["ask"]},
    ]}));
    assert_eq!(desk.next()["description"], "Go?");
    let output = json!({"answer": "yes", "author": "ann"});
    assert!(
        desk.complete("ask", &json!({"answer": "no", "author": "ann"}))
            .is_err()
    );
    assert_eq!(desk.complete("ask", &output).unwrap()["next_stage"], "next");
    assert_eq!(desk.complete("ask", &output).unwrap()["repeated"], true);
}

/// A run in pull mode on a store of its own.
struct Desk {
    store: MemoryStore,
    workflow: Workflow,
}

impl Desk {
    fn new(definition: Json) -> Self {
        let checked = load(&complete(definition).to_string());
        let checked = checked.unwrap_or_else(|found| panic!("refused: {found}"));
        let desk = Self {
            store: MemoryStore::default(),
            workflow: Workflow::pulled(checked),
        };
        desk.pull().start(RUN, BTreeMap::new(), BTreeMap::new()).unwrap();
        desk
    }

    /// An audit in which `stage` is due; one that is over for an empty name.
    fn at(stage: &str) -> Self {
        let desk = Self::new(audit());
        desk.until(stage);
        desk
    }

    fn until(&self, stage: &str) {
        while let Some(due) = self.next()["stage"].as_str().filter(|due| *due != stage) {
            self.complete(due, &json!({})).unwrap();
        }
    }

    fn pull(&self) -> PullEngine<'_> {
        PullEngine {
            store: &self.store,
            clock: &FixedClock(0),
            workflow: &self.workflow,
        }
    }

    fn next(&self) -> Json {
        serde_json::to_value(self.pull().next(RUN).unwrap()).unwrap()
    }

    fn status(&self) -> Json {
        serde_json::to_value(self.pull().status(RUN).unwrap()).unwrap()
    }

    fn complete(&self, stage: &str, output: &Json) -> Result<Json, String> {
        let done = self.pull().complete(RUN, stage, output);
        let text = |error: PullError| error.to_string();
        done.map(|done| serde_json::to_value(done).unwrap()).map_err(text)
    }

    fn events(&self) -> usize {
        assert_eq!(chain_faults(&self.store, RUN).unwrap().0, []);
        jurat_engine::RunStore::events(&self.store, RUN, 1, usize::MAX)
            .unwrap()
            .len()
    }
}

/// The part of `given` that has the keys of `expected`.
fn only(given: &Json, expected: &Json) -> Json {
    let keys = expected.as_object().unwrap().keys();
    Json::Object(keys.map(|key| (key.clone(), given[key].clone())).collect())
}

fn audit() -> Json {
    let names =
        ["intake", "prepare", "detective", "strategist", "verifier", "judge", "reporter"];
    let mut stages: Vec<Json> = Vec::new();
    for name in names {
        let after: Vec<Json> =
            stages.last().map(|stage| stage["id"].clone()).into_iter().collect();
        stages.push(json!({"id": name, "agent": name, "depends_on": after, "writes": ["log"]}));
    }
    stages[2]["description"] = json!("Research case law");
    stages[4]["writes"] = json!(["n"]);
    json!({
        "stages": stages,
        "loop_back": [{"from": "verifier", "to": "detective", "when": "state.n == 1",
                       "repeats": ["detective", "strategist", "verifier"], "limit": 1}],
    })
}
