//! Pull mode: seven stages done from outside.

use serde_json::{Value as Json, json};

use crate::cli_fixture::Bench;

const STAGES: [(&str, &str, u32); 7] = [
    ("intake", r#"{"profile": {"rows": 3}}"#, 14),
    ("scout", r#"{"finds": ["ripe"]}"#, 28),
    ("planner", r#"{"plan": {}}"#, 42),
    ("gatekeeper", "{}", 57),
    ("taster", r#"{"tasting": {"status": "PASS"}}"#, 71),
    ("foreman", r#"{"decision": {"verdict": "PICK"}}"#, 85),
    ("reporter", r#"{"report": {"pages": 1}}"#, 100),
];

#[track_caller]
fn complete(bench: &Bench, stage: &str, output: &str) -> Json {
    let said = bench.words(&["runs", "complete", "last", stage, "--output", output], "");
    said.is(0, "", "");
    said.json()
}

#[test]
fn seven_stages_from_start_to_end() {
    let bench = Bench::new();
    let started = bench.jurat("runs start harvest_pull").json();
    assert_eq!(started["session_id"], started["run"]);
    assert_eq!(started["next"]["stage"], "intake");
    for (place, (stage, output, percentage)) in STAGES.into_iter().enumerate() {
        let due = bench.jurat("runs next last").json();
        assert_eq!((&due["stage"], &due["agent"]), (&stage.into(), &stage.into()));
        assert!(due["description"].is_string());
        assert_eq!(due["progress"]["completed"], place);
        let done = complete(&bench, stage, output);
        let next = STAGES.get(place + 1).map(|(stage, _, _)| *stage);
        let progress = json!({"completed": place + 1, "total": 7, "percentage": percentage});
        let expected = json!({"completed": stage, "next_stage": next, "progress": progress});
        assert_eq!(done, expected);
    }
    let over = bench.jurat("runs next last").json();
    assert_eq!(over["status"], "complete");
    assert_eq!(over["progress"], json!({"completed": 7, "total": 7, "percentage": 100}));
}

#[test]
fn status_says_how_far_it_is() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull --param tier=pro").is(0, "", "");
    for (stage, output, _) in &STAGES[..2] {
        complete(&bench, stage, output);
    }
    let status = bench.jurat("runs status last").json();
    assert_eq!(status["current_stage"], "planner");
    assert_eq!(status["completed_stages"], json!(["intake", "scout"]));
    assert_eq!(status["total_stages"], 7);
    assert_eq!(status["progress"]["percentage"], 28);
    assert_eq!(status["is_complete"], false);
    assert_eq!((&status["status"], &status["outcome"]), (&json!("pull"), &json!(null)));
    assert!(status["checkpoint_path"].as_str().unwrap().ends_with("runs.sqlite"));
    bench.jurat("runs list").is(0, "pull", "");
    bench.jurat("runs show last").is(0, "status      pull", "");
}

#[test]
fn a_failed_tasting_sends_the_scouts_back() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    for (stage, output, _) in &STAGES[..4] {
        complete(&bench, stage, output);
    }
    let failed = r#"{"tasting": {"status": "FAIL"}}"#;
    let back = complete(&bench, "taster", failed);
    assert_eq!(back["next_stage"], "scout");
    // A loop never lowers the count.
    assert_eq!(back["progress"]["completed"], 5);
    for (stage, output, _) in &STAGES[1..3] {
        complete(&bench, stage, output);
    }
    // The gatekeeper is not repeated.
    let exhausted = complete(&bench, "taster", failed);
    assert_eq!(exhausted["next_stage"], "foreman");
    for (stage, output, _) in &STAGES[5..] {
        complete(&bench, stage, output);
    }
    assert_eq!(bench.jurat("runs next last").json()["outcome"], "incomplete");
}

#[test]
fn the_same_report_twice_changes_nothing() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    complete(&bench, "intake", STAGES[0].1);
    let again = complete(&bench, "intake", STAGES[0].1);
    assert_eq!((&again["repeated"], &again["next_stage"]), (&true.into(), &"scout".into()));
}

#[test]
fn a_stage_that_is_not_due_is_refused() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    bench.jurat("runs complete last foreman").is(
        3,
        "",
        "stage `foreman` is not due; `intake@0#0` is",
    );
    bench
        .jurat("runs complete last intake --output 7")
        .is(3, "", "expected an object");
    bench
        .jurat("runs complete last intake --output {\"decision\":{}}")
        .is(3, "", "it may set profile");
    bench
        .jurat("runs complete last intake --output {torn")
        .is(3, "", "no JSON");
    bench
        .jurat("runs complete last intake --output gone.json")
        .is(3, "", "cannot read");
    bench.jurat("resume last").is(3, "", "done from outside");
}

#[test]
fn outputs_come_from_files_and_stdin() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    bench.write("intake.json", STAGES[0].1);
    bench
        .jurat("runs complete last intake --output intake.json")
        .is(0, "scout", "");
    let words = ["runs", "complete", "last", "scout", "--output", "-"];
    bench.words(&words, STAGES[1].1).is(0, "planner", "");
}

#[test]
fn a_pulled_run_can_be_cancelled() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    bench.jurat("runs cancel last").is(0, "", "was cancelled");
    assert_eq!(bench.jurat("runs next last").json()["status"], "cancelled");
}

#[test]
fn a_run_that_works_by_itself_takes_no_stages_from_outside() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench
        .jurat("runs status last")
        .is(0, "\"current_stage\": \"approve\"", "");
    bench
        .jurat("runs complete last approve")
        .is(3, "", "does its stages itself");
}
