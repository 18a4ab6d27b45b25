//! The codes by which programs are told why a call could not be done: those of docs/workflows.md, each met once.

use std::{collections::BTreeMap, fs};

use jurat_engine::{RunId, RunStore};
use serde_json::{Value as Json, json};

use crate::cli_fixture::Bench;

const PAGE: &str = include_str!("../../../../docs/workflows.md");

/// The codes of the page, with the exit codes that it gives them.
fn documented() -> BTreeMap<&'static str, i32> {
    let table = PAGE.split("| code | exit | means |\n").nth(1).unwrap();
    let rows = table.lines().skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut cells = row.split('|').map(str::trim).skip(1);
        let code = cells.next().unwrap().trim_matches('`');
        (code, cells.next().unwrap().parse().unwrap())
    })
    .collect()
}

/// Calls that were refused, by their codes.
#[derive(Default)]
struct MetCodes(BTreeMap<String, i32>);

impl MetCodes {
    /// Makes a call that cannot be done and holds the code against it. Gives what is due then.
    #[track_caller]
    fn meet(&mut self, bench: &Bench, line: &str, code: &str) -> Json {
        let said = bench.jurat(&format!("{line} --json"));
        let told = said.err.lines().last().unwrap_or_default();
        let error: Json = serde_json::from_str(told)
            .unwrap_or_else(|error| unreachable!("{line}: {error}: {}", said.err));
        let error = &error["error"];
        assert_eq!(error["code"], code, "{line}: {error}");
        assert!(
            error["message"].is_string() && error.get("due") != Some(&json!([])),
            "{error}"
        );
        self.0.insert(code.to_owned(), said.code);
        error["due"].clone()
    }
}

/// A run of two stages, the second of which is a fan-out of two.
fn tasting(bench: &Bench) {
    let stages = json!([
        {"id": "pick", "writes": ["trees"]},
        {"id": "taste", "depends_on": ["pick"], "for_each": "state.trees", "retry_limit": 3},
    ]);
    let channels = json!({"trees": {"type": "array", "max_items": 9}});
    let definition = json!({"name": "tasting", "channels": channels, "stages": stages});
    bench.write("tasting.json", definition.to_string());
    bench.jurat("runs start tasting.json").is(0, "", "");
}

#[test]
fn every_code_of_the_page_is_met() {
    let (bench, mut met) = (Bench::new(), MetCodes::default());
    met.meet(&bench, "runs next zzzz", "unknown_run");
    tasting(&bench);
    met.meet(&bench, "runs next zzzz", "unknown_run");
    met.meet(&bench, "resume zzzz", "unknown_run");
    let due = json!(["pick@0#0"]);
    assert_eq!(met.meet(&bench, "runs complete last taste@0#0", "not_due"), due);
    assert_eq!(met.meet(&bench, "runs complete last nobody", "unknown_stage"), due);
    assert_eq!(met.meet(&bench, "runs fail last nobody --message x", "unknown_stage"), due);
    let wrong = "runs complete last pick --output {\"trees\":7}";
    assert_eq!(met.meet(&bench, wrong, "bad_output"), due);
    let torn = "runs complete last pick --output {torn";
    assert_eq!(met.meet(&bench, torn, "bad_input"), due);
    // Nobody looked what is due: that is not the same as nothing.
    assert_eq!(met.meet(&bench, "runs complete last", "bad_input"), json!(null));
    met.meet(&bench, "runs complete last pick --token old", "stale_token");
    bench
        .jurat("runs complete last pick --output {\"trees\":[1,2]}")
        .is(0, "", "");
    met.meet(&bench, "runs complete last pick --output {\"trees\":[]}", "already_reported");
    met.meet(&bench, "runs complete last taste", "ambiguous_stage");
    // The same failure sent twice uses up one attempt.
    let fail = "runs fail last taste@0#0 --message x";
    bench.jurat(fail).is(0, "\"retried\": true", "");
    let due = met.meet(&bench, fail, "token_needed");
    assert_eq!(due, json!(["taste@0#0", "taste@0#1"]));
    assert_eq!(bench.jurat("runs next last").json()["attempt"], 2);
    repeats_acts(&mut met);
    met.meet(&bench, "runs replay last", "unsettled");
    busy_and_broken(&mut met);
    assert_eq!(
        met.0
            .iter()
            .map(|(code, exit)| (&**code, *exit))
            .collect::<BTreeMap<_, _>>(),
        documented()
    );
}

/// A stage that acts outside, done once, and a fork from before it.
fn repeats_acts(met: &mut MetCodes) {
    let bench = Bench::new();
    let stages =
        json!([{"id": "send", "effect": "external"}, {"id": "end", "depends_on": ["send"]}]);
    bench.write("post.json", json!({"name": "post", "stages": stages}).to_string());
    bench.jurat("runs start post.json").is(0, "", "");
    // Nobody has said that they began it.
    bench.jurat("runs fork last --at 1").is(0, "", "parts from");
    bench.jurat("runs complete last send").is(0, "", "");
    met.meet(&bench, "runs fork last --at 1", "repeats_acts");
    bench
        .jurat("runs fork last")
        .is(0, "\"stage\": \"end\"", "parts from");
}

/// A run that another process has, and a store that cannot be read.
fn busy_and_broken(met: &mut MetCodes) {
    let bench = Bench::new();
    let run = bench.orchard("-p ask=true");
    let store = bench.store();
    let lease = store.claim(run.parse::<RunId>().unwrap(), false).unwrap();
    met.meet(&bench, &format!("resume {run}"), "run_busy");
    drop((lease, store));
    let broken = Bench::new();
    fs::create_dir_all(broken.home()).unwrap();
    broken.write("home/runs.sqlite", "this is no database, and it is long enough to be one");
    met.meet(&broken, "runs next last", "failed");
}
