//! Answers out of provisions: what people get who ask for nothing else.

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    sample::{ask_plainly, larkmere, questions},
};

/// The provisions that a page shows whole: what the answer rests on, then the closest.
fn shown(report: &Json) -> Vec<String> {
    let of = |key: &str| report[key].as_array().unwrap().clone();
    let all = of("requirements").into_iter().chain(of("rejected"));
    all.take(5)
        .map(|one| one["exact_quote"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn what_answers_is_on_the_page_of_every_question_of_the_sample() {
    let bench = larkmere();
    let mut missed = Vec::new();
    for asked in questions() {
        let (id, question) =
            (asked["id"].as_str().unwrap(), asked["question"].as_str().unwrap());
        let report = ask_plainly(&bench, question, &["--json"]).json();
        let shown = shown(&report);
        for expected in asked["expected_quotes"].as_array().unwrap() {
            let words = expected["must_contain"].as_str().unwrap().trim_end_matches(':');
            if !shown.iter().any(|quote| quote.contains(words)) {
                missed.push(format!("{id}: nothing says `{words}`"));
            }
        }
        assert!(
            !shown.iter().any(|quote| quote.contains("REQ-S999")),
            "{id}: the letter is quoted"
        );
        assert_ne!(report["result"], "REFUSED", "{id}");
    }
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn an_answer_is_verbatim_and_its_bundle_holds() {
    let bench = larkmere();
    let more = ["--json", "--bundle", "a.jurat", "--out", "all", "--as-of", "2026-01-09"];
    let report = ask_plainly(&bench, "How long must client records be kept?", &more).json();
    assert_eq!(report["result"], "ANSWERED", "{report:#}");
    for statement in report["answer"]["statements"].as_array().unwrap() {
        let quote = statement["quote"]["text"].as_str().unwrap();
        let words: Vec<&str> = quote.split_whitespace().collect();
        let said = statement["text"].as_str().unwrap();
        let begins = words.first().unwrap();
        assert!(said.starts_with(begins), "{said} / {quote}");
    }
    bench
        .homeless("verify a.jurat --strict")
        .is(0, "consistent; origin not proven", "");
}

#[test]
fn nothing_near_is_no_answer_and_shows_what_was_looked_at() {
    let bench = larkmere();
    let said = ask_plainly(&bench, "What is the boiling point of mercury?", &["--json"]);
    assert_eq!(said.code, 2, "{}", said.out);
    assert_ne!(said.json()["result"], "ANSWERED");
}

const ACT: &str = "---\nkind: statute\ntitle: Ferry Act\n---\n# Ferry Act\n\n## 1 Lamps\n\nA ferry shall carry two lamps at \
    night.\n\n## 2 Oars\n\nA ferry shall carry four oars.\n\n# Amendments not in force\n\n## 3 Lamps of ferries\n\nA ferry \
    shall carry nine lamps at night.\n";

#[test]
fn what_is_not_in_force_is_never_given_as_law() {
    let bench = Bench::new();
    bench.write("law/act.md", ACT);
    let question = "How many lamps must a ferry carry at night?";
    let report = bench.words(&["ask", question, "law", "--json"], "").json();
    let used: Vec<&str> = report["requirements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["exact_quote"].as_str().unwrap())
        .collect();
    assert!(used.iter().any(|quote| quote.contains("two lamps")), "{report:#}");
    assert!(!used.iter().any(|quote| quote.contains("nine lamps")), "{used:?}");
    let rejected = report["rejected"].as_array().unwrap();
    let nine = rejected
        .iter()
        .find(|one| one["exact_quote"].as_str().unwrap().contains("nine lamps"))
        .unwrap();
    assert!(
        nine["verification_rationale"]
            .as_str()
            .unwrap()
            .contains("not in force"),
        "{nine}"
    );
}

#[test]
fn a_manual_that_says_otherwise_than_the_law_stands_beside_it() {
    let bench = larkmere();
    let report =
        ask_plainly(&bench, "How long must client records be kept?", &["--json"]).json();
    let conflicts = report["conflicts"].as_array().unwrap();
    assert_eq!(conflicts.len(), 1, "{conflicts:#?}");
    assert_eq!(conflicts[0]["difference"], "seven years against five years");
    let told = report["answer"]["final_answer"].as_str().unwrap();
    assert!(told.contains("seven years after the last service"), "{told}");
    assert!(told.contains("five years after the last service"), "{told}");
    // Sections of one code that differ are about different cases.
    let other = "When must a client be told that a record was lost?";
    let report = ask_plainly(&bench, other, &["--json"]).json();
    assert_eq!(report["conflicts"].as_array().unwrap().len(), 0, "{report:#}");
}

#[test]
fn a_part_of_a_question_that_nothing_speaks_of_is_named() {
    let bench = larkmere();
    let asked = "How long must client records be kept, and who trims the harbour lanterns?";
    let report = ask_plainly(&bench, asked, &["--json"]).json();
    let missing = report["missing_evidence"].as_array().unwrap();
    let named = |part: &str| missing.iter().any(|one| one.as_str().unwrap().contains(part));
    assert!(named("who trims the harbour lanterns"), "{missing:#?}");
    assert!(!named("How long must client records"), "{missing:#?}");
}
