//! The store: checked, copied, brought up to date.

use crate::bench::Bench;

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
    bench.jurat("store backup copy").is(4, "", "does not overwrite");
}

#[test]
fn a_current_store_needs_no_migration() {
    let bench = Bench::new();
    bench.orchard("");
    bench.jurat("store migrate").is(0, "already", "");
    bench.jurat("--store nowhere store migrate").is(4, "", "nowhere");
}
