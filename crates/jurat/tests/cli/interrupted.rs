//! Ctrl-C lets a run go in order.

use std::{
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};

use crate::cli_fixture::{BINARY, Bench};

#[expect(clippy::disallowed_methods, reason = "a signal needs a process of its own")]
fn spawn(bench: &Bench, words: &[&str]) -> Child {
    Command::new(BINARY)
        .args(words)
        .env("JURAT_HOME", bench.home())
        .current_dir(bench.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn the_first_press_lets_go_and_the_run_can_be_resumed() {
    let bench = Bench::new();
    let child = spawn(&bench, &["run", "orchard", "-p", "slow_ms=200"]);
    while !bench.jurat("runs show last --events").out.contains("completed count") {
        thread::sleep(Duration::from_millis(20));
    }
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let ended = child.wait_with_output().unwrap();
    let err = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{err}");
    assert!(err.contains("hint: jurat resume"), "{err}");
    bench.jurat("runs list").is(0, "stopped", "");
    bench.jurat("resume last").is(0, "\"yield_kg\": 3800", "completed");
}
