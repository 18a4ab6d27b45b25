//! Ctrl-C, SIGTERM and the end of the terminal let a run go in order.

use std::{process::Stdio, thread, time::Duration};

use rustix::process::{Pid, Signal, kill_process};

use crate::cli_fixture::{BINARY, Bench};

#[track_caller]
fn check(signal: Signal) {
    let bench = Bench::new();
    let mut command = bench.beside(BINARY, &["run", "orchard", "--json", "-p", "slow_ms=200"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !bench.jurat("runs show last --events").out.contains("completed count") {
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    let ended = child.wait_with_output().unwrap();
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{err}");
    let out = String::from_utf8(ended.stdout).unwrap();
    assert!(out.contains("\"status\": \"stopped\""), "{out}");
    assert!(err.contains("hint: jurat resume"), "{err}");
    bench.jurat("runs list").is(0, "stopped", "");
    bench.jurat("store check").is(0, "sound", "");
    bench.jurat("resume last").is(0, "\"yield_kg\": 3800", "completed");
}

#[test]
fn the_first_press_lets_go_and_the_run_can_be_resumed() {
    check(Signal::INT);
}

#[test]
fn to_be_terminated_is_no_worse() {
    check(Signal::TERM);
    check(Signal::HUP);
}
