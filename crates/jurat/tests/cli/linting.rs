//! What `workflow lint` says of stages of one's own before any run.

use crate::{cli_fixture::Bench, own_programs::script};

#[test]
fn a_channel_to_read_that_is_not_there_is_a_defect() {
    let bench = Bench::new();
    script(&bench, "true", r#", "with": {"reads": ["a", "aa"]}"#);
    let said = bench.jurat("workflow lint w/w.json");
    said.is(3, "", "stage `do` reads unknown channel `aa`");
    said.is(3, "", "did you mean `a`?");
    // And no run starts on it.
    bench.jurat("run w/w.json").is(3, "", "reads unknown channel `aa`");
}

#[test]
fn a_cost_to_reserve_is_in_a_unit_of_a_budget() {
    let bench = Bench::new();
    let text = r#"{"name": "w", "budgets": {"purse": {"unit": "coins", "limit": 5}}, "stages": [
        {"id": "do", "run": "worker:do", "effect": "paid", "with": {"reserve": {"UNIT": 3}}}]}"#;
    bench.write("w.json", text.replace("UNIT", "coins"));
    bench.jurat("workflow lint w.json").is(0, "no defects", "");
    bench.write("w.json", text.replace("UNIT", "coin"));
    let why = "no budget counts `coin`; of the budgets `purse` counts `coins`";
    bench.jurat("workflow lint w.json").is(3, "", why);
    bench.jurat("run w.json").is(3, "", why);
    bench.write("w.json", text.replace("UNIT", "dispatches"));
    bench
        .jurat("workflow lint w.json")
        .is(3, "", "counted by the engine alone");
}

#[test]
fn what_is_hardly_meant_is_told_and_runs() {
    let bench = Bench::new();
    let body = r#"echo '{"output": {"a": 1}}'"#;
    script(
        &bench,
        body,
        r#", "effect": "external", "with": {"files": ["/no/such/file", "here"]}"#,
    );
    let said = bench.jurat("workflow lint w/w.json");
    said.is(0, "no defects", "warning: line 2");
    for told in [
        "stage `do` is `external`, but a program of `exec:` writes no file",
        "a worker (`worker:NAME`) or a service does what changes something outside",
        "may read /no/such/file, which is not there",
        "may read here, which is seen from nowhere: give the whole path",
    ] {
        said.is(0, "", told);
    }
    let warnings = bench.jurat("workflow lint w/w.json --json").json()["warnings"].clone();
    assert_eq!(warnings.as_array().unwrap().len(), 3, "{warnings}");
    assert_eq!(warnings[0]["line"], 2, "{warnings}");
    bench.jurat("run w/w.json").is(0, "", "completed");
}

#[test]
fn a_script_that_is_not_there_is_told() {
    let bench = Bench::new();
    let text = r#"{"name": "w", "stages": [{"id": "do", "run": "exec:sh ./none.sh"}]}"#;
    bench.write("w.json", text);
    bench
        .jurat("workflow lint w.json")
        .is(0, "", "none.sh, which is not there");
    bench.write("none.sh", "true");
    assert!(!bench.jurat("workflow lint w.json").err.contains("warning"));
}

#[test]
fn a_condition_over_a_channel_that_nothing_fills_is_told() {
    let bench = Bench::new();
    let text = r#"{"name": "w", "channels": {"ready": {"type": "bool" MORE}}, "stages": [
        {"id": "one", "run": "pass"},
        {"id": "do", "run": "pass", "depends_on": ["one"], "when": "state.ready == true"}]}"#;
    bench.write("w.json", text.replace("MORE", ""));
    let said = bench.jurat("workflow lint w.json");
    said.is(0, "", "warning: line 3, column 68: this decides by channel `ready`");
    said.is(0, "", "it is null unless `--input` fills it");
    bench.write("w.json", text.replace("MORE", r#", "default": false"#));
    assert!(!bench.jurat("workflow lint w.json").err.contains("warning"));
}

#[test]
fn a_cost_in_a_unit_that_no_budget_counts_fails_its_stage() {
    let bench = Bench::new();
    for (unit, code, why) in [
        ("coins", 0, "completed"),
        ("coin", 4, "no budget counts `coin`; of the budgets `purse` counts `coins`"),
        ("wall_ms", 4, "`wall_ms` is counted by the engine alone"),
    ] {
        let body = format!(r#"echo '{{"output": {{"a": 1}}, "spend": {{"{unit}": 3}}}}'"#);
        script(&bench, &body, "");
        let text = std::fs::read_to_string(bench.path("w/w.json")).unwrap();
        let budget = r#""budgets": {"purse": {"unit": "coins", "limit": 5}}, "stages""#;
        bench.write("w/w.json", text.replace(r#""stages""#, budget));
        bench.jurat("run w/w.json").is(code, "", why);
    }
}
