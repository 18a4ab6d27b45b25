//! What is answered, and what is not.

use std::{env, fs};

use serde_json::Value as Json;

use crate::{
    bench::Bench,
    sample::{ask, golden, larkmere, questions},
};

#[test]
fn every_question_on_the_sample_comes_out_as_it_should() {
    let bench = larkmere();
    let mut wrong = Vec::new();
    for asked in questions() {
        let (id, question) =
            (asked["id"].as_str().unwrap(), asked["question"].as_str().unwrap());
        let said = ask(&bench, question, &["--json"]);
        let report = said.json();
        let answerable = asked["answerable"].as_bool().unwrap();
        let result = if answerable { "ANSWERED" } else { "NO_AUTHORITATIVE_EVIDENCE" };
        if report["result"] != result || said.code != if answerable { 0 } else { 2 } {
            wrong.push(format!("{id}: {} (exit {})", report["result"], said.code));
        }
        let quotes = quotes(&report);
        for expected in asked["expected_quotes"].as_array().unwrap() {
            let words = expected["must_contain"].as_str().unwrap().trim_end_matches(':');
            if !quotes.iter().any(|quote| quote.contains(words)) {
                wrong.push(format!("{id}: nothing says `{words}`"));
            }
        }
        if quotes.iter().any(|quote| quote.contains("REQ-S999")) {
            wrong.push(format!("{id}: the letter is quoted"));
        }
    }
    assert_eq!(wrong, MISSED);
}

/// What the gate does not see, since it goes by words: this duty names neither the master nor what
/// comes before a crossing.
const MISSED: [&str; 1] =
    ["q08-many-sources: nothing says `No ferry shall begin a crossing when the wind is above`"];

fn quotes(report: &Json) -> Vec<String> {
    let requirements = report["requirements"].as_array().unwrap().iter();
    requirements
        .map(|one| one["exact_quote"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn whole_answers_are_the_same_each_time() {
    let bench = larkmere();
    for asked in questions() {
        let (id, question) =
            (asked["id"].as_str().unwrap(), asked["question"].as_str().unwrap());
        let report = ask(&bench, question, &["--json", "--as-of", "2026-01-09"]).json();
        check(&format!("{id}.json"), &format!("{report:#}\n"));
    }
}

#[test]
fn two_requirements_make_an_answer_of_two_statements() {
    let bench = Bench::new();
    bench.write(
        "seed/statute.md",
        include_str!("../../../../systems/evidence_first/sample/seed_example/statute.md"),
    );
    bench.write(
        "seed/policy.md",
        include_str!("../../../../systems/evidence_first/sample/seed_example/policy.md"),
    );
    let question =
        include_str!("../../../../systems/evidence_first/sample/seed_example/question.txt");
    let report = bench
        .words(&["ask", question, "seed", "--json", "--policy", "seed"], "")
        .json();
    let ids = |key: &str| -> Vec<String> {
        let records = report["audit_trail"][key].as_array().unwrap().iter();
        records
            .map(|one| one["requirement_id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids("extracted_requirements"), ["REQ-S001", "REQ-P001"]);
    assert_eq!(ids("verified_requirements"), ["REQ-S001", "REQ-P001"]);
    assert_eq!(ids("requirement_references"), ["REQ-S001", "REQ-P001"]);
    assert!(ids("rejected_requirements").is_empty());
    let trail = &report["audit_trail"]["evidence_audit_trail"];
    assert_eq!(trail["total_requirements_extracted"], 2);
    assert_eq!(trail["total_requirements_verified"], 2);
    assert_eq!(trail["verification_pass_rate"], 1.0);
    assert_eq!(report["grounding_confidence"], "medium");
    let answer = report["audit_trail"]["final_answer"].as_str().unwrap();
    assert!(answer.contains("[REQ-S001].") && answer.contains("[REQ-P001]."), "{answer}");
    check("seed_example.json", &format!("{report:#}\n"));
}

#[test]
fn a_throw_away_corpus_leaves_nothing_behind() {
    let bench = larkmere();
    bench
        .words(&["ask", "How long must client records be kept?", "sample"], "")
        .is(0, "[REQ-", "");
    let corpora = bench.jurat("corpus list --json").json();
    assert_eq!(corpora.as_array().unwrap().len(), 1, "{corpora}");
}

#[track_caller]
pub(crate) fn check(name: &str, found: &str) {
    let path = golden(name);
    if updates() {
        fs::write(&path, found).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == found, "{} differs; JURAT_UPDATE=1 rewrites it\n{found}", path.display());
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

#[test]
fn files_are_the_sort_of_authority_that_they_are_said_to_be() {
    let bench = Bench::new();
    bench.write(
        "act.txt",
        "Harbour Act\n\n§ 1 Fees\n\nEvery owner of a boat shall pay a fee of ten crowns within 30 days.\n\n-----\n\n\
         § 2 Lights\n\nA boat shall show a light after sunset.\n",
    );
    let ask = ["ask", "When must the owner of a boat pay the fee?"];
    let said = |more: &[&str]| bench.words(&[&ask[..], more].concat(), "");
    said(&["act.txt"]).is(0, "[REQ-P", "");
    let statute = said(&["act.txt", "--kind", "statute"]);
    statute.is(0, "within 30 days [REQ-S", "");
    said(&["act.txt", "--kind", "law"]).is(3, "", "it is one of statute");
    said(&["--kind", "statute", "--corpus", "x"]).is(3, "", "<PATH>");
}
