//! What is told of a run beside its answer: the trace file, the timeline of the report, the estimate, and the replay that needs
//! no server.

use std::{fs, net::TcpListener, thread, time::Duration};

use serde_json::{Value as Json, json};

use crate::{
    bench::{BINARY, Bench},
    case_studies::{TORTS, bench, calls},
    sample,
    server::{Script, Server},
};

/// The torts of the case study; the first plan is of no shape.
const SCRIPT: Script = |kind, count, prompt| match kind {
    "PlanReply" if count == 1 => Some("I would rather not plan.".to_owned()),
    _ => (TORTS.script)(kind, count, prompt),
};

/// Nobody is at the server's port any more.
fn without_server(bench: &Bench, server: &Server) {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let path = bench.path("home/jurat.toml");
    let settings = fs::read_to_string(&path).unwrap();
    let port = server.port.to_string();
    assert!(settings.contains(&port));
    fs::write(path, settings.replace(&port, &nobody.to_string())).unwrap();
}

#[test]
fn a_trace_tells_every_stage_in_the_words_of_the_source_and_a_replay_needs_no_server() {
    let (bench, server) = bench(SCRIPT);
    let words = [
        "--json",
        "--preset",
        "seed",
        "--trace",
        "trace.json",
        "--report",
        "a.md",
        "--report",
        "a.html",
        "--report",
        "a.pdf",
    ];
    let said = sample::research(&bench, TORTS.question, &words);
    assert_eq!(said.code, 0, "{}", said.err);
    let (report, trace) = (said.json(), read(&bench, "trace.json"));
    check_trace(&trace);
    let metrics = [
        "total_llm_calls",
        "input_chars",
        "output_chars",
        "input_tokens",
        "output_tokens",
        "parse_failures",
        "iteration_count",
        "steps_completed",
        "steps_failed",
        "steps_pending",
        "query_type",
        "memory_hit",
        "injection_safe",
    ];
    for name in metrics {
        assert!(!trace["metrics"][name].is_null(), "{name}");
        assert_eq!(trace["metrics"][name], report["metrics"][name], "{name}");
    }
    // Eleven, the gate's, and the plan that was asked for again.
    assert_eq!(trace["metrics"]["total_llm_calls"], 13);
    assert_eq!(trace["metrics"]["parse_failures"], 1);
    for page in ["a.md", "a.html"] {
        let page = fs::read_to_string(bench.path(page)).unwrap();
        assert!(page.contains("Timeline") && page.contains("mc select"), "{page}");
        assert!(page.contains("replan, step 2") && page.contains("synthesize, step 3"));
    }
    assert!(fs::read(bench.path("a.pdf")).unwrap().starts_with(b"%PDF"));
    let asked = calls(&server);
    without_server(&bench, &server);
    bench.jurat("runs replay last").is(0, "the same", "");
    assert_eq!(calls(&server), asked);
}

fn read(bench: &Bench, name: &str) -> Json {
    serde_json::from_slice(&fs::read(bench.path(name)).unwrap()).unwrap()
}

fn check_trace(trace: &Json) {
    let keys = [
        "label",
        "subject",
        "question",
        "gold_idx",
        "correct_answer",
        "query_type",
        "retrieval",
        "pipeline",
        "mc_result",
        "metrics",
    ];
    for key in keys {
        assert!(trace.get(key).is_some(), "{key} is not in {trace:#}");
    }
    assert_eq!(trace["query_type"], "multi_hop");
    assert_eq!(trace["mc_result"]["method"], "model");
    assert_eq!(trace["mc_result"]["details"], "answer explicitly selects C");
    let nodes = trace["pipeline"]["nodes"].as_array().unwrap();
    let mut names: Vec<&str> = nodes.iter().map(|it| it["node"].as_str().unwrap()).collect();
    names.dedup();
    let step = ["executor_node", "evaluator_node"];
    let expected = [
        &["detect_injection_node", "classifier_node", "planner_node"][..],
        &step,
        &["replanner_node"],
        &step,
        &["replanner_node"],
        &step,
        &["verify_answer_node", "memory_writeback_node", "observability_node"],
    ]
    .concat();
    assert_eq!(names, expected);
    let mut last = 0;
    let mut by_model = 0;
    for node in nodes {
        let [began, ended] = ["began_ms", "ended_ms"].map(|it| node[it].as_i64().unwrap());
        assert!(last <= began && began <= ended, "{node:#}");
        last = ended;
        by_model += node["model"]["calls"].as_u64().unwrap_or(0);
    }
    assert_eq!(by_model, 13);
    assert!(0.0 < trace["metrics"]["elapsed_sec"].as_f64().unwrap());
    let first = &trace["pipeline"]["steps"][0];
    assert!(first["optimized_query"].as_str().unwrap().contains("battery"));
    assert_eq!(first["passage_previews"].as_array().unwrap().len(), 5, "{first:#}");
}

/// The first replanning takes so long that somebody ends the process.
const SLOW: Script = |kind, count, prompt| {
    if kind == "ReplanDecision" && count == 1 {
        thread::sleep(Duration::from_secs(5));
    }
    SCRIPT(kind, count, prompt)
};

#[test]
fn the_trace_of_a_run_that_was_killed_and_resumed_tells_it_from_its_beginning() {
    let (bench, server) = bench(SLOW);
    let words = ["research", TORTS.question, "--corpus", "varrow", "--preset", "seed"];
    let mut killed = bench.beside(BINARY, &words).spawn().unwrap();
    while server.count("ReplanDecision") == 0 {
        assert!(killed.try_wait().unwrap().is_none(), "it ended before it could be killed");
        thread::sleep(Duration::from_millis(10));
    }
    killed.kill().unwrap();
    killed.wait().unwrap();
    bench
        .jurat("resume last --json --trace trace.json")
        .is(0, "", "trace.json");
    let trace = read(&bench, "trace.json");
    check_trace(&trace);
    let nodes = trace["pipeline"]["nodes"].as_array().unwrap();
    let resumed = trace["pipeline"]["resumed_ms"].as_array().unwrap();
    let [resumed] = resumed.as_slice() else { unreachable!("resumed {resumed:?}") };
    let before = nodes
        .iter()
        .filter(|node| node["ended_ms"].as_i64() <= resumed.as_i64());
    let before: Vec<&str> = before.map(|node| node["node"].as_str().unwrap()).collect();
    assert!(before.starts_with(&["detect_injection_node"]), "{before:?}");
    assert!(before.ends_with(&["evaluator_node"]), "{before:?}");
    // The call that was under way is paid twice, and told once.
    assert_eq!(server.count("ReplanDecision"), TORTS.calls[5] + 1);
    // What has ended can be told of as well.
    bench.jurat("resume last --json --trace again.json").is(0, "", "");
    assert_eq!(read(&bench, "again.json")["pipeline"], trace["pipeline"]);
}

#[test]
fn a_run_of_another_workflow_has_no_trace() {
    let bench = Bench::new();
    bench.orchard("");
    bench
        .jurat("resume last --trace trace.json")
        .is(3, "", "a run of `orchard` has no trace");
    assert!(!bench.path("trace.json").exists());
}

#[test]
fn an_estimate_asks_nobody_and_holds_for_the_run_that_follows() {
    let (bench, server) = bench(SCRIPT);
    let words = ["research", TORTS.question, "--preset", "seed", "--estimate"];
    bench.words(&words, "").is(0, "synthesize", "").is(0, "EUR", "");
    let as_json = [&words[..], &["--json"]].concat();
    let found = bench.words(&as_json, "").json();
    assert_eq!(calls(&server), [0; 7]);
    assert_eq!((&found["likely"]["calls"], &found["most"]["calls"]), (&json!(12), &json!(15)));
    assert!(found["likely"]["cost_micros"].as_u64() < found["most"]["cost_micros"].as_u64());
    let offline = [&words[..], &["--model", "offline"]].concat();
    bench.words(&offline, "").is(0, "0 calls", "");
    assert!(
        bench
            .jurat("runs list --json")
            .json()
            .as_array()
            .is_none_or(Vec::is_empty)
    );
}

/// The spans of a run as a collector gets them: names and attributes stand in the bytes as they are.
#[cfg(feature = "otel")]
#[test]
fn spans_carry_the_numbers_of_a_run_and_not_its_question() {
    use std::{io::Read, io::Write, sync::mpsc, thread, time::Duration};

    let collector = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = collector.local_addr().unwrap().port();
    let (sender, received) = mpsc::channel();
    thread::spawn(move || {
        for mut stream in collector.incoming().flatten() {
            stream.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
            let mut bytes = Vec::new();
            // Until nothing more comes: the reply ends the request.
            drop(stream.read_to_end(&mut bytes));
            drop(stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"));
            drop(sender.send(bytes));
        }
    });
    let bench = sample::varrow();
    let url = format!("http://127.0.0.1:{port}/v1/traces");
    let question = "What is a rude contact in the Varrow law of battery?";
    let said = sample::research(&bench, question, &["--json", "--otel", &url]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.err.contains(&format!("spans go to http://127.0.0.1:{port}")), "{}", said.err);
    let sent = received.recv_timeout(Duration::from_secs(20)).unwrap();
    let sent = String::from_utf8_lossy(&sent);
    let names = [
        "research detect_injection",
        "research synthesize",
        "jurat.llm_calls",
        "jurat.characters_in",
        "jurat.tokens_out",
        "jurat.parse_failures",
        "jurat.iterations",
        "jurat.steps_completed",
        "jurat.query_type",
        "jurat.memory_hit",
        "jurat.injection_safe",
    ];
    for name in names {
        assert!(sent.contains(name), "{name} is not in {sent}");
    }
    assert!(!sent.contains("rude contact"), "{sent}");
}
