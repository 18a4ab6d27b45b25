//! What is told of a run beside its answer: the trace file, the timeline of the report, the estimate, and the replay that needs
//! no server.

use std::{fs, net::TcpListener};

use serde_json::{Value as Json, json};

use crate::{
    bench::Bench,
    case_studies::{TORTS, bench, calls, first_sentence, queries},
    sample,
    server::{Script, Server},
};

const SCRIPT: Script = |kind, count, prompt| {
    let reply = match kind {
        "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
        "ClassifyReply" => json!({ "query_type": "multi_hop" }).to_string(),
        // The first reply is of no shape.
        "PlanReply" if count == 1 => "I would rather not plan.".to_owned(),
        "PlanReply" => json!({ "steps": [
            { "step_id": 1, "phase": "definition", "question": "What is battery, and which intent does it take?" },
        ] }).to_string(),
        "StepQueries" => queries(["battery", "self-defence", "bystander"][count - 1]),
        "SynthesisReply" => first_sentence(prompt),
        "ReplanDecision" => json!({
            "action": "next_step", "phase": "next", "reasoning": "It is still open.",
            "question": (["When is self-defence a defence to battery?", "What is owed to a bystander?"][count - 1]),
        }).to_string(),
        "ChoiceReply" => json!({ "answer": "C", "reasoning": "The defence holds." }).to_string(),
        _ => return None,
    };
    Some(reply)
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
    let said = sample::research(&bench, TORTS, &words);
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

#[test]
fn an_estimate_asks_nobody_and_holds_for_the_run_that_follows() {
    let (bench, server) = bench(SCRIPT);
    let words = ["research", TORTS, "--preset", "seed", "--estimate"];
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
