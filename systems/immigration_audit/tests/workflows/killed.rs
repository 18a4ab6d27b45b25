//! An audit that is killed after every event of its journal and taken up again by another owner comes to the same bytes.

use std::{path::Path, sync::Arc, thread};

use jurat_conformance::MortalStore;
use jurat_engine::{RunId, RunStore, WaitResult};
use jurat_immigration_audit::{model::AuditReport, page::render};
use serde::Deserialize as _;
use serde_json::Value as Json;

use crate::{
    audited_run::{ALL, AskedAudit, engine, folder_of},
    decision_pack,
    loop_back::{MISNAMED, OVERRULED},
    workflow_runs::LETTER,
};

pub(crate) const TESTS: &[(&str, fn())] =
    &[("an_audit_killed_after_any_event_comes_to_the_same_bytes", killed_after_any_event)];

/// A letter, a citation that is replaced, and one that nothing replaces: every stage, and all rounds of the tier.
const FILES: [(&str, &str); 3] =
    [("letter.txt", LETTER), ("one.txt", OVERRULED), ("other.txt", MISNAMED)];

fn killed_after_any_event() {
    let folder = folder_of(&FILES);
    // Two cores are done sooner.
    let halves: Vec<String> = thread::scope(|scope| {
        let path = folder.path();
        let halves =
            [1, 2].map(|first| scope.spawn(move || killed_after_every_second(path, first)));
        halves.map(|half| half.join().unwrap()).into()
    });
    assert_eq!(halves[0], halves[1]);
}

fn asked(folder: &Path) -> AskedAudit<'_> {
    AskedAudit {
        desk: decision_pack::desk(),
        ..AskedAudit::new(("final_review", "pro"), folder)
    }
}

/// Kills a run after this event, and after every second one that follows. What the run comes to.
fn killed_after_every_second(folder: &Path, first: usize) -> String {
    let asked = asked(folder);
    let immortal = MortalStore::dying_after(usize::MAX);
    let whole = started(&asked, &immortal).unwrap();
    let events = immortal.kept();
    assert!(14 < events, "{events} events");
    let page = page(&whole);
    for dies_after in (first..events).step_by(2) {
        let store = MortalStore::dying_after(dies_after);
        if started(&asked, &store).is_some() {
            // The last events are kept together: after these there is nothing left to die in.
            assert_eq!(store.kept(), events, "it outlived event {dies_after}");
            continue;
        }
        let again = resumed(&asked, &store);
        let at = store.kept();
        assert_eq!(again.to_string(), whole.to_string(), "killed after event {at}");
        assert_eq!(self::page(&again), page, "killed after event {at}");
    }
    println!("killed after each of {events} events");
    whole.to_string()
}

fn page(report: &Json) -> Vec<u8> {
    render(&AuditReport::deserialize(report).unwrap(), "html").unwrap()
}

/// Starts the run, which goes on until the store dies. What it came to, if it did.
fn started(asked: &AskedAudit<'_>, store: &MortalStore) -> Option<Json> {
    let engine = engine(Arc::new(store.clone()));
    let handle = asked.catalog().start(&engine, asked.workflow, asked.request()).ok()?;
    matches!(handle.wait(), WaitResult::Ended(_)).then(|| handle.state()["report"].clone())
}

/// Another owner takes the run to its end; its proof holds.
fn resumed(asked: &AskedAudit<'_>, dead: &MortalStore) -> Json {
    let store: Arc<dyn RunStore> = Arc::new(dead.store.clone());
    let engine = engine(Arc::clone(&store));
    let row = store.runs().unwrap().remove(0);
    let handle = asked.catalog().resume((&engine, &*store), &row).unwrap();
    assert!(matches!(handle.wait(), WaitResult::Ended(_)));
    let state = handle.state();
    let finished = ALL.finished((RunId::from_number(1), asked.workflow), &state).unwrap();
    finished.unwrap().bundle(ALL, &*store, (&[], None)).unwrap();
    state["report"].clone()
}
