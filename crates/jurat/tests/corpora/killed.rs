//! A kill at any time leaves a corpus that the same command completes.

use std::{
    fs,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value as Json;

use crate::{
    bench::{BINARY, Bench},
    ferry_rules,
};

/// Files of rows: enough commits to be killed between.
const FILES: usize = 6;
const ROWS: usize = 400;

fn fill(bench: &Bench) {
    let all = ferry_rules::jsonl(FILES * ROWS);
    let lines: Vec<&str> = all.lines().collect();
    for (number, part) in lines.chunks(ROWS).enumerate() {
        bench.write(&format!("docs/{number}.jsonl"), part.join("\n"));
    }
}

#[expect(clippy::disallowed_methods, reason = "a kill needs a process of its own")]
fn start(bench: &Bench) -> Child {
    Command::new(BINARY)
        .args(["ingest", "docs", "--corpus", "ferry"])
        .env("JURAT_HOME", bench.home())
        .current_dir(bench.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What users can see of the corpus; paths and folders differ between benches.
fn seen(bench: &Bench) -> Vec<Json> {
    let mut shown = bench.jurat("corpus show ferry --json").json();
    for key in ["folder", "bytes"] {
        shown[key] = Json::Null;
    }
    for source in shown["sources"].as_array_mut().unwrap() {
        source["file"] = Json::Null;
    }
    let mut all = vec![shown];
    for words in ["lamp q17", "night ferry", "number 2000"] {
        let line = ["search", words, "--corpus", "ferry", "--json"];
        all.push(bench.words(&line, "").json());
    }
    all
}

fn log_bytes(bench: &Bench) -> u64 {
    fs::metadata(bench.home().join("corpora/ferry/log-1")).map_or(0, |data| data.len())
}

#[test]
fn killed_and_resumed_it_comes_to_the_same() {
    let calm = Bench::new();
    fill(&calm);
    calm.jurat("ingest docs --corpus ferry").is(0, "", "");
    let expected = seen(&calm);
    let bench = Bench::new();
    fill(&bench);
    let mut kills = 0;
    for round in 0..14 {
        let before = log_bytes(&bench);
        let mut child = start(&bench);
        // Each round waits a little longer, so that kills fall everywhere: while reading, at
        // commits, while indexing, while merging.
        let mut waited = 0;
        while waited < 15 * (round + 1) && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(5));
            waited += 5;
            let committed = before < log_bytes(&bench);
            if round % 2 == 0 && committed {
                break;
            }
        }
        if child.try_wait().unwrap().is_some_and(|status| status.success()) {
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if 0 < log_bytes(&bench) {
            bench.jurat("corpus show ferry").is(0, "", "");
        }
    }
    assert!(3 <= kills, "only {kills} kills");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus check ferry").is(0, "sound", "");
    assert_eq!(seen(&bench), expected);
}

#[test]
fn ctrl_c_keeps_what_was_read() {
    let bench = Bench::new();
    fill(&bench);
    let child = start(&bench);
    thread::sleep(Duration::from_millis(150));
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let code = child.wait_with_output().unwrap().status.code();
    assert!(matches!(code, Some(130 | 0)), "{code:?}");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus check ferry").is(0, "sound", "");
}

#[test]
fn a_second_writer_is_refused_and_readers_are_not() {
    let bench = Bench::new();
    bench.write("docs/a.txt", "A ferry must carry a lamp.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let lock = fs::OpenOptions::new()
        .write(true)
        .open(bench.home().join("corpora/.locks/ferry"))
        .unwrap();
    lock.lock().unwrap();
    for line in
        ["ingest docs --corpus ferry", "corpus remove ferry", "erase --corpus ferry --yes"]
    {
        bench.jurat(line).is(3, "", "is being written by another process");
    }
    bench.jurat("search lamp --corpus ferry").is(0, "a.txt:0", "");
    bench.jurat("corpus show ferry").is(0, "a.txt", "");
}

/// A file may not grow past so many blocks of 512 bytes: as near to a full disk as a test gets.
#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "a limit needs a shell to set it")]
fn a_disk_that_is_full_costs_nothing_that_was_committed() {
    let bench = Bench::new();
    fill(&bench);
    bench.write("first/a.txt", "A ferry must carry a lamp.");
    bench.jurat("ingest first --corpus ferry").is(0, "", "");
    let script = "trap '' XFSZ; ulimit -f 24; exec \"$0\" ingest docs --corpus ferry";
    let output = Command::new("sh")
        .args(["-c", script, BINARY])
        .env("JURAT_HOME", bench.home())
        .current_dir(bench.path(""))
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(err.contains("hint: "), "{err}");
    bench.jurat("search lamp --corpus ferry").is(0, "a.txt:0", "");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus check ferry").is(0, "sound: 2401 sources", "");
}
