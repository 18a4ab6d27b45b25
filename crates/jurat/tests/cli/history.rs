//! Runs after their end: exported, forked, forgotten.

use crate::cli_fixture::Bench;

#[test]
fn an_export_holds_the_whole_run() {
    let bench = Bench::new();
    bench.orchard("");
    bench.jurat("runs export last --out run.json").is(0, "run.json", "");
    let text = std::fs::read_to_string(bench.path("run.json")).unwrap();
    let whole: serde_json::Value = serde_json::from_str(&text).unwrap();
    let events = whole["events"].as_array().unwrap();
    assert_eq!(events[0]["payload"]["kind"], "run_started");
    assert_eq!(whole["run"]["head_seq"], events.len());
    let definition = whole["run"]["definition"].as_str().unwrap();
    assert_eq!(whole["blobs"][definition]["name"], "orchard");
    bench.jurat("runs export last").is(0, "\"format\": 1", "");
}

#[test]
fn a_finished_run_is_executed_again_from_its_journal() {
    let bench = Bench::new();
    let ledger = bench.path("ledger");
    bench.orchard(&format!("-p ledger={}", ledger.display()));
    let before = std::fs::read_to_string(&ledger).unwrap();
    bench.jurat("runs replay last").is(0, "the same", "");
    assert_eq!(std::fs::read_to_string(&ledger).unwrap(), before, "something was paid");
    assert_eq!(bench.jurat("runs replay last --json").json()["same"], true);
}

#[test]
fn a_replay_says_from_where_on_nothing_was_decided_again() {
    let bench = Bench::new();
    let whole = bench.orchard("");
    assert!(
        !bench
            .jurat(&format!("runs replay {whole}"))
            .err
            .contains("decided again")
    );
    bench.orchard("-p ask=true");
    bench.jurat("resume last --answer approve=yes").is(0, "", "completed");
    let from = bench.jurat("runs replay last --json").json()["decisions_read_from"].clone();
    let told = format!(
        "was decided again up to event {}, and no further: from event {from} on the journal says it",
        from.as_u64().unwrap() - 1
    );
    bench.jurat("runs replay last").is(0, "the same", &told);
    let fork = bench.jurat(&format!("runs fork {whole} --at 1 --repeat-acts"));
    fork.is(0, "", "parts from");
    bench
        .jurat("runs replay last")
        .is(0, "the same", "was not decided again: from event 1 on");
}

#[test]
fn two_runs_are_told_apart() {
    let bench = Bench::new();
    let one = bench.orchard("");
    let other = bench.orchard("-p tier=ultra");
    bench.jurat(&format!("runs diff {one} {one}")).is(0, "the same", "");
    bench.jurat(&format!("runs diff {one} {other}")).is(1, "tier", "");
}

#[test]
fn a_fork_goes_its_own_way_and_pays_nothing_twice() {
    let bench = Bench::new();
    let ledger = bench.path("ledger");
    bench.orchard(&format!("-p ledger={}", ledger.display()));
    let lines = || std::fs::read_to_string(&ledger).unwrap();
    assert_eq!(lines().matches("paid").count(), 3);
    let seq = last_paid(&bench);
    let said = bench.jurat(&format!("runs fork last --at {seq} --repeat-acts"));
    said.is(0, "\"yield_kg\": 3800", "parts from");
    assert_eq!(lines().matches("paid").count(), 3);
    assert_eq!(lines().matches("external ship@0#0").count(), 2);
    bench.jurat("runs show last").is(0, "forked from", "");
}

#[test]
fn a_fresh_fork_pays_again() {
    let bench = Bench::new();
    let ledger = bench.path("ledger");
    bench.orchard(&format!("-p ledger={}", ledger.display()));
    bench
        .jurat("runs fork last --at 1 --fresh --repeat-acts")
        .is(0, "\"yield_kg\": 3800", "");
    let lines = std::fs::read_to_string(&ledger).unwrap();
    assert_eq!(lines.matches("paid").count(), 6);
}

#[test]
fn a_fork_acts_outside_a_second_time_only_where_someone_says_so() {
    let bench = Bench::new();
    let ledger = bench.path("ledger");
    let run = bench.orchard(&format!("-p ledger={}", ledger.display()));
    let shipped = || {
        std::fs::read_to_string(&ledger)
            .unwrap()
            .matches("external ship@0#0")
            .count()
    };
    let said = bench.jurat(&format!("runs fork {run} --at 1 --json"));
    said.is(3, "", "under another idempotency key: `ship`");
    said.is(3, "", "\"code\":\"repeats_acts\"");
    said.is(3, "", "`--repeat-acts` lets it act again");
    assert_eq!(
        (shipped(), bench.jurat("runs list --json").json().as_array().unwrap().len()),
        (1, 1)
    );
    let said = bench.jurat(&format!("runs fork {run} --at 1 --repeat-acts"));
    said.is(0, "", "under another idempotency key: `ship`");
    assert_eq!(shipped(), 2);
    // What was done by then is kept, and nobody need be asked.
    let shown = bench.jurat(&format!("runs show {run} --events --json")).json();
    let mut events = shown["events"].as_array().unwrap().iter();
    let done = |event: &&serde_json::Value| {
        event["kind"] == "completed" && event["subject"] == "ship@0#0"
    };
    let seq = events.find(done).unwrap()["seq"].clone();
    let said = bench.jurat(&format!("runs fork {run} --at {seq}"));
    assert!(!said.err.contains("idempotency"), "{}", said.err);
    assert_eq!(shipped(), 2);
}

#[test]
fn a_run_that_was_changed_is_not_exported() {
    let bench = Bench::new();
    bench.write("w.json", r#"{"name": "w", "params": {"to": {"default": "alice"}}, "stages": [{"id": "a", "run": "pass"}]}"#);
    bench.jurat("run w.json -p to=alice").is(0, "", "");
    bench.jurat("runs export last").is(0, "alice", "");
    let path = bench.home().join("runs.sqlite");
    let bytes = std::fs::read(&path).unwrap();
    let changed: Vec<u8> = forged(&bytes, b"\"to\":\"alice\"", b"\"to\":\"mally\"");
    assert_ne!(bytes, changed);
    std::fs::write(&path, changed).unwrap();
    let said = bench.jurat("runs export last --out run.json");
    said.is(1, "", "was changed after it was written: event 1: its payload was changed");
    assert!(!bench.path("run.json").exists());
}

/// Bytes with others of the same length in the place of some.
fn forged(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut changed = bytes.to_vec();
    for at in 0..bytes.len().saturating_sub(old.len()) {
        if bytes[at..].starts_with(old) {
            changed[at..at + new.len()].copy_from_slice(new);
        }
    }
    changed
}

/// The event with the last result of a paid call.
fn last_paid(bench: &Bench) -> u64 {
    let shown = bench.jurat("runs show last --events --json").json();
    let events = shown["events"].as_array().unwrap();
    let paid = events.iter().filter(|event| event["kind"] == "paid_result");
    paid.filter_map(|event| event["seq"].as_u64()).max().unwrap()
}

#[test]
fn what_is_forgotten_can_still_be_listed_and_checked() {
    let bench = Bench::new();
    let run = bench.orchard("");
    bench
        .jurat(&format!("runs prune {run} --dry-run"))
        .is(0, &run, "would forget");
    bench
        .jurat(&format!("runs prune {run}"))
        .is(0, &run, "forgot payloads of 1 runs");
    bench.jurat("runs list").is(0, "completed", "");
    bench.jurat("runs list").is(0, "(pruned)", "");
    bench.jurat("runs show last").is(0, "completed", "erased");
    let other = bench.orchard("-p tier=guest");
    let listed = bench.jurat("runs list --json").json();
    let told = |at: usize| (listed[at]["run"].clone(), listed[at]["pruned"].clone());
    assert_eq!(told(0), (other.into(), false.into()));
    assert_eq!(told(1), (run.clone().into(), true.into()));
    bench
        .jurat(&format!("runs export {run}"))
        .is(0, "\"payload\": null", "");
    bench
        .jurat(&format!("resume {run}"))
        .is(3, "", "was pruned: its payloads are gone");
    let checked = bench.jurat("store check");
    checked.is(0, "sound: 2 runs, 0 problems", "");
    checked.is(
        0,
        "of 1 pruned runs the hash chain holds, and nothing else is left to check",
        "",
    );
    let checked = bench.jurat("store check --json").json();
    assert_eq!((&checked["ok"], &checked["pruned"]), (&true.into(), &1.into()));
    assert!(0 < checked["not_checkable"].as_u64().unwrap());
}

#[test]
fn everything_can_be_forgotten() {
    let bench = Bench::new();
    bench.orchard("");
    bench.orchard("-p tier=guest");
    bench.orchard("-p ask=true");
    bench
        .jurat("runs prune --keep 1 --everything")
        .is(0, "", "forgot everything of 1 runs");
    bench.jurat("runs prune --older-than 30d").is(0, "", "of 0 runs");
    let left = bench.jurat("runs list --json").json();
    assert_eq!(left.as_array().unwrap().len(), 2);
}

#[test]
fn all_runs_are_forgotten_only_where_someone_says_so() {
    let bench = Bench::new();
    bench.orchard("");
    for all in ["--older-than 0d", "--keep 0", "--older-than 0s --keep 0"] {
        let said = bench.jurat(&format!("runs prune {all} --everything"));
        said.is(3, "", "this forgets all 1 runs");
        assert!(said.err.contains("hint: say `--yes`"), "{}", said.err);
    }
    bench
        .jurat("runs prune --older-than 0d --dry-run")
        .is(0, "", "would forget");
    let said = bench.jurat("runs prune --older-than 0d --everything --yes --json");
    assert_eq!(said.is(0, "", "").json()["runs"].as_array().unwrap().len(), 1);
    assert!(said.json()["freed_bytes"].is_u64());
    bench
        .jurat("runs prune --older-than 0d --everything")
        .is(0, "", "of 0 runs");
    assert_eq!(bench.jurat("runs list --json").json(), serde_json::json!([]));
}

#[test]
fn hints_of_prune_can_be_given_as_they_stand() {
    let bench = Bench::new();
    bench.orchard("");
    let said = bench.jurat("runs prune");
    bench.jurat(&said.hinted()).is(0, "", "of 0 runs");
    let run = bench.orchard("-p ask=true");
    let said = bench.jurat(&format!("runs prune {run}"));
    bench.jurat(&said.hinted()).is(0, "", "");
    bench
        .jurat(&format!("runs prune {run}"))
        .is(0, "", "forgot payloads of 1 runs");
}

#[test]
fn a_run_that_goes_on_is_not_forgotten() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench.jurat("runs prune last").is(3, "", "has not ended");
}
