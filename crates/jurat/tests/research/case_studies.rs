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

/// A case study: what is asked, what the model says to it, and how often it is asked.
pub(crate) struct CaseStudy {
    pub(crate) question: &'static str,
    pub(crate) script: Script,
    /// As [`calls`] counts them.
    pub(crate) calls: [usize; 7],
}

/// What a model plans and says. It goes by what it is asked and not by how often: asked again after a death it says the same.
struct Plan {
    query_type: &'static str,
    /// The question of each step, with the word that its queries are found by.
    steps: &'static [(&'static str, &'static str)],
    /// What the replanner does while a step is left.
    action: &'static str,
    choice: Option<&'static str>,
}

impl Plan {
    fn reply(&self, kind: &str, prompt: &str) -> Option<String> {
        let asked = self.steps.iter().rposition(|(question, _)| prompt.contains(question));
        let at = asked.unwrap_or_default();
        let (question, term) = self.steps[at];
        let reply = match kind {
            "GateReply" => json!({ "is_safe": true, "reasoning": "A question of law." }),
            "ClassifyReply" => json!({ "query_type": self.query_type }),
            "PlanReply" => self.plan(),
            "StepQueries" => return Some(queries(term)),
            "SynthesisReply" => return Some(first_sentence(prompt)),
            "ReplanDecision" => match self.steps.get(at + 1) {
                Some((next, _)) => json!({
                    "action": self.action, "phase": "next", "question": next,
                    "reasoning": format!("Not all is told by: {question}"),
                }),
                None => json!({ "action": "complete", "reasoning": "The sources lack it." }),
            },
            "ChoiceReply" => json!({ "answer": self.choice?, "reasoning": "It holds." }),
            _ => return None,
        };
        Some(reply.to_string())
    }

    /// Its first step; of several rules a second one, which is left out.
    fn plan(&self) -> Json {
        let step = |number: u8, question: &str| json!({ "step_id": number, "phase": "planned", "question": question });
        let mut steps = vec![step(1, self.steps[0].0)];
        if self.query_type == "multi_hop" {
            steps.push(step(2, "This step is left out."));
        }
        json!({ "steps": steps })
    }
}

pub(crate) const TORTS: CaseStudy = CaseStudy {
    question: "A guard in a bank fires at a robber who has drawn a gun. The bullet glances off a pillar and hits a customer, who \
        sues the guard for battery. Will the customer prevail?\n\nAnswer choices:\nA. Yes, because the guard meant to fire.\nB. \
        Yes, because the customer was not a robber.\nC. No, if the guard fired reasonably in his own defence.\nD. No, because \
        the bullet glanced off.",
    script: |kind, _, prompt| {
        let plan = Plan {
            query_type: "multi_hop",
            steps: &[
                ("What is battery, and which intent does it take?", "battery"),
                ("When is self-defence a defence to battery?", "self-defence"),
                ("What is owed to a bystander?", "bystander"),
            ],
            action: "next_step",
            choice: Some("C"),
        };
        plan.reply(kind, prompt)
    },
    calls: [1, 1, 1, 3, 3, 2, 1],
};

pub(crate) const SENATE: CaseStudy = CaseStudy {
    question: "Which act by the Senate would be constitutionally IMPROPER?\n\nAnswer choices:\nA. It decides on treaties.\nB. It \
        judges its own elections.\nC. It decides a dispute of two states by a vote.\nD. It advises on appointments.",
    script: |kind, _, prompt| {
        let plan = Plan {
            query_type: "multi_hop",
            steps: &[
                ("Which powers of the Senate are enumerated?", "enumerated"),
                ("What may the Senate do by advice and consent?", "advice"),
                ("Which limitations bind the Senate?", "limitations"),
            ],
            action: "retry",
            choice: Some("C"),
        };
        plan.reply(kind, prompt)
    },
    calls: [1, 1, 1, 3, 3, 3, 0],
};

pub(crate) const ASYLUM: CaseStudy = CaseStudy {
    question: "What are the requirements for obtaining asylum?",
    script: |kind, _, prompt| {
        let plan = Plan {
            query_type: "simple",
            steps: &[("What does asylum require?", "asylum")],
            action: "next_step",
            choice: None,
        };
        plan.reply(kind, prompt)
    },
    calls: [1, 1, 1, 1, 1, 0, 0],
};

pub(crate) const TRAFFIC_STOP: CaseStudy = CaseStudy {
    question: "Which rights does a driver have during a traffic stop that leads to a search, and at the trial that follows?",
    script: |kind, _, prompt| {
        let plan = Plan {
            query_type: "multi_hop",
            steps: &[
                ("When may a vehicle be searched?", "vehicle"),
                ("When is no warrant needed?", "warrant"),
                ("When does the privilege against testimony hold?", "privilege"),
            ],
            action: "next_step",
            choice: None,
        };
        plan.reply(kind, prompt)
    },
    calls: [1, 1, 1, 3, 3, 2, 0],
};

#[test]
fn torts_take_eleven_calls_and_steps_that_share_no_passage() {
    let (bench, server) = bench(TORTS.script);
    let report = researched(&bench, TORTS.question, 0);
    assert_eq!(calls(&server), TORTS.calls);
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
    assert_eq!(calls(&server), TORTS.calls);
}

#[test]
fn three_failures_choose_nothing_and_are_counted_right() {
    let (bench, server) = bench(SENATE.script);
    let report = researched(&bench, SENATE.question, 2);
    assert_eq!(calls(&server), SENATE.calls);
    assert_eq!(report["result"], "no_authoritative_evidence");
    assert!(report["message"].as_str().unwrap().contains("3 steps"), "{}", report["message"]);
    assert_eq!(report["choices"]["chosen"], Json::Null);
    assert_eq!(report["memory_written"]["written"], false);
    assert_eq!(report["metrics"]["steps_failed"], 3);
}

#[test]
fn a_simple_question_takes_four_calls() {
    let (bench, server) = bench(ASYLUM.script);
    let report = researched(&bench, ASYLUM.question, 0);
    assert_eq!(calls(&server), ASYLUM.calls);
    assert_eq!(report["metrics"]["total_llm_calls"], 5);
    assert_eq!(report["query_type"], "simple");
}

#[test]
fn several_rules_without_choices_take_ten_calls() {
    let (bench, server) = bench(TRAFFIC_STOP.script);
    let question = TRAFFIC_STOP.question;
    let report = researched(&bench, question, 0);
    assert_eq!(calls(&server), TRAFFIC_STOP.calls);
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
