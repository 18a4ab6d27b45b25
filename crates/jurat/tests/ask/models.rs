//! Models held to the same gates: what they say is checked, revised or refused, and never trusted.

use std::{fs, path::Path};

use serde_json::{Value as Json, json};

use crate::{
    bench::Bench,
    sample::{ask, ask_plainly, larkmere},
    server::{Script, Server},
};

const QUESTION: &str =
    "How soon must a provider tell a client that a client record has been lost?";
const QUOTE: &str = "A provider that loses a client record, or learns that it was seen by someone \
    with no right to see it, shall tell the client in writing within five business days.";
const RIGHT: &str = "A provider that loses a client record, or learns that it was seen by someone \
    with no right to see it, shall tell the client in writing within five business days [REQ-S001].";
const WRONG: &str = "A provider that loses a client record may tell the client within nine days \
    [REQ-S001].";
const KEY: &str = "sk-larkmere-0123456789abcdef";

fn bench(script: Script, roles: &str) -> (Bench, Server) {
    let (bench, server) = (larkmere(), Server::start(script));
    bench.write("home/jurat.toml", server.settings(roles));
    bench.write("home/local.key", KEY);
    only_mine(&bench.path("home/local.key"));
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

/// Asks, writes the bundle, and sees that it holds.
#[track_caller]
fn asked(bench: &Bench, more: &[&str], code: i32) -> Json {
    let mut words = vec!["--json", "--bundle", "a.jurat", "--as-of", "2026-01-09"];
    words.extend(more);
    let said = ask(bench, QUESTION, &words);
    assert_eq!(said.code, code, "{}\n{}", said.err, said.out);
    bench
        .homeless("verify a.jurat --strict")
        .is(0, "consistent; origin not proven", "");
    said.json()
}

#[test]
fn an_answer_that_fails_its_review_is_written_again() {
    let script: Script = |_, count, _| Some(if count == 1 { WRONG } else { RIGHT }.to_owned());
    let (bench, server) = bench(script, "compose = \"local\"\n");
    let report = asked(&bench, &[], 0);
    assert_eq!(server.count("draft"), 2);
    assert_eq!(report["answer"]["final_answer"], RIGHT);
    assert_eq!(report["review"]["status"], "PASS");
    golden("model_revised.json", &report);
    // The journal has every reply: nobody is asked again.
    bench.jurat("runs replay last").is(0, "the same", "");
    assert_eq!(server.count("draft"), 2);
    asked(&bench, &["--model", "offline"], 0);
    bench.jurat("runs diff last last").is(0, "the same", "");
}

#[test]
fn a_model_is_named_once_with_its_host_when_it_is_asked() {
    let script: Script = |_, count, _| Some(if count == 1 { WRONG } else { RIGHT }.to_owned());
    let (bench, server) = bench(script, "compose = \"local\"\n");
    let line = format!("model local: plain at http://127.0.0.1:{}\n", server.port);
    let said = ask(&bench, QUESTION, &[]);
    assert_eq!(said.err.matches(&line).count(), 1, "{}", said.err);
    assert_eq!(server.count("draft"), 2);
    let replayed = bench.jurat("runs replay last");
    assert!(!replayed.is(0, "the same", "").err.contains("model local"), "{}", replayed.err);
    assert_eq!(ask(&bench, QUESTION, &["--quiet"]).err, "");
    let said = ask(&bench, QUESTION, &["--model", "offline"]);
    assert!(!said.err.contains("model local"), "{}", said.err);
}

#[test]
fn an_answer_that_never_passes_is_refused() {
    let (bench, server) = bench(|_, _, _| Some(WRONG.to_owned()), "compose = \"local\"\n");
    let report = asked(&bench, &[], 1);
    assert_eq!(server.count("draft"), 4);
    assert_eq!(report["result"], "REFUSED");
    assert!(report["answer"].is_null() && !report["review"]["issues"][0].is_null());
    golden("model_refused.json", &report);
}

/// Words that rest on nothing, or on what is not there, are held back; that they were is proven.
#[test]
fn a_refusal_of_an_answer_without_support_has_a_proof_that_holds() {
    let scripts: [Script; 2] = [
        |_, _, _| Some("A provider has nine days. Nobody need be told.".to_owned()),
        |_, _, _| {
            Some("A provider must tell the client within nine days [REQ-S999].".to_owned())
        },
    ];
    for script in scripts {
        let (bench, _server) = bench(script, "compose = \"local\"\n");
        let said = ask(&bench, QUESTION, &["--json", "--out", "told"]);
        assert_eq!(said.code, 1, "{}\n{}", said.err, said.out);
        assert_eq!(said.json()["result"], "REFUSED");
        let checked = bench.homeless("verify told/answer.jurat --strict");
        checked.is(0, "consistent; origin not proven", "");
        let first = checked.out.lines().next().unwrap();
        assert!(first.starts_with("a refusal: no answer is given"), "{first}");
        let verdict = bench.homeless("verify told/answer.jurat --json").json();
        assert_eq!(verdict["proof"]["result"], "refused");
        assert!(verdict["proof"]["refusal"].is_string());
    }
}

#[test]
fn a_draft_that_fails_twice_gives_way_to_the_provisions() {
    let (bench, server) = bench(|_, _, _| Some(WRONG.to_owned()), "compose = \"local\"\n");
    let words = ["--json", "--bundle", "a.jurat", "--as-of", "2026-01-09"];
    let said = ask_plainly(&bench, QUESTION, &words);
    assert_eq!((said.code, server.count("draft")), (0, 2), "{}", said.err);
    let report = said.json();
    let answer = report["answer"]["final_answer"].as_str().unwrap();
    assert!(answer.contains("five business days") && !answer.contains("nine"), "{answer}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("failed its review or its audit each time"), "{notes}");
    bench
        .homeless("verify a.jurat --strict")
        .is(0, "consistent; origin not proven", "");
}

#[test]
fn only_what_stands_in_its_source_is_taken_from_a_model() {
    let script: Script = |kind, _, prompt| {
        let passage = prompt.split("in writing within five").next()?;
        let name = passage.rsplit_once(" S")?.1.split_once('>')?.0;
        let of = |words: &str| json!({ "passage": format!("S{name}"), "exact_quote": words });
        let altered = [("shall", "may"), ("five", "nine"), ("no right", "a right")];
        let mut all: Vec<Json> = altered
            .iter()
            .map(|(from, to)| of(&QUOTE.replace(from, to)))
            .collect();
        all.push(of(QUOTE));
        all.push(json!({ "passage": "S99", "exact_quote": QUOTE }));
        (kind == "Requirements").then(|| json!({ "requirements": all }).to_string())
    };
    let (bench, _server) = bench(script, "extract = \"local\"\n");
    let report = asked(&bench, &[], 0);
    let quotes: Vec<&Json> = report["audit_trail"]["extracted_requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["exact_quote"])
        .collect();
    assert_eq!(quotes, [QUOTE], "{report:#}");
    let used = &report["model_use"][0];
    assert_eq!((&used["done_by"], &used["role"]), (&json!("model"), &json!("extract")));
    assert_eq!(used["cost_micros"], 140 * used["calls"].as_u64().unwrap());
}

#[test]
fn a_model_can_doubt_a_requirement_and_certify_none() {
    let script: Script = |kind, _, prompt| {
        let names = prompt.match_indices("REQ-").map(|(at, _)| &prompt[at..at + 8]);
        let judged = |it: &str| json!({ "requirement": it, "addresses": false, "why": "No." });
        let judged: Vec<Json> = names.map(judged).collect();
        (kind == "Judgements").then(|| json!({ "judgements": judged }).to_string())
    };
    let (bench, _server) = bench(script, "address = \"local\"\n");
    let report = asked(&bench, &[], 2);
    assert_eq!(report["result"], "NO_AUTHORITATIVE_EVIDENCE");
    assert!(report.to_string().contains("A model finds that it does not: No."));
}

/// A model that chooses the provision on how long records are kept, and one that was never shown to it.
fn chooses_seven_years(kind: &str, _: usize, prompt: &str) -> Option<String> {
    let names = prompt.match_indices(" REQ-").map(|(at, _)| &prompt[at + 1..at + 9]);
    let judged = |it| json!({ "requirement": it, "addresses": true, "why": "It bears on it." });
    let judged: Vec<Json> = names.map(judged).collect();
    let (_, chosen) = prompt.split("seven years").next()?.rsplit_once(" REQ-")?;
    let chosen = format!("REQ-{}", &chosen[..4]);
    let said = json!({ "judgements": judged, "best": ["REQ-S998", chosen] });
    (kind == "Judgements").then(|| said.to_string())
}

#[test]
fn a_model_chooses_among_provisions_that_stand_in_their_source() {
    let (bench, _server) = bench(chooses_seven_years, "address = \"local\"\n");
    let words = ["--json", "--bundle", "a.jurat", "--as-of", "2026-01-09"];
    let by_itself =
        ask_plainly(&bench, QUESTION, &[&words[..], &["--model", "offline"]].concat());
    let by_model = ask_plainly(&bench, QUESTION, &words);
    assert_eq!((by_itself.code, by_model.code), (0, 0), "{}", by_model.err);
    let (by_itself, by_model) = (by_itself.json(), by_model.json());
    let answer = |report: &Json| report["answer"]["final_answer"].to_string();
    assert!(!answer(&by_itself).contains("seven years"), "{}", answer(&by_itself));
    assert!(answer(&by_model).contains("seven years"), "{}", answer(&by_model));
    assert!(by_model.to_string().contains("a model chose it: It bears on it."));
    assert!(!by_model.to_string().contains("REQ-S998"), "{by_model}");
    bench
        .homeless("verify a.jurat --strict")
        .is(0, "consistent; origin not proven", "");
}

#[test]
fn a_model_that_fails_leaves_the_work_to_its_twin_and_the_report_says_so() {
    let (bench, _server) = bench(|_, _, _| None, "");
    let report = asked(&bench, &["--model", "local"], 0);
    assert_eq!(report["answer"]["final_answer"], RIGHT);
    let notes = report["notes"].to_string();
    for stage in ["extract_evidence", "verify_grounding", "compose_answer"] {
        assert!(
            notes.contains(&format!("{stage}: the model plain (openai) failed")),
            "{notes}"
        );
    }
    assert!(notes.contains("done offline instead"));
    let said = ask(&bench, QUESTION, &["--model", "local"]);
    said.is(0, "five business days", "compose_answer: the model plain (openai) failed: ");
    let line = said.err.lines().find(|line| line.starts_with("compose_answer: "));
    assert!(line.is_some_and(|line| line.ends_with("; done offline instead")), "{}", said.err);
    said.is(0, "", "hint: `jurat doctor` tries the models");
}

#[test]
fn a_model_that_is_not_set_up_is_named_before_anything_is_done() {
    let bench = larkmere();
    ask(&bench, QUESTION, &["--model", "strong"]).is(3, "", "no model `strong` is set up");
    ask(&bench, QUESTION, &["--model", "offline"]).is(0, "[REQ-S001]", "");
    bench.write(
        "home/jurat.toml",
        "[models.a]\nprovider = \"openai\"\nkey = \"sk-secret-0123\"\n",
    );
    let said = ask(&bench, QUESTION, &[]);
    said.is(3, "", "line 3");
    assert!(!said.err.contains("sk-secret"), "{}", said.err);
}

#[test]
fn a_run_whose_budget_is_spent_ends_without_an_answer_and_says_why() {
    let (bench, server) = bench(|_, _, _| Some(RIGHT.to_owned()), "compose = \"local\"\n");
    let settings = server.settings("compose = \"local\"\n");
    // One reply alone may be longer than the whole of the small budget.
    let settings = settings.replace("max_tries = 1", "max_tries = 1\noutput_tokens = 30000");
    bench.write("home/jurat.toml", settings);
    ask(&bench, QUESTION, &["--budget", "small"]).is(2, "", "the budget of tokens is spent");
    assert_eq!(server.count("draft"), 0);
    ask(&bench, QUESTION, &["--budget", "large"]).is(0, "[REQ-S001]", "");
    assert_eq!(server.count("draft"), 1);
}

#[test]
fn every_command_takes_the_name_of_a_model() {
    let (bench, server) = bench(|_, _, _| Some(RIGHT.to_owned()), "");
    let run = "run evidence_first -p corpus=larkmere -p policy=seed --model local -p";
    let run: Vec<&str> = run.split(' ').collect();
    let question = format!("question={QUESTION}");
    bench.words(&[&run[..], &[&question]].concat(), "").is(0, "", "");
    assert!(1 <= server.count("draft"));
    bench
        .jurat("corpus list --model local")
        .is(0, "larkmere", "no model has a part in this");
    bench
        .jurat("corpus list --model strong")
        .is(3, "", "no model `strong` is set up");
    bench.jurat("run orchard --model local").is(
        3,
        "",
        "no model has a part in workflow `orchard`",
    );
    bench
        .jurat("doctor --tries 0 --model local")
        .is(0, "its licence is not named", "");
}

#[test]
fn vectors_can_come_from_a_server() {
    let (bench, server) = bench(|_, _, _| None, "embed = \"local\"\n");
    bench
        .jurat("ingest sample --corpus by_meaning")
        .is(3, "", "has no `dimensions`");
    let settings = server.settings("embed = \"local\"\n");
    let settings = settings.replace("max_tries = 1", "max_tries = 1\ndimensions = 26");
    bench.write("home/jurat.toml", settings);
    bench.jurat("ingest sample --corpus by_meaning").is(0, "", "");
    let read = server.count("vectors");
    assert!(1 <= read);
    bench
        .jurat("search record --corpus by_meaning --legs dense")
        .is(0, "record", "");
    assert!(read < server.count("vectors"));
}

#[test]
fn a_key_is_never_written_anywhere() {
    let script: Script = |_, _, _| Some(format!("{KEY} says the server {RIGHT}"));
    let (bench, _server) = bench(script, "compose = \"local\"\n");
    let said = ask(&bench, QUESTION, &["--json", "--bundle", "a.jurat"]);
    assert!(!said.out.contains(KEY) && !said.err.contains(KEY));
    let mut folders = vec![bench.path(".")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if entry.file_name() != "local.key" {
                let bytes = fs::read(&path).unwrap();
                let found = bytes.windows(KEY.len()).any(|it| it == KEY.as_bytes());
                assert!(!found, "{}", path.display());
            }
        }
    }
}

#[track_caller]
fn golden(name: &str, report: &Json) {
    crate::answers::check(name, &format!("{report:#}\n"));
}
