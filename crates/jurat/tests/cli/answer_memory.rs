//! Remembered answers: listing, showing, forgetting.

use jurat_canon::Hash;
use jurat_retrieve::memory::{AnswerMemory as _, AnswerSource, MemoryScope, RememberedAnswer};
use jurat_store::SqliteMemory;
use jurat_text::Language;
use serde_json::json;

use crate::cli_fixture::Bench;

fn remembered(bench: &Bench, question: &str, at_ms: u64) -> String {
    let scope = MemoryScope {
        corpus: "ferry".into(),
        preset: "fast".into(),
        jurisdiction: String::new(),
        as_of: String::new(),
    };
    let answer = RememberedAnswer {
        id: RememberedAnswer::id_of(question, &scope),
        question: question.into(),
        language: Language::English,
        scope,
        sources: vec![AnswerSource {
            name: "oars.txt".into(),
            rendition: Hash::of(b"oars"),
            metadata: Hash::of(b"about"),
        }],
        run: "run_oars".into(),
        remembered_at_ms: at_ms,
        confidence: 0.9,
        proof: "oars.jurat".into(),
        answer: json!("Oars are optional."),
    };
    SqliteMemory::open(&bench.home()).unwrap().remember(&answer).unwrap();
    answer.id.to_string()
}

#[test]
fn a_memory_that_is_not_there_is_empty_and_stays_away() {
    let bench = Bench::new();
    bench.jurat("memory list").is(0, "", "no answers are remembered yet");
    bench.jurat("memory list --json").is(0, "[]", "");
    bench.jurat("memory forget --all").is(0, "forgot 0 answers", "");
    bench
        .jurat("memory show ab12")
        .is(3, "", "no answer is remembered as `ab12`");
    bench.jurat("memory forget").is(3, "", "required");
    assert!(!SqliteMemory::is_there(&bench.home()));
}

#[test]
fn answers_are_listed_shown_and_forgotten() {
    let bench = Bench::new();
    let oars = remembered(&bench, "Are oars optional?", 1);
    remembered(&bench, "Who lights the lamps?", 2);
    let listed = bench.jurat("memory list --json").json();
    let questions: Vec<&str> = listed
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["question"].as_str())
        .collect();
    assert_eq!(questions, ["Who lights the lamps?", "Are oars optional?"]);
    bench.jurat("memory list").is(0, "Are oars optional?", "");
    let short = &oars[..8];
    bench
        .jurat(&format!("memory show {short}"))
        .is(0, "oars.txt", "jurat verify oars.jurat");
    let shown = bench.jurat(&format!("memory show {short} --json")).json();
    assert_eq!(shown["answer"], "Oars are optional.");
    bench
        .jurat(&format!("memory forget {short}"))
        .is(0, "forgot 1 answer", "");
    bench
        .jurat(&format!("memory show {short}"))
        .is(3, "", "hint: jurat memory list");
    assert_eq!(bench.jurat("memory forget --all --json").json()["forgotten"], 1);
    bench.jurat("memory list").is(0, "", "no answers are remembered yet");
}
