//! Stages that workers do: `worker:`, in Python and by any command.

use std::{
    collections::BTreeMap,
    env, fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use jurat_engine::{RunStatus, RunStore};
use serde_json::{Value as Json, json};

use crate::cli_fixture::{BINARY, Bench};

/// Three stages in Python, one of them a fan-out, and one that is built in.
const MIXED: &str = r#"{
  "name": "mixed",
  "channels": {
    "trees": {"type": "array", "max_items": 100},
    "notes": {"type": "array", "reducer": "append", "default": []},
    "total": {"type": "int"}
  },
  "stages": [
    {"id": "plant", "run": "worker:plant", "effect": "read", "writes": ["trees"]},
    {"id": "between", "run": "pass", "depends_on": ["plant"]},
    {"id": "taste", "run": "worker:taste", "effect": "external", "depends_on": ["between"],
     "for_each": "state.trees", "writes": ["notes"], "retry_limit": 2},
    {"id": "sum", "run": "worker:sum", "effect": "read", "depends_on": ["taste"], "writes": ["total"]}
  ],
  "outputs": {"notes": "state.notes", "total": "state.total"}
}"#;

/// `taste` writes down who did what, so that a test sees what was done twice.
const STAGES: &str = r#"
import os, sys, time
sys.path.insert(0, sys.argv[1])
from jurat import Retry, serve, stage

@stage
def plant(task):
    return {"trees": list(range(int(os.environ.get("TREES", "3"))))}

@stage
def taste(task):
    if task.attempt == 1 and task.item == 1:
        raise Retry("the basket was empty")
    time.sleep(float(os.environ.get("SLOW", "0")))
    with open(sys.argv[2], "a") as log:
        log.write(f"{task.instance} {task.attempt} {task.idempotency_key}\n")
    return {"notes": [f"tree {task.item}"]}

@stage(name="sum")
def add(task):
    return {"total": len(task.state["notes"])}

serve(jurat=sys.argv[3], lease=2)
"#;

/// Whether Python is here; a test that needs it is passed over visibly where it is not.
#[expect(clippy::disallowed_methods, clippy::print_stdout)]
pub(crate) fn python() -> bool {
    let there = Command::new("python3").arg("--version").output().is_ok();
    assert!(there || env::var_os("JURAT_REQUIRE_ALL").is_none(), "python3 is missing");
    if !there {
        println!("skipped: python3 is missing");
    }
    there
}

/// A process that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(bench: &Bench, program: &str, words: &[&str], envs: &[(&str, &str)]) -> Running {
    let child = bench.beside(program, words).envs(envs.iter().copied()).spawn();
    Running(child.unwrap())
}

fn python_worker(bench: &Bench, envs: &[(&str, &str)]) -> Running {
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let log = bench.path("done.log");
    bench.write("stages.py", STAGES);
    let words = ["stages.py", module.to_str().unwrap(), log.to_str().unwrap(), BINARY];
    start(bench, "python3", &words, envs)
}

/// Which instances were done, each with how often.
fn done(bench: &Bench) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    for line in fs::read_to_string(bench.path("done.log")).unwrap_or_default().lines() {
        let instance = line.split_whitespace().next().unwrap_or_default();
        *all.entry(instance.to_owned()).or_default() += 1;
    }
    all
}

fn expected(trees: usize) -> Json {
    let notes: Vec<String> = (0..trees).map(|tree| format!("tree {tree}")).collect();
    json!({ "notes": notes, "total": trees })
}

#[test]
fn a_run_mixes_stages_in_python_with_built_in_ones() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    bench.write("mixed.json", MIXED);
    bench.jurat("workflow lint mixed.json").is(0, "", "");
    let _worker = python_worker(&bench, &[]);
    let said = bench.jurat("run mixed.json");
    said.is(0, "", "completed");
    assert_eq!(said.json(), expected(3));
    // Others did it: the journal stands in.
    bench.jurat("runs replay last").is(0, "", "");
}

#[test]
fn killed_after_each_event_it_comes_to_the_same() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    bench.write("mixed.json", MIXED);
    let _worker = python_worker(&bench, &[]);
    bench.jurat("run mixed.json").is(0, "", "completed");
    let events = bench.store().runs().unwrap()[0].head_seq;
    assert!(8 < events, "{events}");
    for kill_at in 1..events {
        let runs = bench.store().runs().unwrap().len();
        let mut run = start(&bench, BINARY, &["run", "mixed.json"], &[]);
        wait_for_events(&bench, (runs, kill_at));
        let _ = run.0.kill();
        let _ = run.0.wait();
        let said = bench.jurat("resume last");
        said.is(0, "", "completed");
        assert_eq!(said.json(), expected(3), "killed at event {kill_at}");
    }
}

/// Waits until there is another run, and it has so many events or has ended.
fn wait_for_events(bench: &Bench, (runs, count): (usize, u64)) {
    let store = bench.store();
    let began = Instant::now();
    loop {
        let rows = store.runs().unwrap();
        let newest = rows.first().filter(|_| runs < rows.len());
        let there = newest
            .is_some_and(|row| count <= row.head_seq || row.summary.status == RunStatus::Ended);
        if there {
            return;
        }
        assert!(began.elapsed() < Duration::from_mins(1), "no event {count}");
        thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn eight_workers_at_once_do_not_collide() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    bench.write("mixed.json", MIXED);
    let _workers: Vec<Running> = (0..8)
        .map(|_| python_worker(&bench, &[("TREES", "24"), ("SLOW", "0.02")]))
        .collect();
    let said = bench.jurat("run mixed.json");
    said.is(0, "", "completed");
    assert_eq!(said.json(), expected(24));
    let done = done(&bench);
    assert_eq!(done.len(), 24);
    assert!(done.values().all(|times| *times == 1), "{done:?}");
}

const ONE: &str = r#"{"name": "one", "channels": {"a": {}}, "outputs": {"a": "state.a"},
    "stages": [{"id": "do", "run": "worker:doer", "effect": "external", "writes": ["a"] MORE}]}"#;

fn one(bench: &Bench, more: &str) {
    bench.write("one.json", ONE.replace("MORE", more));
}

fn command_worker(bench: &Bench, script: &str) -> Running {
    start(bench, BINARY, &["worker", "doer", "--lease", "1", "--", "sh", "-c", script], &[])
}

#[test]
fn the_task_of_a_worker_that_dies_goes_to_another() {
    let bench = Bench::new();
    one(&bench, "");
    let mut run = start(&bench, BINARY, &["run", "one.json"], &[]);
    let dying = command_worker(&bench, "touch begun; sleep 60");
    wait_for(&bench.path("begun"));
    // Killed, as a machine would: nobody gives the task back.
    drop(dying);
    let _heir = command_worker(&bench, r#"echo '{"output": {"a": "heir"}}'"#);
    run.0.wait().unwrap();
    bench.jurat("resume last").is(0, "\"a\": \"heir\"", "completed");
}

/// Waits until a command has left a file.
fn wait_for(path: &Path) {
    let began = Instant::now();
    while !path.exists() {
        assert!(began.elapsed() < Duration::from_mins(1), "no {}", path.display());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_worker_that_is_killed_takes_its_command_with_it() {
    let bench = Bench::new();
    one(&bench, "");
    let _run = start(&bench, BINARY, &["run", "one.json"], &[]);
    let worker =
        command_worker(&bench, "(sleep 2; touch below) & touch begun; sleep 2; touch late");
    wait_for(&bench.path("begun"));
    drop(worker);
    thread::sleep(Duration::from_secs(4));
    assert!(!bench.path("late").exists(), "its command went on");
    assert!(!bench.path("below").exists(), "what its command started went on");
}

#[test]
fn a_task_that_is_delivered_again_says_so() {
    let bench = Bench::new();
    one(&bench, "");
    let mut run = start(&bench, BINARY, &["run", "one.json"], &[]);
    let dying = command_worker(&bench, "cat > first; touch begun; sleep 60");
    wait_for(&bench.path("begun"));
    drop(dying);
    let _heir = command_worker(&bench, r#"cat > second; echo '{"output": {"a": 1}}'"#);
    run.0.wait().unwrap();
    let told = |name: &str| -> [Json; 2] {
        let text = fs::read_to_string(bench.path(name)).unwrap();
        let request: Json = serde_json::from_str(&text).unwrap();
        ["delivery", "attempt"].map(|key| request[key].clone())
    };
    assert_eq!(told("first"), [json!(1), json!(1)]);
    assert_eq!(told("second"), [json!(2), json!(1)]);
}

#[cfg(unix)]
#[test]
fn a_command_has_the_umask_of_its_user() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    one(&bench, "");
    let script = r#"umask 027; exec "$0" worker doer -- sh -c 'umask > mask; echo "{\"output\": {\"a\": 1}}"'"#;
    let _worker = start(&bench, "sh", &["-c", script, BINARY], &[]);
    bench.jurat("run one.json").is(0, "\"a\": 1", "completed");
    assert_eq!(fs::read_to_string(bench.path("mask")).unwrap().trim(), "0027");
    for file in fs::read_dir(bench.home()).unwrap().map(Result::unwrap) {
        let mode = file.metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", file.path().display());
    }
}

#[test]
fn a_worker_that_hangs_is_cut_off() {
    let bench = Bench::new();
    one(&bench, r#", "timeout_ms": 700"#);
    let _worker = command_worker(&bench, "sleep 5; touch late");
    bench.jurat("run one.json").is(4, "", "it took too long");
    thread::sleep(Duration::from_secs(6));
    assert!(!bench.path("late").exists(), "its program went on");
}

#[test]
fn a_worker_that_lies_fails_its_stage() {
    for (reply, why) in [
        (r#"{"output": {"b": 1}}"#, "there is no such channel"),
        ("none", "not one JSON value"),
        (r#"{"error": {"message": "no ladder"}}"#, "no ladder"),
    ] {
        let bench = Bench::new();
        one(&bench, "");
        let _worker = command_worker(&bench, &format!("echo '{reply}'"));
        bench.jurat("run one.json").is(4, "", why);
    }
}

#[test]
fn a_name_that_no_workflow_can_give_is_not_served() {
    let bench = Bench::new();
    for name in ["bad name!", "", "a/b", &"x".repeat(101)] {
        let said = bench.words(&["worker", name, "--idle", "1", "--", "true"], "");
        said.is(3, "", "a worker's name has letters, digits, `-`, `_` and `.`");
    }
}

#[test]
fn what_a_command_says_is_shown_and_not_obeyed() {
    let bench = Bench::new();
    one(&bench, "");
    let script = r#"printf 'a\033[2Jb\r\nlast \233\n' >&2; (setsid sleep 9 >/dev/null &); echo '{"output": {"a": 1}}'"#;
    let words = ["worker", "doer", "--idle", "2", "--", "sh", "-c", script];
    let mut command = bench.beside(BINARY, &words);
    let worker = command.stderr(Stdio::piped()).spawn().unwrap();
    bench.jurat("run one.json").is(0, "\"a\": 1", "completed");
    let said = String::from_utf8(worker.wait_with_output().unwrap().stderr).unwrap();
    assert!(said.contains("a\\u{1b}[2Jb\nlast \u{fffd}\n"), "{said:?}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
    assert!(said.contains(": done"), "{said:?}");
}

#[test]
fn a_reply_that_comes_when_time_is_up_is_not_called_done() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    one(&bench, "");
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    bench.write("late.py", LATE);
    let words = ["late.py", module.to_str().unwrap(), BINARY];
    let mut command = bench.beside("python3", &words);
    let worker = command.stderr(Stdio::piped()).spawn().unwrap();
    bench.jurat("run one.json").is(0, "\"a\": 1", "");
    // From here on it is there, and slow.
    bench.write("slow", "");
    one(&bench, r#", "timeout_ms": 1500"#);
    bench.jurat("run one.json").is(4, "", "it took too long");
    let said = String::from_utf8(worker.wait_with_output().unwrap().stderr).unwrap();
    let ends: Vec<&str> = said
        .lines()
        .filter_map(|line| line.rsplit_once(": "))
        .map(|(_, end)| end)
        .collect();
    assert_eq!(ends, ["done", "not wanted any more"], "{said}");
}

const LATE: &str = r#"
import os, sys, time
sys.path.insert(0, sys.argv[1])
from jurat import serve, stage

@stage
def doer(task):
    time.sleep(4 if os.path.exists("slow") else 0)
    return {"a": 1}

serve(jurat=sys.argv[2], idle=5)
"#;

const EXITS: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
from jurat import serve, stage

@stage
def doer(task):
    sys.exit("no settings")

serve(jurat=sys.argv[2], idle=5)
"#;

const COSTLY: &str = r#"
import sys
sys.path.insert(0, sys.argv[1])
from jurat import Reply, serve, stage

@stage
def doer(task):
    return Reply({"a": task.item}, spend={"calls": 4}, outcome="refused", reason="too sour")

serve(jurat=sys.argv[2], idle=5)
"#;

#[test]
fn a_python_stage_says_what_it_cost_and_what_it_means() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    let budget = r#""budgets": {"calls": {"unit": "calls", "limit": 3}}, "stages""#;
    let next = r#"}, {"id": "next", "run": "pass", "depends_on": ["do"], "when": "budgets.calls.left == 0""#;
    bench.write("one.json", ONE.replace("MORE", next).replace(r#""stages""#, budget));
    bench.write("costly.py", COSTLY);
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let _worker =
        start(&bench, "python3", &["costly.py", module.to_str().unwrap(), BINARY], &[]);
    bench.jurat("run one.json").is(1, "", "too sour");
    let shown = bench.jurat("runs show last --json").json();
    assert_eq!(shown["stages"][1]["phase"], "done", "{shown}");
}

#[test]
fn a_python_stage_that_exits_fails_and_its_worker_lives_on() {
    if !python() {
        return;
    }
    let bench = Bench::new();
    one(&bench, "");
    bench.write("exits.py", EXITS);
    let module = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python");
    let _worker =
        start(&bench, "python3", &["exits.py", module.to_str().unwrap(), BINARY], &[]);
    bench.jurat("run one.json").is(4, "", "SystemExit: no settings");
    bench.jurat("run one.json").is(4, "", "SystemExit: no settings");
}

#[test]
fn a_stage_that_waits_for_a_worker_says_so() {
    let bench = Bench::new();
    one(&bench, r#", "timeout_ms": 4000"#);
    bench
        .jurat("run one.json")
        .is(4, "", "`jurat worker doer -- COMMAND` serves it");
}

/// A workflow whose one stage costs something.
fn paid_one(bench: &Bench, more: &str) {
    let text = ONE
        .replace("\"external\"", "\"paid\"")
        .replace("MORE", &format!(r#", "with": {{"reserve": {{"calls": 3}}}}{more}"#))
        .replace(
            r#""stages""#,
            r#""budgets": {"calls": {"unit": "calls", "limit": 5}}, "stages""#,
        );
    bench.write("one.json", text);
}

/// Does a paid task, and leaves a line for it.
const PAID: &str = r#"echo x >> paid; echo '{"output": {"a": 1}, "spend": {"calls": 2}}'"#;

fn times_paid(bench: &Bench) -> usize {
    fs::read_to_string(bench.path("paid")).unwrap().lines().count()
}

#[test]
fn a_paid_call_of_a_worker_is_paid_once() {
    let bench = Bench::new();
    paid_one(&bench, "");
    let _worker = command_worker(&bench, PAID);
    bench.jurat("run one.json").is(0, "\"a\": 1", "completed");
    // A replay asks the journal.
    bench.jurat("runs replay last").is(0, "", "");
    assert_eq!(times_paid(&bench), 1);
}

#[test]
fn a_fork_waits_for_a_worker_only_for_what_was_not_paid_yet() {
    let bench = Bench::new();
    paid_one(&bench, r#", "timeout_ms": 4000"#);
    let worker = command_worker(&bench, PAID);
    let run = bench.jurat("run one.json --json").json()["run"].clone();
    let run = run.as_str().unwrap();
    drop(worker);
    let shown = bench.jurat(&format!("runs show {run} --events --json")).json();
    let mut events = shown["events"].as_array().unwrap().iter();
    let paid = events.find(|event| event["kind"] == "paid_result").unwrap()["seq"].clone();
    bench
        .jurat(&format!("runs fork {run} --at {paid}"))
        .is(0, "\"a\": 1", "completed");
    let said = bench.jurat(&format!("runs fork {run} --at 1"));
    said.is(4, "", "stage do waits for a worker: `jurat worker doer -- COMMAND` serves it");
    assert_eq!(times_paid(&bench), 1);
}
