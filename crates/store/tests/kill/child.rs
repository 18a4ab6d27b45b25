//! The process that is killed: starts the run or takes it over, and goes on to its end.

use std::{path::PathBuf, sync::Arc};

use jurat_engine::{
    Clock, Engine, EngineOptions, InboxMessage, RunId, RunRequest, RunStore, SystemClock,
    WaitResult,
};
use jurat_store::{CommitDurability, SqliteStore};
use serde_json::json;

use crate::{
    pausing_store::{Pausing, Stop},
    workflow::workflow,
};

pub(crate) const RUN: RunId = RunId::from_number(1);

/// A clock that is wrong by so many milliseconds.
struct Shifted(i64);

impl Clock for Shifted {
    fn now_ms(&self) -> i64 {
        SystemClock.now_ms() + self.0
    }
}

/// `DIR never|before|after N SHIFT_MS INSTANCE_THAT_ABORTS`
pub(crate) fn main(args: &[String]) {
    let [dir, stop, number, shift, abort] = args else { panic!("five arguments") };
    let dir = PathBuf::from(dir);
    let number = number.parse().unwrap();
    let stop = match stop.as_str() {
        "before" => Stop::Before(number),
        "after" => Stop::After(number),
        _ => Stop::Never,
    };
    let durability = CommitDurability::Full;
    let store = match SqliteStore::open(&dir, jurat_store::SqliteOptions { durability }) {
        Ok(store) => Arc::new(Pausing { store, stop, commits: 0.into() }),
        Err(error) => return println!("fault {error}"),
    };
    let clock = Arc::new(Shifted(shift.parse().unwrap()));
    // Snapshots at every third event, so that the drill goes through them too.
    let options = EngineOptions { workers: 2, clock, snapshot_every: 3 };
    let engine = Engine::new(store.clone(), options).unwrap();
    let told = go_on(&engine, &*store, &dir, abort);
    println!("{told}");
}

fn go_on(engine: &Engine, store: &dyn RunStore, dir: &std::path::Path, abort: &str) -> String {
    let workflow = workflow(&dir.join("ledger"));
    loop {
        let handle = if store.run(RUN).unwrap().is_some() {
            engine.resume(RUN, &workflow)
        } else {
            let params = [("abort".to_owned(), json!(abort))].into();
            engine.start(&workflow, RunRequest { run: RUN, params, input: [].into() })
        };
        let handle = match handle {
            Ok(handle) => handle,
            Err(error) => return format!("fault {error}"),
        };
        match handle.wait() {
            WaitResult::Ended(end) => {
                let outputs = end.outputs.unwrap_or_default();
                let told = json!({"outcome": end.outcome, "outputs": outputs,
                    "reasons": end.reasons, "state": handle.state()});
                return format!("ended {told}");
            }
            WaitResult::Waiting(questions) => {
                drop(handle);
                let to = questions[0].at.clone();
                let (answer, author) = (json!("yes"), "the grower".to_owned());
                let message = InboxMessage::Answer { to, answer, author, reason: None };
                if let Err(error) = store.send(RUN, &message) {
                    return format!("fault {error}");
                }
            }
            WaitResult::LetGo => return "let go".into(),
            WaitResult::Fault(fault) => return format!("fault {fault}"),
        }
    }
}
