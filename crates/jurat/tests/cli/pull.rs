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
    assert_eq!(over["reasons"], json!([]));
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
    assert_eq!((&status["status"], &status["outcome"]), (&json!("running"), &json!(null)));
    assert!(status["checkpoint_path"].as_str().unwrap().ends_with("runs.sqlite"));
    bench.jurat("runs list").is(0, " running ", "");
    bench.jurat("runs show last").is(0, "status      running", "");
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
    assert_eq!(back["next_stage"], "scout@1#0");
    // A loop never lowers the count; what is to be done again is not among what is completed.
    assert_eq!(back["progress"]["completed"], 5);
    let status = bench.jurat("runs status last").json();
    assert_eq!(status["completed_stages"], json!(["intake", "gatekeeper"]));
    // A late report of the first pass does not count for the second.
    assert_eq!(complete(&bench, "scout", STAGES[1].1)["repeated"], true);
    for (stage, output, _) in &STAGES[1..3] {
        complete(&bench, &format!("{stage}@1#0"), output);
    }
    // The gatekeeper is not repeated.
    let exhausted = complete(&bench, "taster@1#0", failed);
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
}

#[test]
fn a_pulled_run_without_a_result_writes_no_proof() {
    let bench = Bench::new();
    bench.words(
        &["runs", "start", "evidence_first", "-p", "question=How long?", "-p", "corpus=c"],
        "",
    );
    let said = bench.jurat("resume last --bundle proof.jurat");
    said.is(3, "", "has no result to write");
    assert!(!bench.path("proof.jurat").exists());
}

#[test]
fn a_pulled_run_that_is_resumed_says_what_is_due() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    let said = bench.jurat("resume last");
    said.is(0, "\"stage\": \"intake\"", "is done from outside; `intake` is due");
    bench
        .jurat("runs fail last intake --message torn --class permanent")
        .is(0, "\"outcome\": \"failed\"", "");
    bench
        .jurat("runs show last")
        .is(0, "because     stage `intake@0#0` failed: torn", "");
    bench.jurat("resume last").is(0, "\"stage\": \"intake\"", "");
    complete(&bench, "intake", STAGES[0].1);
}

#[test]
fn a_failure_that_may_pass_is_tried_again_with_another_token() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    complete(&bench, "intake", STAGES[0].1);
    let first = bench.jurat("runs next last").json();
    let token = first["token"].as_str().unwrap();
    let failed = bench.jurat("runs fail last scout --message fog").json();
    assert_eq!((&failed["retried"], &failed["next_stage"]), (&json!(true), &json!("scout")));
    let second = bench.jurat("runs next last").json();
    assert_eq!(
        (&second["attempt"], &second["view"]["profile"]),
        (&json!(2), &json!({"rows": 3}))
    );
    let late = ["--json", "runs", "complete", "last", "scout", "--token", token];
    let late = bench.words(&late, "");
    late.is(3, "", "");
    let error: Json = serde_json::from_str(&late.err).unwrap();
    assert_eq!(error["error"]["code"], "stale_token");
    assert_eq!(error["error"]["due"], json!(["scout@0#0"]));
    let token = second["token"].as_str().unwrap();
    bench
        .words(&["runs", "complete", "last", "scout", "--token", token], "")
        .is(0, "\"next_stage\": \"planner\"", "");
}

#[test]
fn a_pulled_run_is_forked_in_its_own_mode() {
    let bench = Bench::new();
    let run = bench.jurat("runs start harvest_pull").json()["run"].clone();
    complete(&bench, "intake", STAGES[0].1);
    let run = run.as_str().unwrap();
    let forked = bench.jurat(&format!("runs fork {run} --at 1"));
    forked.is(0, "\"stage\": \"intake\"", "parts from");
    assert_ne!(forked.json()["run"], *run);
    bench.jurat("runs list").is(0, " running ", "");
    assert_eq!(complete(&bench, "intake", "{}")["next_stage"], "scout");
}

#[test]
fn calls_side_by_side_wait_for_each_other() {
    let bench = Bench::new();
    let stages: Vec<Json> = (0..12).map(|n| json!({"id": format!("s{n}")})).collect();
    bench.write("wide.json", json!({"name": "wide", "stages": stages}).to_string());
    bench.jurat("runs start wide.json").is(0, "", "");
    std::thread::scope(|scope| {
        for n in 0..12 {
            let bench = &bench;
            scope.spawn(move || {
                bench.jurat(&format!("runs complete last s{n}")).is(0, "", "").code
            });
        }
    });
    assert_eq!(bench.jurat("runs next last").json()["status"], "complete");
}

#[test]
fn an_answer_moves_a_pulled_run_on() {
    let bench = Bench::new();
    let ask =
        json!({"id": "ask", "interrupt": {"prompt": "Go?", "choices": ["yes"], "to": "said"}});
    let stages = json!([ask, {"id": "go", "depends_on": ["ask"]}]);
    let channels = json!({"said": {"type": "object"}});
    let definition = json!({"name": "asks", "channels": channels, "stages": stages});
    bench.write("asks.json", definition.to_string());
    bench.jurat("runs start asks.json").is(0, "\"stage\": \"ask\"", "");
    let question = &bench.jurat("runs next last").json()["question"];
    assert_eq!((&question["prompt"], &question["choices"]), (&json!("Go?"), &json!(["yes"])));
    assert_eq!(question["output"], json!(["answer", "author", "reason"]));
    bench.jurat("runs fail last ask --message no").is(
        3,
        "",
        "jurat runs answer RUN STAGE VALUE",
    );
    bench
        .jurat("runs answer last ask yes --author ann")
        .is(0, "", "hint: jurat runs next");
    assert_eq!(bench.jurat("runs next last").json()["stage"], "go");
    complete(&bench, "go", "{}");
    assert_eq!(bench.jurat("runs status last").json()["outcome"], "completed");
}

#[test]
fn an_outcome_is_null_until_the_end() {
    let bench = Bench::new();
    bench.jurat("runs start harvest_pull").is(0, "", "");
    assert_eq!(bench.jurat("runs list --json").json()[0]["outcome"], json!(null));
    for verb in ["show", "status"] {
        let shown = bench.jurat(&format!("runs {verb} last --json")).json();
        assert_eq!(shown["outcome"], json!(null), "{verb}");
    }
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
    complete(&bench, "intake", STAGES[0].1);
    bench.jurat("runs cancel last").is(0, "", "was cancelled");
    let over = bench.jurat("runs next last").json();
    assert_eq!(over["status"], "cancelled");
    assert_eq!(over["progress"], json!({"completed": 1, "total": 7, "percentage": 14}));
    let status = bench.jurat("runs status last").json();
    assert_eq!(status["completed_stages"], json!(["intake"]));
    bench.jurat("runs show last").is(0, "stages      1 of 7", "");
    let said = bench.jurat("resume last");
    said.is(2, "\"status\": \"cancelled\"", "is over: cancelled");
    let (_, line) = said.err.split_once("hint: `jurat ").unwrap();
    // What the hint says is what goes on.
    let fork = line.split_once('`').unwrap().0;
    assert!(fork.starts_with("runs fork "), "{fork}");
    bench.jurat(fork).is(0, "scout@0#0", "is done from outside");
}

#[test]
fn a_run_that_works_by_itself_takes_no_stages_from_outside() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench
        .jurat("runs status last")
        .is(0, "\"current_stage\": \"approve\"", "");
    for call in ["complete last approve", "next last"] {
        bench
            .jurat(&format!("runs {call}"))
            .is(3, "", "does its stages itself");
    }
}
