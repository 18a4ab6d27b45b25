//! What a model is held to: its sentences go back once, it is asked only so often, and where it fails the research goes on.

use serde_json::{Value as Json, json};

use crate::{
    case_studies::{bench, calls, first_sentence, queries},
    sample,
    server::Script,
};

const BATTERY: &str = "What is a rude contact in the law of battery?";
const WRONG: &str = "Whoever lights a lamp owes nine marks to the harbour";

/// A draft of one right sentence, one that no source has and one without a mark.
fn draft(prompt: &str) -> String {
    let right: Json = serde_json::from_str(&first_sentence(prompt)).unwrap();
    let right = right["answer"].as_str().unwrap();
    json!({ "answer": format!("{right} {WRONG} [Source 1]. Lamps are lit at dusk.") })
        .to_string()
}

#[test]
fn what_no_source_bears_out_goes_back_once_and_is_cut_if_it_still_does_not_hold() {
    let script: Script = |kind, _, prompt| {
        let reply = match kind {
            "ClassifyReply" => json!({ "query_type": "simple" }).to_string(),
            "SynthesisReply" => draft(prompt),
            "MendReply" => {
                assert!(
                    prompt.contains(WRONG) && prompt.contains("names no source"),
                    "{prompt}"
                );
                let right: Json = serde_json::from_str(&first_sentence(prompt)).unwrap();
                let right = right["answer"].as_str().unwrap();
                json!({ "sentences": [
                    { "number": 1, "text": right },
                    { "number": 2, "text": "Lamps are lit at noon [Source 1]." },
                    { "number": 9, "text": "Nobody asked for this [Source 1]." },
                ] })
                .to_string()
            }
            "StepQueries" => queries("battery"),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let words = ["--json", "--bundle", "a.jurat", "--report", "a.md"];
    let said = sample::research(&bench, BATTERY, &words);
    assert_eq!(said.code, 0, "{}", said.err);
    bench.homeless("verify a.jurat").is(0, "", "");
    let report = said.json();
    let step = &report["steps"][0];
    assert_eq!(step["sent_back"].as_array().unwrap().len(), 2, "{step:#}");
    // The first was mended and stands; the second was changed, and still no source says it.
    assert_eq!(step["statements"].as_array().unwrap().len(), 2, "{step:#}");
    let cut = step["cut"].as_array().unwrap();
    assert_eq!(cut.len(), 1, "{step:#}");
    assert!(cut[0]["text"].as_str().unwrap().contains("noon"), "{cut:?}");
    assert_eq!((server.count("SynthesisReply"), server.count("MendReply")), (1, 1));
    assert_eq!(report["metrics"]["send_backs"], 1);
    let page = std::fs::read_to_string(bench.path("a.md")).unwrap();
    assert!(page.contains("Sent back to the model") && page.contains("2 sent back, 1 cut"));
}

#[test]
fn a_model_that_cannot_mend_leaves_what_it_said_right() {
    let script: Script = |kind, _, prompt| match kind {
        "ClassifyReply" => Some(json!({ "query_type": "simple" }).to_string()),
        "SynthesisReply" => Some(draft(prompt)),
        "StepQueries" => Some(queries("battery")),
        _ => None,
    };
    let (bench, server) = bench(script);
    let report = sample::research(&bench, BATTERY, &["--json"]).json();
    let step = &report["steps"][0];
    assert_eq!(server.count("MendReply"), 1);
    assert_eq!(step["statements"].as_array().unwrap().len(), 1, "{step:#}");
    assert_eq!(step["cut"].as_array().unwrap().len(), 2, "{step:#}");
    let rows = report["model_use"].as_array().unwrap();
    let row = rows.iter().find(|row| row["stage"] == "synthesize").unwrap();
    assert_eq!((&row["calls"], &row["done_by"]), (&json!(2), &json!("model")));
    assert_ne!(row["failure"], "");
}

/// A replanner that always wants more, and steps that never hold.
#[test]
fn no_question_takes_more_calls_than_the_cap() {
    let script: Script = |kind, count, prompt| {
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
            "ClassifyReply" => json!({ "query_type": "multi_hop" }).to_string(),
            "PlanReply" => json!({ "steps": [
                { "step_id": 1, "phase": "powers", "question": "Which powers of the Senate are enumerated?" },
            ] }).to_string(),
            // One step holds, so that there is something to choose by.
            "StepQueries" if count == 1 => queries("battery"),
            "StepQueries" => queries("enumerated"),
            "SynthesisReply" => first_sentence(prompt),
            "ReplanDecision" => json!({
                "action": "next_step", "phase": "again", "reasoning": "More.",
                "question": format!("Which power of the Senate is number {count}?"),
            }).to_string(),
            "ChoiceReply" => json!({ "answer": "A", "reasoning": "It must be one." }).to_string(),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let question = "Which act of the Senate is improper?\nA. It decides on treaties.\nB. It judges its own elections.";
    let report = sample::research(&bench, question, &["--json", "--preset", "seed"]).json();
    assert_eq!(calls(&server), [1, 1, 1, 4, 4, 3, 1]);
    assert_eq!(report["metrics"]["total_llm_calls"], 1 + 14);
    // The engine counts them, and would stop the run.
    let shown = bench.jurat("runs show last --events --json").json();
    let spent = |unit: &str| -> u64 {
        let events = shown["events"].as_array().unwrap().iter();
        events
            .filter_map(|event| event["payload"]["spend"][unit].as_u64())
            .sum()
    };
    let units = ["asks", "gate_asks", "choice_asks", "send_backs"].map(spent);
    assert_eq!(units, [13, 1, 1, 0]);
}

#[test]
fn a_replanner_that_fails_completes_the_research_with_what_was_found() {
    let script: Script = |kind, _, prompt| match kind {
        "GateReply" => {
            Some(json!({ "is_safe": true, "reasoning": "A question of law." }).to_string())
        }
        "ClassifyReply" => Some(json!({ "query_type": "multi_hop" }).to_string()),
        "StepQueries" => Some(queries("battery")),
        "SynthesisReply" => Some(first_sentence(prompt)),
        _ => None,
    };
    let (bench, server) = bench(script);
    let report = sample::research(&bench, BATTERY, &["--json", "--preset", "seed"]).json();
    assert_eq!(server.count("ReplanDecision"), 1);
    assert_eq!(report["decisions"][0]["action"], "complete");
    assert_eq!(report["steps"].as_array().unwrap().len(), 1);
    assert_eq!(report["result"], "answered");
    let rows = report["model_use"].as_array().unwrap();
    let row = rows.iter().find(|row| row["stage"] == "replan").unwrap();
    assert_eq!(row["done_by"], "value");
}
