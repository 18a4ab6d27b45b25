//! The store: checked, copied, brought up to date.

use jurat_engine::{RunId, RunStore, RunSummary};

use crate::cli_fixture::Bench;

#[test]
fn a_sound_store_is_sound() {
    let bench = Bench::new();
    bench.orchard("");
    bench.jurat("store check").is(0, "sound: 1 runs, 0 problems", "");
    bench.jurat("store check --json").is(0, "\"ok\": true", "");
}

/// Changes what lists show of a run, as nobody but its owner should.
fn tamper(bench: &Bench, run: &str, change: impl FnOnce(RunSummary) -> RunSummary) {
    let (store, run) = (bench.store(), run.parse::<RunId>().unwrap());
    let row = store.run(run).unwrap().unwrap();
    store.repair_summary(run, &change(row.summary)).unwrap();
}

#[test]
fn what_lists_show_is_held_against_the_journal_and_put_right() {
    let bench = Bench::new();
    let run = bench.orchard("");
    bench.orchard("-p tier=guest");
    tamper(&bench, &run, |summary| RunSummary { completed: 1, ..summary });
    let said = bench.jurat("store check");
    said.is(1, "not sound: 2 runs, 1 problems", "hint: `jurat store check --repair`");
    let named = format!("run {run}: lists show completed, 1 of ");
    said.is(1, &named, "");
    assert_eq!(bench.jurat("store check --json").json()["ok"], false);
    bench.jurat(&said.hinted()).is(
        0,
        "sound: 2 runs, 0 problems",
        "put right what lists show of 1 runs",
    );
    bench.jurat("store check").is(0, "sound: 2 runs, 0 problems", "");
}

#[test]
fn runs_that_wait_or_were_ended_by_a_person_are_sound() {
    let bench = Bench::new();
    let run = bench.orchard("-p ask=true");
    bench.jurat("store check").is(0, "sound: 1 runs", "");
    tamper(&bench, &run, |summary| RunSummary { at: "elsewhere".into(), ..summary });
    bench.jurat("store check").is(1, "waiting", "");
    bench.jurat("store check --repair").is(0, "at `elsewhere`", "");
    bench.jurat(&format!("runs cancel {run} --author Ada"));
    bench.jurat("store check").is(0, "sound: 1 runs", "");
}

#[test]
fn a_backup_opens_as_a_store() {
    let bench = Bench::new();
    let run = bench.orchard("");
    let said = bench.jurat("store backup copy");
    said.is(0, "copy", "hint: ");
    bench.jurat(&said.hinted()).is(0, "orchard", "");
    bench.jurat("--store copy runs list --json").is(0, &run, "");
    bench
        .jurat("store backup copy")
        .is(3, "", "a backup overwrites nothing");
}

#[test]
fn a_current_store_needs_no_migration() {
    let bench = Bench::new();
    bench.orchard("");
    bench.jurat("store migrate").is(0, "already", "");
}

#[test]
fn a_store_that_is_not_there_is_not_made() {
    for verb in ["check", "migrate", "backup copy"] {
        let said = Bench::new().jurat(&format!("--store nowhere store {verb}"));
        said.is(3, "", "there is no store in nowhere");
    }
}
