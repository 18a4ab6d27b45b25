//! The store: checked, copied, brought up to date.

use crate::cli_fixture::Bench;

#[test]
fn a_sound_store_is_sound() {
    let bench = Bench::new();
    bench.orchard("");
    bench.jurat("store check").is(0, "sound: 1 runs, 0 problems", "");
    bench.jurat("store check --json").is(0, "\"ok\": true", "");
}

#[test]
fn a_backup_opens_as_a_store() {
    let bench = Bench::new();
    let run = bench.orchard("");
    bench.jurat("store backup copy").is(0, "copy", "hint: ");
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
