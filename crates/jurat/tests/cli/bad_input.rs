//! What is given wrongly: each time one line, a hint and exit code 3, or 4 where we could not work.

use jurat_engine::{RunId, RunStore};

use crate::cli_fixture::Bench;

#[track_caller]
fn check(line: &str, code: i32, err: &str) {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench.orchard("");
    let said = bench.jurat(line);
    said.is(code, "", err);
    assert!(said.err.contains("error: "), "{}", said.err);
}

#[test]
fn usage_is_checked() {
    Bench::new().jurat("runs").is(3, "", "Usage: jurat runs");
    Bench::new().jurat("").is(3, "", "Usage: jurat");
    check("walk", 3, "unrecognized subcommand");
    check("run", 3, "<WORKFLOW>");
    check("run orchard --param tier", 3, "expected NAME=VALUE");
    check("runs answer last approve yes", 3, "--author");
    check("runs prune --older-than soon", 3, "as in 30d");
    check("completions perl", 3, "invalid value");
}

#[test]
fn workflows_must_be_there() {
    check("run vineyard", 3, "there is no workflow `vineyard`; built in are `evidence_first`");
    check("run vineyard.json", 3, "cannot read `vineyard.json`");
    check("workflow lint vineyard", 3, "hint: give one of these names");
    check("run harvest_pull", 3, "hint: `jurat runs start harvest_pull`");
}

#[test]
fn parameters_must_fit() {
    check("run orchard --report a.md", 3, "workflow `orchard` makes no report");
    check("run orchard -p colour=red", 3, "has no parameter `colour`; it knows `ask`");
    check("run orchard -p tier=gold", 3, "cannot be \"gold\": expected one of");
    check("run orchard -p bruised=lots", 3, "expected a whole number");
    check("run orchard -p blocks=north", 3, "are written as JSON");
    check("runs start harvest_pull -p tier=gold", 3, "`tier` cannot be \"gold\"");
}

#[test]
fn inputs_must_fit() {
    check("run orchard --input missing.json", 3, "cannot read `missing.json`");
    check("run orchard --input -", 3, "no JSON object of channels");
}

#[test]
fn runs_must_be_there() {
    check("resume 01890a5d-ac96-774b-bcce-b302099a8057", 3, "there is no run 01890a5d");
    check("runs show nonesuch", 3, "there is no run `nonesuch`");
    check("runs show 0", 3, "means 2 runs");
    check("runs watch nonesuch", 3, "hint: `jurat runs list`");
}

#[test]
fn questions_must_be_open() {
    check("runs answer last approve yes --author ann", 3, "it asks nothing at the moment");
}

#[test]
fn an_end_is_an_end() {
    check("runs cancel last", 3, "has ended already: completed");
    check("runs fork last", 3, "nothing is left to run");
    check("runs fork last --at 999", 3, "has no event 999");
    check("runs prune", 3, "nothing says which runs to forget");
}

#[test]
fn a_definition_says_where_it_is_wrong() {
    let bench = Bench::new();
    let text = "{\n  \"name\": \"bad\",\n  \"stages\": [\n    { \"id\": \"a\", \"run\": \"pass\",\n      \"depends_on\": [\"b\"] }\n  ]\n}\n";
    bench.write("bad.json", text);
    bench.write("torn.json", "{\n  \"name\": ");
    for verb in ["run", "workflow lint", "workflow graph", "runs start"] {
        bench
            .jurat(&format!("{verb} bad.json"))
            .is(3, "", "line 5, column 22: ");
        bench.jurat(&format!("{verb} torn.json")).is(3, "", "line 2, column ");
    }
    let said = bench.jurat("workflow lint bad.json --json");
    said.is(3, "\"line\": 5", "has 1 defect");
}

#[test]
fn a_definition_must_name_functions_that_exist() {
    let bench = Bench::new();
    bench.write("odd.json", r#"{"name": "odd", "stages": [{"id": "a", "run": "nothing"}]}"#);
    bench
        .jurat("run odd.json")
        .is(3, "", "runs `nothing`, which is no stage function");
}

#[test]
fn a_channel_must_hold_what_its_stages_read() {
    let bench = Bench::new();
    let text = bench.jurat("workflow show orchard --json").out;
    let mut definition: serde_json::Value = serde_json::from_str(&text).unwrap();
    definition["channels"]["shipment"]["type"] = "string".into();
    definition["name"] = "grove".into();
    bench.write("odd.json", definition.to_string());
    for verb in ["run", "workflow lint"] {
        let said =
            "channel `shipment` is declared as string, and stages of orchard hold object";
        bench.jurat(&format!("{verb} odd.json")).is(3, "", said);
    }
    let said = bench.jurat("workflow lint odd.json --json");
    said.is(3, "\"ok\": false", "channel `shipment`");
}

#[test]
fn lint_says_everything_at_once() {
    let bench = Bench::new();
    let text = bench.jurat("workflow show orchard --json").out;
    let mut definition: serde_json::Value = serde_json::from_str(&text).unwrap();
    // In the shape, in what refers to what, in a channel and in two functions; the name is taken, too.
    definition["stages"][0]["retry_limit"] = "twice".into();
    definition["stages"][1]["depends_on"] = serde_json::json!(["nobody"]);
    definition["channels"]["shipment"]["type"] = "string".into();
    definition["stages"][2]["run"] = "orchard.nothing".into();
    definition["stages"][9]["with"] = serde_json::json!({ "fee_pence": "dear" });
    bench.write("odd.json", definition.to_string());
    let said = bench.jurat("workflow lint odd.json --json");
    said.is(3, "", "has 6 defects");
    let codes: Vec<String> = said.json()["defects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["code"].as_str().unwrap().to_owned())
        .collect();
    for code in ["wrong-type", "unknown-stage", "channel-type", "no-function", "name-taken"] {
        assert!(codes.iter().any(|found| found == code), "{code} is not in {codes:?}");
    }
}

#[test]
fn settings_must_fit() {
    let bench = Bench::new();
    bench.write("home/jurat.toml", "colour = 1\n");
    bench.jurat("runs list").is(3, "", "hint: the keys are `store`");
}

#[test]
fn a_run_at_work_elsewhere_is_left_alone() {
    let bench = Bench::new();
    let run = bench.orchard("-p ask=true");
    let store = bench.store();
    let lease = store.claim(run.parse::<RunId>().unwrap(), false).unwrap();
    let said = bench.jurat(&format!("resume {run}"));
    said.is(3, "", "is at work in another process");
    assert!(said.err.contains("hint: `jurat runs watch"));
    drop(lease);
    bench.jurat(&format!("resume {run}")).is(2, "", "waits for a person");
}

#[test]
fn a_damaged_store_is_named() {
    let bench = Bench::new();
    bench.write("home/runs.sqlite", "this is no database, and it is long enough to be one");
    bench.jurat("runs list").is(4, "", "the store is damaged");
    bench.jurat("store check").is(1, "runs.sqlite", "");
}

#[test]
fn a_newer_store_is_refused() {
    let bench = Bench::new();
    bench.jurat("runs list").is(0, "", "");
    let path = bench.home().join("runs.sqlite");
    let mut bytes = std::fs::read(&path).unwrap();
    // The format number, where SQLite keeps `user_version`.
    bytes[60..64].copy_from_slice(&99_u32.to_be_bytes());
    std::fs::write(&path, bytes).unwrap();
    bench
        .jurat("runs list")
        .is(3, "", "has format 99, this jurat knows up to");
}

#[test]
fn a_slip_of_the_pen_is_told_from_another_verb() {
    for (line, verb) in [
        ("aks", "'ask'"),
        ("serach x", "'search'"),
        ("runs lsit", "'list'"),
        ("verfy x", "'verify'"),
    ] {
        let said = Bench::new().jurat(line);
        said.is(3, "", &format!("a similar subcommand exists: {verb}"));
    }
}

#[test]
fn models_stand_in_the_help_of_those_that_can_ask_one() {
    for (verb, stands) in [
        ("ask", true),
        ("check", true),
        ("court", true),
        ("demo", true),
        ("doctor", true),
        ("run", true),
        ("keys new", false),
        ("runs list", false),
        ("verify", false),
    ] {
        let said = Bench::new().jurat(&format!("{verb} --help"));
        said.is(0, "Usage", "");
        assert_eq!(said.out.contains("--model"), stands, "{verb}: {}", said.out);
    }
}
