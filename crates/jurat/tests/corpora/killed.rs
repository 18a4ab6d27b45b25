//! A kill at any time leaves a corpus that the same command completes.

use std::{
    fs,
    io::Read,
    path::Path,
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

/// A moment between none and `most` that is another at each run of the test.
fn some_moment(most: Duration) -> Duration {
    let mut random = [0];
    fs::File::open("/dev/urandom")
        .unwrap()
        .read_exact(&mut random)
        .unwrap();
    most * u32::from(random[0]) / 256
}

#[test]
fn a_table_that_was_half_read_is_gone_on_with_where_it_stopped() {
    const MANY: usize = 6_500;
    let calm = Bench::new();
    calm.write("docs/rows.jsonl", ferry_rules::jsonl(MANY));
    calm.jurat("ingest docs --corpus ferry").is(0, "", "");
    let bench = Bench::new();
    bench.write("docs/rows.jsonl", ferry_rules::jsonl(MANY));
    let mut child = start(&bench);
    while log_bytes(&bench) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it kept anything");
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(some_moment(Duration::from_millis(300)));
    child.kill().unwrap();
    child.wait().unwrap();
    let said = bench.jurat("ingest docs --corpus ferry --json");
    let file = &said.is(0, "", "").json()["files"][0];
    let rows = |key: &str| file["documents"][key].as_u64().unwrap();
    let (added, kept) = (rows("added"), rows("unchanged"));
    // Where the kill came after the last row, there was nothing to read at all.
    let is_whole = file["outcome"] == "unchanged" && added + kept == 0;
    let is_half = 2_000 <= kept && added + kept == MANY as u64;
    assert!(is_whole || is_half, "{added} rows were read, {kept} were there");
    bench
        .jurat("corpus check ferry")
        .is(0, &format!("sound: {MANY} sources"), "");
    assert_eq!(seen(&bench), seen(&calm));
}

/// Starts to read a table and stops it in the middle. Gives what it said.
fn half_read(bench: &Bench, signal: Signal) -> String {
    bench.write("docs/rows.jsonl", ferry_rules::jsonl(6_500));
    let mut command = bench.beside(BINARY, &["ingest", "docs", "--corpus", "ferry"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while log_bytes(bench) == 0 {
        thread::sleep(Duration::from_millis(1));
    }
    kill_process(Pid::from_child(&child), signal).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(!ended.status.success(), "it was read to its end");
    String::from_utf8(ended.stdout).unwrap()
}

#[test]
fn a_table_that_was_half_read_is_told_of_until_it_is_whole() {
    const GOES_ON: &str = "hint: the same `jurat ingest … --corpus ferry` as before goes on";
    const PART: &str = "docs/rows.jsonl` was read in part";
    let bench = Bench::new();
    half_read(&bench, Signal::KILL);
    let search = || bench.jurat("search lamp q17 --corpus ferry");
    search()
        .is(3, "", "has no index yet")
        .is(3, "", PART)
        .is(3, "", GOES_ON);
    let line = ["ask", "Who must carry a lamp?", "--corpus", "ferry"];
    for said in [search(), bench.words(&line, "")] {
        assert_eq!(said.err.matches(GOES_ON).count(), 1, "{}", said.err);
    }
    bench.jurat("search lamp --corpus ferry --quiet").is(3, "", GOES_ON);
    bench.jurat("corpus list").is(0, "read in part: /", GOES_ON);
    bench.jurat("corpus show ferry").is(0, "", PART);
    bench.jurat("corpus check ferry").is(1, PART, GOES_ON);
    let repaired = bench.jurat("corpus check ferry --repair");
    repaired
        .is(1, PART, "the index was made anew")
        .is(1, ", 1 problems", GOES_ON);
    search().is(0, "rows.jsonl#r17", PART).is(0, "", GOES_ON);
    let asked = bench.words(&line, "").err;
    assert!(asked.contains(PART) && asked.contains(GOES_ON), "{asked}");
    bench.jurat("ingest docs --corpus ferry").is(0, "1 files", "");
    bench
        .jurat("corpus check ferry")
        .is(0, "sound: 6500 sources, 0 problems", "");
    assert!(!search().err.contains("in part"));
    assert!(!bench.jurat("corpus list").is(0, "", "").out.contains("in part"));
}

#[test]
fn who_stops_reading_hears_what_is_kept() {
    let bench = Bench::new();
    let said = half_read(&bench, Signal::TERM);
    let sources = bench.jurat("corpus list --json").json()[0]["sources"]
        .as_u64()
        .unwrap();
    assert!(2_000 <= sources, "{sources}");
    for part in [
        "in part      rows.jsonl".to_owned(),
        format!("{sources} documents of it are kept, the rest was not read"),
        format!("ferry: 1 files (1 in part), {sources} sources kept, 0 passages indexed"),
    ] {
        assert!(said.contains(&part), "no `{part}` in {said}");
    }
}

#[track_caller]
fn check_stopped(signal: Signal) {
    let bench = Bench::new();
    fill(&bench);
    let child = start(&bench);
    thread::sleep(Duration::from_millis(150));
    kill_process(Pid::from_child(&child), signal).unwrap();
    let code = child.wait_with_output().unwrap().status.code();
    assert!(matches!(code, Some(130 | 0)), "{code:?}");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus check ferry").is(0, "sound", "");
}

#[test]
fn ctrl_c_keeps_what_was_read() {
    check_stopped(Signal::INT);
}

#[test]
fn to_be_terminated_keeps_what_was_read() {
    check_stopped(Signal::TERM);
}

/// The folders of corpora that were made for one question.
fn question_folders(bench: &Bench) -> usize {
    let found = fs::read_dir(bench.home().join("corpora"))
        .into_iter()
        .flatten()
        .flatten();
    found
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("ask-"))
        .count()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a kill needs a process of its own")]
fn a_question_that_is_killed_leaves_nothing_for_long() {
    let bench = Bench::new();
    bench.write("docs/rows.jsonl", ferry_rules::jsonl(6_000));
    let mut child = Command::new(BINARY)
        .args(["ask", "Who must carry a lamp?", "docs"])
        .env("JURAT_HOME", bench.home())
        .current_dir(bench.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while question_folders(&bench) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it read anything");
        thread::sleep(Duration::from_millis(1));
    }
    bench.jurat("corpus list").is(0, "", "");
    assert_eq!(question_folders(&bench), 1, "its process is alive");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(question_folders(&bench), 1);
    bench.jurat("corpus list").is(0, "", "");
    assert_eq!(question_folders(&bench), 0);
    let locks = fs::read_dir(bench.home().join("corpora/.questions")).unwrap();
    assert_eq!(locks.count(), 0);
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

/// The most bytes that a file below a folder has.
#[cfg(unix)]
fn largest_file(folder: &Path, counts: &dyn Fn(&Path) -> bool) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let sizes = entries.filter(|path| counts(path)).map(|path| {
        if path.is_dir() {
            largest_file(&path, &|_| true)
        } else {
            fs::metadata(&path).unwrap().len()
        }
    });
    sizes.max().unwrap_or(0)
}

/// Documents fit, their index does not: as on a disk that fills up between the two.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_under_the_index_is_called_full() {
    let bench = Bench::new();
    fill(&bench);
    bench.jurat("ingest docs --corpus whole --no-vectors").is(0, "", "");
    let (whole, is_index) = (bench.home().join("corpora/whole"), |path: &Path| {
        path.file_name().unwrap().to_string_lossy().starts_with("index-")
    });
    let (documents, index) =
        (largest_file(&whole, &|path| !is_index(path)), largest_file(&whole, &is_index));
    assert!(documents + 2048 < index, "{documents} {index}");
    let blocks = u64::midpoint(documents, index) / 512;
    let script = format!(
        "trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" ingest docs --corpus ferry --no-vectors"
    );
    let mut command = bench.beside("sh", &["-c", &script, BINARY]);
    let output = command.stderr(Stdio::piped()).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(4), "{err}");
    assert!(
        err.contains("error: the disk is full: there is no room for the index in "),
        "{err}"
    );
    assert!(err.contains("what was read is kept"), "{err}");
    assert!(err.contains("then goes on where it stopped"), "{err}");
    bench
        .jurat("ingest docs --corpus ferry --no-vectors")
        .is(0, "(6 unchanged)", "");
    bench.jurat("corpus check ferry").is(0, "sound: 2400 sources", "");
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
