//! The four case studies of the system's source, as whole runs with a scripted model and embedding server: how often the
//! model is asked, which steps hold, what is chosen.

use std::{fs, path::Path};

use serde_json::{Value as Json, json};

use crate::{
    bench::Bench,
    sample,
    server::{Script, Server},
};

const BOTH: &str = "any = \"local\"\nembed = \"vectors\"\n";

/// Passages all have the same vector; a query's lies so far off that its cosine is the one that the case study had.
fn embedding(text: &str) -> Vec<f64> {
    let cosine = match text {
        it if it.contains("battery") => 0.777,
        it if it.contains("self-defence") => 0.776,
        it if it.contains("bystander") => 0.766,
        it if it.contains("enumerated") => 0.692,
        it if it.contains("advice") => 0.674,
        it if it.contains("limitations") => 0.697,
        it if it.contains("asylum") => 0.717,
        it if it.contains("vehicle") => 0.75,
        it if it.contains("warrant") => 0.74,
        it if it.contains("privilege") => 0.73,
        _ => 1.0,
    };
    let queries = ["query:"];
    let is_query = queries.iter().any(|mark| text.starts_with(mark));
    let cosine: f64 = if is_query { cosine } else { 1.0 };
    vec![cosine, (1.0 - cosine * cosine).sqrt(), 0.0, 0.0]
}

pub(crate) fn bench(script: Script) -> (Bench, Server) {
    let (bench, server) = (Bench::new(), Server::start_with(script, embedding));
    let port = server.port;
    let vectors = format!(
        "[models.vectors]\nprovider = \"openai\"\nmodel = \"vectors\"\ndimensions = 4\nbase_url = \"http://127.0.0.1:{port}/v1\"\nkey_file = \"local.key\"\n"
    );
    bench.write("home/jurat.toml", format!("{vectors}{}", server.settings(BOTH)));
    bench.write("home/local.key", "sk-varrow-0123456789abcdef");
    only_mine(&bench.path("home/local.key"));
    sample::write(&bench);
    bench.jurat("ingest sample --corpus varrow").is(0, "", "");
    (bench, server)
}

fn only_mine(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Researches by the seed's numbers, without its gate, and sees that the proof holds.
#[track_caller]
fn researched(bench: &Bench, question: &str, code: i32) -> Json {
    let words = ["--json", "--preset", "seed", "--bundle", "a.jurat"];
    let said = sample::research(bench, question, &words);
    assert_eq!(said.code, code, "{}\n{}", said.err, said.out);
    bench.homeless("verify a.jurat").is(0, "", "");
    said.json()
}

/// Calls of the model, by what they were for.
pub(crate) fn calls(server: &Server) -> [usize; 7] {
    [
        "GateReply",
        "ClassifyReply",
        "PlanReply",
        "StepQueries",
        "SynthesisReply",
        "ReplanDecision",
        "ChoiceReply",
    ]
    .map(|kind| server.count(kind))
}

pub(crate) fn queries(term: &str) -> String {
    let words = "rule elements exceptions in the law as outlines and decisions tell it";
    json!({
        "primary": format!("query: {term} {words}"),
        "alternatives": [format!("{term} definition {words}"), format!("{term} cases {words}")],
    })
    .to_string()
}

/// The first sentence of the first source that a prompt shows, with its mark.
pub(crate) fn first_sentence(prompt: &str) -> String {
    let after = prompt.rsplit("[Source 1] ").next().unwrap_or_default();
    let words = after.split("\\n").nth(1).unwrap_or_default();
    let end = words.find(". ").map_or(words.len(), |at| at + 1);
    let sentence = words[..end].trim_end_matches('.').replace("\\\"", "\"");
    json!({ "answer": format!("**Rule**: {sentence} [Source 1].") }).to_string()
}

pub(crate) const TORTS: &str = "A guard in a bank fires at a robber who has drawn a gun. The bullet glances off a pillar and hits a customer, who \
    sues the guard for battery. Will the customer prevail?\n\nAnswer choices:\nA. Yes, because the guard meant to fire.\nB. Yes, because the \
    customer was not a robber.\nC. No, if the guard fired reasonably in his own defence.\nD. No, because the bullet glanced off.";

#[test]
fn torts_take_eleven_calls_and_steps_that_share_no_passage() {
    let script: Script = |kind, count, prompt| {
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
            "ClassifyReply" => json!({ "query_type": "multi_hop" }).to_string(),
            "PlanReply" => json!({ "steps": [
                { "step_id": 1, "phase": "definition", "question": "What is battery, and which intent does it take?" },
                { "step_id": 2, "phase": "more", "question": "This step is left out." },
            ] }).to_string(),
            "StepQueries" => queries(["battery", "self-defence", "bystander"][count - 1]),
            "SynthesisReply" => first_sentence(prompt),
            "ReplanDecision" => json!({
                "action": "next_step", "phase": "next",
                "question": (["When is self-defence a defence to battery?", "What is owed to a bystander?"][count - 1]),
                "reasoning": "It is still open.",
            }).to_string(),
            "ChoiceReply" => json!({ "answer": "C", "reasoning": "The defence holds." }).to_string(),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let report = researched(&bench, TORTS, 0);
    assert_eq!(calls(&server), [1, 1, 1, 3, 3, 2, 1]);
    // The gate is one more than the eleven of the source.
    assert_eq!(report["metrics"]["total_llm_calls"], 12);
    assert_eq!(report["choices"]["chosen"], "C");
    let steps = report["steps"].as_array().unwrap();
    let sure: Vec<f64> = steps.iter().map(|it| it["confidence"].as_f64().unwrap()).collect();
    for (found, expected) in sure.iter().zip([0.777, 0.776, 0.766]) {
        assert!((found - expected).abs() < 0.001, "{sure:?}");
    }
    let mut seen = std::collections::BTreeSet::new();
    for id in steps
        .iter()
        .flat_map(|it| it["retrieved_doc_ids"].as_array().unwrap())
    {
        assert!(seen.insert(id.as_str().unwrap()), "{id} twice");
    }
    assert!(
        report["final_cited_answer"]
            .as_str()
            .unwrap()
            .contains("[Query 2][Source 1]")
    );
    // Every reply is in the journal: nobody is asked again.
    bench.jurat("runs replay last").is(0, "the same", "");
    assert_eq!(calls(&server), [1, 1, 1, 3, 3, 2, 1]);
}

const SENATE: &str = "Which act by the Senate would be constitutionally IMPROPER?\n\nAnswer choices:\nA. It decides on treaties.\nB. It \
    judges its own elections.\nC. It decides a dispute of two states by a vote.\nD. It advises on appointments.";

#[test]
fn three_failures_choose_nothing_and_are_counted_right() {
    let script: Script = |kind, count, prompt| {
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
            "ClassifyReply" => json!({ "query_type": "multi_hop" }).to_string(),
            "PlanReply" => json!({ "steps": [
                { "step_id": 1, "phase": "powers", "question": "Which powers of the Senate are enumerated?" },
            ] }).to_string(),
            "StepQueries" => queries(["enumerated", "advice", "limitations"][count - 1]),
            "SynthesisReply" => first_sentence(prompt),
            "ReplanDecision" if count == 3 => json!({
                "action": "complete", "reasoning": "The sources lack it.",
            }).to_string(),
            "ReplanDecision" => json!({
                "action": "retry", "phase": "again",
                "question": (["What may the Senate do by advice and consent?", "Which limitations bind the Senate?"][count - 1]),
                "reasoning": "Other words may find it.",
            }).to_string(),
            "ChoiceReply" => json!({ "answer": "C", "reasoning": "It must not be asked." }).to_string(),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let report = researched(&bench, SENATE, 2);
    assert_eq!(calls(&server), [1, 1, 1, 3, 3, 3, 0]);
    assert_eq!(report["result"], "no_authoritative_evidence");
    assert!(report["message"].as_str().unwrap().contains("3 steps"), "{}", report["message"]);
    assert_eq!(report["choices"]["chosen"], Json::Null);
    assert_eq!(report["memory_written"]["written"], false);
    assert_eq!(report["metrics"]["steps_failed"], 3);
}

#[test]
fn a_simple_question_takes_four_calls() {
    let script: Script = |kind, _, prompt| {
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
            "ClassifyReply" => json!({ "query_type": "simple" }).to_string(),
            "PlanReply" => json!({ "steps": [
                { "step_id": 1, "phase": "requirements", "question": "What does asylum require?" },
            ] }).to_string(),
            "StepQueries" => queries("asylum"),
            "SynthesisReply" => first_sentence(prompt),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let report = researched(&bench, "What are the requirements for obtaining asylum?", 0);
    assert_eq!(calls(&server), [1, 1, 1, 1, 1, 0, 0]);
    assert_eq!(report["metrics"]["total_llm_calls"], 5);
    assert_eq!(report["query_type"], "simple");
}

#[test]
fn several_rules_without_choices_take_ten_calls() {
    let script: Script = |kind, count, prompt| {
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }).to_string(),
            "ClassifyReply" => json!({ "query_type": "multi_hop" }).to_string(),
            "PlanReply" => json!({ "steps": [
                { "step_id": 1, "phase": "search", "question": "When may a vehicle be searched?" },
            ] }).to_string(),
            "StepQueries" => queries(["vehicle", "warrant", "privilege"][count - 1]),
            "SynthesisReply" => first_sentence(prompt),
            "ReplanDecision" => json!({
                "action": "next_step", "phase": "next",
                "question": (["When is no warrant needed?", "When does the privilege against testimony hold?"][count - 1]),
                "reasoning": "It is still open.",
            }).to_string(),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, server) = bench(script);
    let question = "Which rights does a driver have during a traffic stop that leads to a search, and at the trial that follows?";
    let report = researched(&bench, question, 0);
    assert_eq!(calls(&server), [1, 1, 1, 3, 3, 2, 0]);
    assert_eq!(report["metrics"]["total_llm_calls"], 11);
    assert_eq!(report["metrics"]["steps_completed"], 3);
    // Remembered, it takes the gate and the sorting, and says whose words it rests on.
    let again = researched(&bench, question, 0);
    assert_eq!(again["memory_hit"]["found"], true, "{:#}", again["memory_hit"]);
    assert_eq!(calls(&server), [2, 2, 1, 3, 3, 2, 0]);
    assert_eq!(again["final_cited_answer"], report["final_cited_answer"]);
    let roles = json!(["plan", "replan", "rewrite", "synthesize"]);
    assert_eq!(again["memory_hit"]["by_model"], roles);
    // Asked without models, it is another question to the memory.
    let offline = ["--preset", "seed", "--model", "offline", "--json"];
    let offline = sample::research(&bench, question, &offline).json();
    assert_eq!(offline["memory_hit"]["found"], false, "{:#}", offline["memory_hit"]);
}

/// What no source bears out is cut, whatever the model thinks of it.
#[test]
fn a_sentence_that_no_source_bears_out_is_cut() {
    let script: Script = |kind, _, prompt| {
        let reply = match kind {
            "SynthesisReply" => {
                let right = first_sentence(prompt);
                let right: Json = serde_json::from_str(&right).unwrap();
                let wrong = "Whoever lights a lamp owes nine marks to the harbour [Source 1].";
                let unmarked = "Lamps are lit at dusk.";
                json!({ "answer": format!("{} {wrong} {unmarked}", right["answer"].as_str().unwrap()) }).to_string()
            }
            "StepQueries" => queries("battery"),
            _ => return None,
        };
        Some(reply)
    };
    let (bench, _server) = bench(script);
    let report = researched(&bench, "What is a rude contact in the law of battery?", 0);
    let step = &report["steps"][0];
    assert_eq!(step["statements"].as_array().unwrap().len(), 1, "{step:#}");
    assert_eq!(step["cut"].as_array().unwrap().len(), 2, "{step:#}");
}
