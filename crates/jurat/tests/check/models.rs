//! A model may doubt; its doubt counts where it points at something, and costs what the policy
//! allows.

use serde_json::json;

use crate::{
    bench::Bench,
    samples,
    server::{Script, Server},
};

const SENTENCE: &str =
    "O art. 49 do CDC dá ao consumidor o direito de desistir do contrato no prazo de 7 dias";

fn bench(script: Script) -> (Bench, Server) {
    let (bench, server) = (samples::bench(), Server::start(script));
    let settings = server.settings("audit = \"local\"\nplan = \"local\"\n");
    bench.write("home/jurat.toml", settings.replace("key_file = \"local.key\"\n", ""));
    bench.write("always.json", r#"{ "sampling": 1 }"#);
    (bench, server)
}

#[test]
fn a_doubt_that_points_at_a_sentence_and_a_source_counts() {
    let (bench, server) = bench(|kind, _, _| {
        let flag = |sentence: &str, source: &str| json!({ "sentence": sentence, "defect": "unsupported", "sources": [source], "why": "No." });
        let flags = [
            flag(SENTENCE, "hit#1"),
            flag(SENTENCE, "hit#99"),
            flag("This sentence stands nowhere.", "hit#1"),
        ];
        (kind == "Checklist").then(|| json!({ "flags": flags }).to_string())
    });
    let said = bench.jurat("check good.json --policy always.json --json");
    let audit = &said.json()["audit"];
    let doubts: Vec<_> = audit["redator"]["issues"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|issue| issue["code"] == "MODEL_DOUBTS")
        .collect();
    assert_eq!(doubts.len(), 1, "{audit:#}");
    assert_eq!((&doubts[0]["severity"], &doubts[0]["at"]), (&json!("warn"), &json!("$.draft")));
    assert!(audit["not_checked"].to_string().contains("2 doubts point at no"), "{audit:#}");
    assert_eq!(server.count("Checklist"), 1);
    assert_eq!(audit["model_use"][0]["tokens_out"], 20, "{audit:#}");
    bench.jurat("runs replay last").is(0, "the same", "");
    assert_eq!(server.count("Checklist"), 1);
}

#[test]
fn a_model_is_asked_when_the_policy_says_so() {
    let (bench, server) = bench(|_, _, _| Some(json!({ "flags": [] }).to_string()));
    bench.write("never.json", r#"{ "sampling": 0 }"#);
    bench.jurat("check good.json --policy never.json").is(0, "ok", "");
    assert_eq!(server.count("Checklist"), 0);
    bench.write("third.json", r#"{ "sampling": 3 }"#);
    for request in 1..=3 {
        bench.jurat(&format!("check good.json --policy third.json --request {request}"));
    }
    assert_eq!(server.count("Checklist"), 1);
    let hybrid = r#"{ "operation": "hybrid", "sampling": 0, "risk_threshold": 0.5 }"#;
    bench.write("hybrid.json", hybrid);
    bench.jurat("check good.json --policy hybrid.json").is(0, "ok", "");
    assert_eq!(server.count("Checklist"), 1);
    bench.jurat("check bad.json --policy hybrid.json").is(0, "not ok", "");
    assert_eq!(server.count("Checklist"), 2);
    bench
        .jurat("check bad.json --policy hybrid.json --model offline")
        .is(0, "not ok", "");
    assert_eq!(server.count("Checklist"), 2);
    bench.jurat("check good.json --model local").is(0, "ok", "");
    assert_eq!(server.count("Checklist"), 3);
}

#[test]
fn a_model_that_fails_leaves_the_deterministic_audit() {
    let (bench, server) = bench(|_, _, _| None);
    let line = "check bad.json --policy always.json --json";
    let mut with = samples::timeless(bench.jurat(line).json());
    assert_eq!(server.count("Checklist"), 1);
    let used = with["audit"].as_object_mut().unwrap().remove("model_use").unwrap();
    assert_eq!(used[0]["done_by"], "twin", "{used:#}");
    let without = bench.jurat(&format!("{line} --model offline"));
    assert_eq!(with, samples::timeless(without.json()));
}

#[test]
fn a_part_that_the_run_lost_is_named_and_makes_the_exit_code_2() {
    let (bench, server) = bench(|_, _, _| Some(json!({ "flags": [] }).to_string()));
    let line = "check good.json --policy always.json";
    bench.jurat(line).is(0, "good.json: ok", "model_calls=1");
    // The key that its model needs is gone: the stage fails, the audit is done without it.
    bench.write("home/jurat.toml", server.settings("audit = \"local\"\n"));
    let said = bench.jurat(line);
    said.is(2, "good.json: ok", "incomplete, 2 of 3 stages\n  not done: checklist\n");
    said.is(2, "", "stage `checklist@0#0` failed: cannot read the key file");
    // An audit that says no says so still.
    let refused = bench.jurat("check bad.json --policy always.json --fail-on warn");
    refused.is(1, "bad.json: not ok", "not done: checklist");
}

#[test]
fn a_plan_of_a_model_is_what_the_draft_is_held_to() {
    let (bench, server) = bench(|kind, _, _| {
        let plan = json!({
            "objectives": ["Answer"], "key_articles": ["Art. 18"], "outline": [],
            "success_criteria": ["Mentions Art. 18 in the first sentence"],
        });
        (kind == "AnswerPlan").then(|| plan.to_string())
    });
    let mut state = samples::state("arrependimento_good.json");
    state["meta"].as_object_mut().unwrap().remove("plan");
    bench.write("unplanned.json", state.to_string());
    let policy = r#"{ "plan": { "enabled": true, "risk_threshold": 0.0 }, "sampling": 0 }"#;
    bench.write("plan.json", policy);
    let said = bench.jurat("check unplanned.json --policy plan.json --format state");
    let made = said.json();
    assert_eq!(server.count("AnswerPlan"), 1);
    assert_eq!(made["meta"]["plan"]["key_articles"], json!(["Art. 18"]));
    let issues = made["meta"]["audit"]["redator"]["issues"].to_string();
    assert!(issues.contains("PLAN_GAP") && issues.contains("Art. 18"), "{issues}");
}
