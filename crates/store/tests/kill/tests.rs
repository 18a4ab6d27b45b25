//! What must hold after a death.

use std::{fs, path::Path};

use jurat_engine::RunStore;
use serde_json::Value as Json;

use crate::{
    child::RUN,
    killer::{Child, Remains, ledger, open, remains},
    pausing_store::Stop,
};

pub(crate) const ALL: &[(&str, fn())] = &[
    ("killed_before_any_commit_it_goes_on", killed_before),
    ("killed_after_any_commit_it_goes_on", killed_after),
    ("killed_again_and_again_it_goes_on", killed_often),
    ("a_torn_last_page_loses_one_commit_at_most", torn_page),
    ("a_full_disk_stops_the_run_and_loses_nothing", full_disk),
    ("a_clock_set_back_changes_nothing", clock_set_back),
    ("a_stage_that_kills_its_process_every_time_ends_as_crashed", crashes),
    ("one_killer_in_a_fan_out_does_not_take_its_siblings_along", one_killer),
];

fn killed_before() {
    every_commit(Stop::Before);
}

fn killed_after() {
    every_commit(Stop::After);
}

fn every_commit(stop: fn(u64) -> Stop) {
    let expected = undisturbed();
    for number in 1.. {
        let dir = tempfile::tempdir().unwrap();
        let said = Child { stop: stop(number), ..Child::PLAIN }.run(dir.path());
        if said != "paused" {
            assert_eq!(said, expected);
            assert!(8 < number, "only {number} commits");
            return;
        }
        let left = remains(dir.path());
        let said = Child::PLAIN.run(dir.path());
        assert_eq!(said, expected, "killed at {:?}", stop(number));
        nothing_twice(&left, dir.path());
    }
}

/// Killed after the sixth commit of every owner, until one reaches the end. Fewer would not do: a
/// stage may need some commits, and one that six owners in a row die in is given up.
fn killed_often() {
    let expected = undisturbed();
    let dir = tempfile::tempdir().unwrap();
    for owners in 1..100 {
        let said = Child { stop: Stop::After(6), ..Child::PLAIN }.run(dir.path());
        if said != "paused" {
            assert_eq!(said, expected);
            assert!(1 < owners, "only one owner");
            return;
        }
        remains(dir.path());
    }
    panic!("no owner came to the end");
}

fn torn_page() {
    let expected = undisturbed();
    for number in [2, 5, 8] {
        for cut in [1, 100, 4096] {
            let dir = tempfile::tempdir().unwrap();
            let said = Child { stop: Stop::After(number), ..Child::PLAIN }.run(dir.path());
            assert_eq!(said, "paused");
            tear(dir.path(), cut);
            remains(dir.path());
            assert_eq!(Child::PLAIN.run(dir.path()), expected);
        }
    }
}

/// Cuts the end off the write-ahead log and spoils what is then its last page.
fn tear(dir: &Path, cut: u64) {
    let log = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let mut log = log.filter(|path| path.to_string_lossy().ends_with("-wal"));
    let log = log.next().unwrap();
    let mut bytes = fs::read(&log).unwrap();
    bytes.truncate(bytes.len() - usize::try_from(cut).unwrap());
    let last = bytes.len() - 50;
    bytes[last..].fill(0xA5);
    fs::write(&log, bytes).unwrap();
}

fn full_disk() {
    let expected = undisturbed();
    let mut faults = 0;
    for kib in (80..400).step_by(40) {
        let dir = tempfile::tempdir().unwrap();
        let said = Child { file_limit: Some(kib), ..Child::PLAIN }.run(dir.path());
        if said.starts_with("fault") {
            faults += 1;
        } else {
            assert_eq!(said, expected);
        }
        let left = remains(dir.path());
        assert_eq!(Child::PLAIN.run(dir.path()), expected, "after {kib} KiB");
        nothing_twice(&left, dir.path());
    }
    assert!(2 < faults, "the disk was full only {faults} times");
}

fn clock_set_back() {
    let expected = undisturbed();
    for number in [3, 6] {
        let dir = tempfile::tempdir().unwrap();
        let said = Child { stop: Stop::After(number), ..Child::PLAIN }.run(dir.path());
        assert_eq!(said, "paused");
        let back = Child { shift_ms: -86_400_000, ..Child::PLAIN };
        assert_eq!(back.run(dir.path()), expected);
        remains(dir.path());
    }
}

fn crashes() {
    let dir = tempfile::tempdir().unwrap();
    let child = Child { abort: "survey", ..Child::PLAIN };
    for _ in 0..6 {
        assert_eq!(child.run(dir.path()), "");
        remains(dir.path());
    }
    let said = child.run(dir.path());
    assert!(said.contains(r#""outcome":"failed""#), "{said}");
    assert!(said.contains("died in it 6 times in a row"), "{said}");
    assert_eq!(ledger(dir.path())["ran survey@0#0"], 6);
    let events = open(dir.path()).events(RUN, 1, usize::MAX).unwrap();
    let crashed = |payload: &[u8]| String::from_utf8_lossy(payload).contains(r#""crashed""#);
    assert!(events.iter().any(|event| crashed(event.payload.as_ref().unwrap())));
}

fn one_killer() {
    let dir = tempfile::tempdir().unwrap();
    let child = Child { abort: "grade@0#1", ..Child::PLAIN };
    let said = (0..12)
        .map(|_| child.run(dir.path()))
        .find(|said| !said.is_empty())
        .unwrap();
    let end = told(&said);
    assert_eq!(end["outcome"], "failed");
    let crashed: Vec<&str> = end["reasons"].as_array().unwrap().iter().map(text).collect();
    assert_eq!(crashed, ["stage `grade@0#1` failed: the process died in it 6 times in a row"]);
    assert_eq!(end["outputs"]["grades"].as_array().unwrap().len(), 2);
}

fn text(json: &Json) -> &str {
    json.as_str().unwrap()
}

/// What a run that nothing happened to says at its end, to the byte.
fn undisturbed() -> String {
    let dir = tempfile::tempdir().unwrap();
    let said = Child::PLAIN.run(dir.path());
    let end = told(&said);
    assert_eq!(end["outcome"], "completed");
    assert_eq!(end["outputs"]["shipped"], "3 crates");
    let ledger = ledger(dir.path());
    assert_eq!(ledger["ran appraise@2#0"], 1, "the loop must run twice more: {ledger:?}");
    said
}

fn told(said: &str) -> Json {
    let Some(end) = said.strip_prefix("ended ") else { panic!("the run did not end: {said}") };
    serde_json::from_str(end).unwrap()
}

/// What the journal had when the process died was not done again.
fn nothing_twice(left: &Remains, dir: &Path) {
    let now = ledger(dir);
    for line in left.completed.iter().chain(&left.paid) {
        assert_eq!(now[line], left.ledger[line], "done again after its commit: {line}");
    }
}
