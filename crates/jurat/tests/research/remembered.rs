//! Answers that are remembered: served for the same question while their sources stand, and never where the memory says
//! what its run does not.

use std::fs;

use jurat_retrieve::memory::{AnswerMemory as _, RememberedAnswer};
use jurat_store::SqliteMemory;
use serde_json::Value as Json;

use crate::bench::{Bench, Said};

const LAMPS: &str = "How many lamps must a ferry carry at night?";
const TOLLS: &str = "What toll must a rider pay at the north gate?";

const LAMP_RULES: &str = "# Lamps\n\n## 1. Lamps at night\n\nA ferry must carry two lamps at night. The lamps must burn until \
    the ferry is moored.\n\n## 2. Oil\n\nLamp oil must be kept in a closed can.\n";
const TOLL_RULES: &str = "# Tolls\n\n## 1. Toll at the north gate\n\nA rider must pay a toll of four coins at the north gate. \
    A child pays no toll.\n\n## 2. Market days\n\nOn market days the gate opens at dawn.\n";

/// A corpus of two sources that have nothing to do with each other.
fn harbour() -> Bench {
    let bench = Bench::new();
    bench.write("rules/lamps.md", LAMP_RULES);
    bench.write("rules/tolls.md", TOLL_RULES);
    bench.jurat("ingest rules --corpus harbour").is(0, "", "");
    bench
}

fn ask(bench: &Bench, question: &str, more: &[&str]) -> Said {
    let mut words = vec!["research", question, "--corpus", "harbour"];
    words.extend(more);
    bench.words(&words, "")
}

#[track_caller]
fn report(bench: &Bench, question: &str, more: &[&str]) -> Json {
    let said = ask(bench, question, &[&["--json", "--bundle", "a.jurat"], more].concat());
    bench.homeless("verify a.jurat").is(0, "", "");
    said.json()
}

#[track_caller]
fn is_new(report: &Json) {
    assert_eq!(report["memory_hit"]["found"], false, "{:#}", report["memory_hit"]);
    assert!(0 < report["metrics"]["iteration_count"].as_u64().unwrap());
}

#[track_caller]
fn is_remembered(report: &Json, from: &str) {
    assert_eq!(report["memory_hit"]["found"], true, "{:#}", report["memory_hit"]);
    assert_eq!(report["memory_hit"]["run"], from);
    // Nothing was looked for: no step was evaluated.
    assert_eq!(report["metrics"]["iteration_count"], 0);
    assert_eq!(report["memory_written"]["written"], false);
}

/// The runs of all remembered answers, the newest first.
fn kept(bench: &Bench) -> Vec<RememberedAnswer> {
    SqliteMemory::open(&bench.home()).unwrap().list().unwrap()
}

#[test]
fn the_same_question_is_answered_from_memory_with_a_proof_of_its_own() {
    let bench = harbour();
    let first = report(&bench, LAMPS, &[]);
    is_new(&first);
    assert_eq!(first["memory_written"]["written"], true, "{}", first["memory_written"]);
    let run = kept(&bench)[0].run.clone();
    let second = report(&bench, LAMPS, &[]);
    is_remembered(&second, &run);
    assert_eq!(second["final_cited_answer"], first["final_cited_answer"]);
    assert_eq!(second["confidence"], first["confidence"]);
    assert_eq!(second["steps"], first["steps"]);
    assert_eq!(second["sources"], first["sources"]);
    // The proof that is named is the one of the earlier run.
    let proof = second["memory_hit"]["proof"].as_str().unwrap();
    bench
        .jurat(&format!("resume {run} --bundle first.jurat"))
        .is(0, "", "");
    bench
        .homeless(&format!("verify first.jurat --expect {proof}"))
        .is(0, "", "");
    // In words, for people.
    ask(&bench, LAMPS, &[]).is(0, &format!("Remembered: run {run} answered it"), "");
    // It is served, not written again.
    assert_eq!(kept(&bench).len(), 1);
    // And the run that served it replays to the same.
    bench.jurat("runs replay last").is(0, "", "");
}

#[test]
fn who_asks_anew_gets_a_new_answer() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    let before = kept(&bench)[0].run.clone();
    is_new(&report(&bench, LAMPS, &["--fresh"]));
    let after = kept(&bench);
    assert_eq!(after.len(), 1);
    assert_ne!(after[0].run, before);
    is_remembered(&report(&bench, LAMPS, &[]), &after[0].run);
}

#[test]
fn what_is_forgotten_is_asked_again() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    let id = kept(&bench)[0].id.to_string();
    bench
        .jurat(&format!("memory forget {id}"))
        .is(0, "forgot 1 answer", "");
    is_new(&report(&bench, LAMPS, &[]));
}

#[test]
fn a_choice_is_never_remembered() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    let run = kept(&bench)[0].run.clone();
    for (choices, letter) in
        [("A. Two lamps.\nB. Nine flags.", "A"), ("A. Nine flags.\nB. Two lamps.", "B")]
    {
        let asked = format!("{LAMPS}\n\n{choices}");
        let report = report(&bench, &asked, &[]);
        is_remembered(&report, &run);
        assert_eq!(report["choices"]["chosen"], letter, "{:#}", report["choices"]);
    }
    // Asked with choices first, it is remembered without them.
    let bench = harbour();
    let first = report(&bench, &format!("{LAMPS}\n\nA. Two lamps.\nB. Nine flags."), &[]);
    assert_eq!(first["memory_written"]["written"], true, "{}", first["memory_written"]);
    let answer = kept(&bench).remove(0);
    assert_eq!(answer.question, LAMPS);
    assert!(!answer.answer.to_string().contains("flags"), "{}", answer.answer);
    let plain = report(&bench, LAMPS, &[]);
    is_remembered(&plain, &answer.run);
    assert_eq!(plain["choices"], Json::Null);
}

#[test]
fn a_changed_source_takes_away_the_answers_that_rest_on_it_and_no_others() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    report(&bench, TOLLS, &[]);
    let runs: Vec<String> = kept(&bench).into_iter().map(|one| one.run).collect();
    assert_eq!(runs.len(), 2, "two answers are kept");
    let tolls = &runs[0];
    bench.write("rules/lamps.md", LAMP_RULES.replace("two lamps", "three lamps"));
    bench.jurat("ingest rules --corpus harbour").is(0, "", "");
    let lamps = report(&bench, LAMPS, &[]);
    is_new(&lamps);
    assert!(lamps["final_cited_answer"].as_str().unwrap().contains("three lamps"));
    let unchanged = report(&bench, TOLLS, &[]);
    is_remembered(&unchanged, tolls);
    assert_eq!(unchanged["memory_hit"]["corpus_changed"], true);
}

#[test]
fn another_number_preset_or_corpus_is_another_question() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    is_new(&report(&bench, "How many lamps must a ferry not carry at night?", &[]));
    is_new(&report(&bench, LAMPS, &["--preset", "seed"]));
    is_new(&report(&bench, LAMPS, &["--as-of", "2020-01-01"]));
    is_new(&report(&bench, LAMPS, &["--jurisdiction", "Varrow"]));
}

#[test]
fn an_answer_that_is_not_sure_is_not_kept() {
    let bench = harbour();
    let report = report(&bench, "Who may keep oil in a cellar?", &[]);
    assert!(
        report["confidence"].as_f64().is_none_or(|sure| sure <= 0.5),
        "{}",
        report["confidence"]
    );
    assert_eq!(report["memory_written"]["written"], false);
    assert!(kept(&bench).is_empty());
}

#[test]
fn files_that_are_asked_once_leave_nothing_in_the_memory() {
    let bench = harbour();
    let said = bench.words(&["research", LAMPS, "rules/lamps.md", "--json"], "");
    let why = said.json()["memory_written"]["why"].clone();
    assert_eq!(why, "It was asked of files that are not kept in a corpus.");
    assert!(kept(&bench).is_empty());
}

/// What is changed in a row of the memory, and why it is not served then.
#[track_caller]
fn check_tampered(change: impl FnOnce(&mut RememberedAnswer), why: &str) {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    report(&bench, TOLLS, &[]);
    let tolls = kept(&bench).remove(0).run;
    let mut lamps = kept(&bench).remove(1);
    change(&mut lamps);
    if lamps.run.is_empty() {
        lamps.run = tolls;
    }
    SqliteMemory::open(&bench.home()).unwrap().remember(&lamps).unwrap();
    let again = report(&bench, LAMPS, &[]);
    is_new(&again);
    let passed = again["memory_hit"]["passed_over"].to_string();
    assert!(passed.contains(why), "{passed}");
}

#[test]
fn a_row_that_says_something_else_than_its_run_is_not_served() {
    let other = "the memory says something else than the run";
    check_tampered(|row| row.answer = "Ferries carry no lamps.".into(), other);
    check_tampered(|row| row.confidence = 0.99, other);
    check_tampered(|row| row.sources.clear(), other);
    check_tampered(|row| row.run.clear(), other);
    check_tampered(
        |row| row.run = "01890000-0000-7000-8000-000000000000".into(),
        "the run is gone",
    );
}

#[test]
fn a_memory_that_cannot_be_read_stops_nobody() {
    let bench = harbour();
    report(&bench, LAMPS, &[]);
    fs::write(bench.home().join("memory.db"), b"no database").unwrap();
    let again = report(&bench, LAMPS, &[]);
    is_new(&again);
    assert!(again["memory_hit"]["passed_over"][0].is_string(), "{:#}", again["memory_hit"]);
    assert_eq!(again["memory_written"]["written"], false);
}
