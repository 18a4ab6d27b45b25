//! Every verb once, as the README shows it.

use serde_json::json;

use crate::cli_fixture::Bench;

#[track_caller]
fn check(line: &str, code: i32, out: &str, err: &str) {
    let bench = Bench::new();
    bench.orchard("--param tier=ultra");
    bench.jurat(line).is(code, out, err);
}

#[test]
fn the_first_command_of_the_readme() {
    let said = Bench::new().jurat("run orchard");
    said.is(0, "\"orchard\": \"Windfall Orchard (fictional)\"", "completed, 15 of 16 stages");
    // The slower of two gauges, which a join that asks for one went on without.
    said.is(0, "", "\n  not done: gauge_");
    assert_eq!(said.json()["report"]["crates_shipped"], 180);
}

#[test]
fn quiet_leaves_the_data_alone() {
    let said = Bench::new().jurat("run orchard --quiet");
    said.is(0, "\"yield_kg\": 3800", "");
    assert_eq!(said.err, "");
}

#[test]
fn run_tells_programs_how_it_ended() {
    let end = Bench::new().jurat("run orchard --json").json();
    assert_eq!((&end["status"], &end["outcome"]), (&"completed".into(), &"completed".into()));
    assert_eq!(
        (&end["progress"]["completed"], &end["progress"]["total"]),
        (&15.into(), &16.into())
    );
    let unfinished = &end["unfinished"];
    assert!(
        [json!(["gauge_barn"]), json!(["gauge_gate"])].contains(unfinished),
        "{unfinished}"
    );
    assert_eq!(end["outputs"]["loops"], 1);
}

#[test]
fn where_a_run_stands_is_one_word_in_every_verb() {
    for (params, word) in [
        ("", "completed"),
        ("-p tier=guest -p target=1", "incomplete"),
        ("-p bruised=95", "refused"),
        ("-p blocks=[\"nowhere\"]", "failed"),
        ("-p ask=true", "waiting"),
    ] {
        let bench = Bench::new();
        let run = bench.jurat(&format!("run orchard --json {params}")).json();
        let list = bench.jurat("runs list --json").json();
        let show = bench.jurat("runs show last --json").json();
        let status = bench.jurat("runs status last").json();
        let said = [&run["status"], &list[0]["status"], &show["status"], &status["status"]];
        assert_eq!(said, [word; 4]);
        bench.jurat("runs list").is(0, &format!(" {word} "), "");
        bench
            .jurat("runs show last")
            .is(0, &format!("status      {word}\n"), "");
    }
}

#[test]
fn outcomes_have_exit_codes() {
    for (params, code, words) in [
        ("tier=guest -p target=1", 2, "incomplete"),
        ("bruised=95", 1, "refused"),
        ("blocks=[\"nowhere\"]", 4, "there is no block `nowhere`"),
        ("flaky=true", 0, "completed"),
    ] {
        Bench::new()
            .jurat(&format!("run orchard -p {params}"))
            .is(code, "", words);
    }
}

#[test]
fn a_run_that_lost_a_part_names_it() {
    let bench = Bench::new();
    bench.write_lossy();
    let said = bench.jurat("run lossy.json");
    said.is(2, "\"yield_kg\": 3800", ", lost\n");
    said.is(2, "", "stage `lost`: `for_each` gave 2 elements; the limit is 1");
}

#[test]
fn input_sets_channels() {
    let bench = Bench::new();
    let said = bench.words(&["run", "orchard", "--input", "-"], r#"{"notes": ["by hand"]}"#);
    said.is(0, "by hand", "");
}

#[test]
fn a_resumed_run_that_is_over_is_only_looked_at() {
    let bench = Bench::new();
    let run = bench.orchard("");
    bench
        .jurat(&format!("resume {run}"))
        .is(0, "\"yield_kg\": 3800", "completed");
    bench
        .jurat("runs show last --json")
        .is(0, "\"outcome\": \"completed\"", "");
}

#[test]
fn runs_are_listed() {
    check("runs list", 0, "completed", "");
    check("runs list --json", 0, "\"workflow\": \"orchard\"", "");
    check("runs list --workflow other", 0, "", "there are no runs yet");
}

#[test]
fn runs_are_shown() {
    check("runs show last", 0, "stages      15 of 16", "");
    check("runs show last", 0, "inspect     done", "");
    check("runs show last --state", 0, "\"yield_kg\": 3800", "");
    check("runs show last --events", 0, "run_started", "");
    check("runs show last --json --state --events", 0, "\"payload_hash\"", "");
}

#[test]
fn runs_are_watched() {
    check("runs watch last", 0, "completed report@0#0", "");
    check("runs watch last --json", 0, "\"kind\":\"run_started\"", "");
    let bench = Bench::new();
    bench.orchard("");
    let whole = bench.jurat("runs watch last").out;
    let rest = bench.jurat("runs watch last --from 10").out;
    assert!(whole.ends_with(&rest));
    assert_eq!(rest.lines().count() + 9, whole.lines().count());
}

#[test]
fn workflows_are_shown_and_drawn() {
    check("workflow list", 0, "harvest_pull", "");
    check("workflow list --json", 0, "\"stages\": 7", "");
    check("workflow show orchard", 0, "guest|pro|ultra", "");
    check("workflow show orchard --json", 0, "\"x-fictional\": true", "");
    check("workflow show orchard --inputs", 0, "\"additionalProperties\": false", "");
    check("workflow lint orchard", 0, "no defects", "");
    check("workflow lint harvest_pull --json", 0, "\"ok\": true", "");
    check("workflow graph orchard", 0, "flowchart", "");
    check("workflow graph orchard --format dot", 0, "digraph", "");
    check("workflow schema", 0, "\"title\": \"jurat workflow\"", "");
    check("schema", 0, "\"title\": \"jurat workflow\"", "");
    check("schema evidence_first", 0, "\"seed\"", "");
    check("schema harvest_pull", 0, "\"additionalProperties\": false", "");
    check("schema nothing", 3, "", "there is no workflow `nothing`");
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "zsh", "fish"] {
        check(&format!("completions {shell}"), 0, "jurat", "");
    }
}

#[test]
fn help_and_version_are_no_misuse() {
    check("--help", 0, "Exit codes", "");
    check("--version", 0, "jurat 0.1.0", "");
    check("runs answer --help", 0, "--author", "");
    check("ask --help", 0, "<QUESTION> [PATH]...", "");
    check("ask --help", 0, "[default: default]", "");
    check("court --help", 0, "--samples <N>", "");
    check("check --help", 0, "--from <MAPPING>", "");
    check("check watch --help", 0, "--policy <POLICY>", "");
}

#[test]
fn init_writes_settings_once() {
    let bench = Bench::new();
    bench.jurat("init").is(0, "home/jurat.toml", "commented out");
    bench.jurat("run orchard").is(0, "yield_kg", "");
    bench.jurat("init").is(3, "", "is there already");
    bench
        .jurat("init project")
        .is(0, "project/jurat.toml", "`jurat trust DIR`");
}

#[test]
fn settings_are_read_from_above() {
    let bench = Bench::new();
    bench.write("home/jurat.toml", "durability = \"normal\"\n");
    bench.write("jurat.toml", "workers = 1\nencoder = \"law\"\n");
    let said = bench.jurat("run orchard");
    assert!(!said.is(0, "yield_kg", "").err.contains("jurat.toml"), "{}", said.err);
    bench.jurat("run orchard --store elsewhere").is(0, "yield_kg", "");
    assert!(bench.path("elsewhere/runs.sqlite").exists());
}

#[test]
fn the_store_is_where_it_is_said_to_be() {
    let bench = Bench::new();
    bench.homeless("run orchard").is(0, "yield_kg", "");
    assert!(bench.path("user").exists());
    std::fs::write(bench.user_settings(), "store = \"own\"\n").unwrap();
    bench.homeless("run orchard").is(0, "yield_kg", "");
    assert!(
        bench
            .user_settings()
            .with_file_name("own")
            .join("runs.sqlite")
            .exists()
    );
    bench.write("jurat.toml", "store = \"here\"\n");
    bench.homeless("trust . --yes").is(0, "store = \"here\"", "");
    bench.homeless("run orchard").is(0, "yield_kg", "");
    assert!(bench.path("here/runs.sqlite").exists());
    bench.jurat("run orchard").is(0, "yield_kg", "");
    assert!(bench.home().join("runs.sqlite").exists());
}

#[test]
fn doctor_tells_how_readers_are_shut_off() {
    check("doctor", 0, "shut-off readers", "");
    check("doctor", 0, "repositories", "");
}
