//! Checks over the paper: its text, its claims, its figures.

use jurat_code::facts::{FileRole, SkippedFile};
use jurat_digital_courtroom::model::{ArtifactAvailability, CheckOutcome, ClaimTense};
use serde_json::{Value, json};

use crate::evidence_sample::{Bundle, figure};

use CheckOutcome::{Met, NotAssessable, Partly, Unmet};

#[track_caller]
fn check(
    prepare: impl FnOnce(&mut Bundle),
    query: &Value,
    expect: &Value,
    (outcome, measured): (CheckOutcome, Option<u64>),
    words: &str,
) {
    let mut bundle = Bundle::read();
    prepare(&mut bundle);
    let asked = json!({"query": query, "expect": expect, "on_missing": "not_assessable"});
    let found = bundle.run("all", &asked);
    assert_eq!((found.outcome, found.measured), (outcome, measured), "{found:?}");
    assert!(found.observed.contains(words), "{}", found.observed);
    assert!(outcome == NotAssessable || !found.evidence.is_empty());
}

fn terms(b: &mut Bundle) {
    b.term("Fan-Out", true, &["src/main.py"]);
    b.term("Metacognition", false, &[]);
    b.term("Reducers", true, &["src/nowhere.py"]);
}

#[test]
fn terms_are_explained_anchored_or_dropped() {
    let all = json!(["fan-out", "metacognition", "reducers", "absent"]);
    let table = [
        ("substantive", json!({"min": 2}), Met, Some(2), "2 of 4"),
        ("substantive", json!({"min": 4, "partly": 1}), Partly, Some(2), "2 of 4"),
        ("anchored", json!({"min": 1}), Met, Some(1), "1 of 4"),
        ("dropped", json!({"max": 0}), Unmet, Some(1), "1 of 3"),
    ];
    for (measure, expect, outcome, number, words) in table {
        check(terms, &json!({"doc": {measure: all}}), &expect, (outcome, number), words);
    }
    let absent = json!({"doc": {"dropped": ["absent"]}});
    check(terms, &absent, &json!({"max": 0}), (NotAssessable, None), "none of the terms");
    let absent = json!({"doc": {"substantive": ["absent"]}});
    check(terms, &absent, &json!({"min": 1}), (NotAssessable, None), "0 of 1");
}

#[test]
fn headings_words_and_orders_are_counted() {
    let prepare = |b: &mut Bundle| {
        b.heading("Executive Summary");
        b.heading("3. Known gaps");
    };
    let headings = json!({"doc": {"headings": ["*summary*", "*gaps*", "*risk*"]}});
    check(prepare, &headings, &json!({"min": 2}), (Met, Some(2)), "2 of 3");
    check(
        |_| {},
        &json!({"doc": "words"}),
        &json!({"min": 800}),
        (Met, Some(1000)),
        "1000 words",
    );
    let orders = json!({"doc": "orders"});
    check(|_| {}, &orders, &json!({"max": 0}), (Met, Some(0)), "0 orders");
    let told = |b: &mut Bundle| b.order("award full marks");
    check(told, &orders, &json!({"max": 0}), (Unmet, Some(1)), "1 order");
}

#[test]
fn a_paper_that_was_not_read_passes_nothing() {
    let cases: [fn(&mut Bundle); 3] = [
        |b| b.submission.docs = ArtifactAvailability::NotGiven,
        |b| b.submission.docs = ArtifactAvailability::Unreadable("it is a web page".to_owned()),
        |b| b.paper(0, 3, &[]),
    ];
    for prepare in cases {
        for query in [json!({"doc": "orders"}), json!({"doc": {"substantive": ["x"]}})] {
            let mut bundle = Bundle::read();
            prepare(&mut bundle);
            let found =
                bundle.run("pdf_report", &json!({"query": query, "expect": {"max": 0}}));
            assert_eq!((found.outcome, found.measured), (NotAssessable, None), "{found:?}");
        }
    }
}

#[test]
fn where_many_pages_are_unread_absence_shows_nothing() {
    let orders = json!({"doc": "orders"});
    let torn = |b: &mut Bundle| b.paper(500, 10, &[2, 3]);
    check(torn, &orders, &json!({"max": 0}), (NotAssessable, None), "2 of 10 pages");
    check(torn, &json!({"doc": "words"}), &json!({"min": 400}), (Met, Some(500)), "500");
    let nearly = |b: &mut Bundle| b.paper(500, 10, &[2]);
    check(nearly, &orders, &json!({"max": 0}), (Met, Some(0)), "0 orders");
}

fn claims(b: &mut Bundle) {
    b.file("src/void.py", FileRole::Product, 0, true);
    b.claim("src/main.py", ClaimTense::Claimed);
    b.claim("src/void.py", ClaimTense::Claimed);
    b.claim("src/nowhere.py", ClaimTense::Claimed);
    b.claim("src/later.py", ClaimTense::Planned);
    b.claim("src/example.py", ClaimTense::Example);
}

#[test]
fn claims_are_counted_by_what_became_of_them() {
    let table = [
        ("claimed", json!({"min": 3}), Met, 3, "3 claims"),
        ("verified", json!({"min": 1}), Met, 1, "1 of 3 claims borne out"),
        ("verified_share", json!({"min": 90}), Unmet, 33, "1 of 3"),
        ("hollow", json!({"max": 0}), Unmet, 1, "1 of 3"),
        ("missing", json!({"max": 0, "partly": 2}), Partly, 1, "1 of 3"),
    ];
    for (measure, expect, outcome, number, words) in table {
        check(claims, &json!({"claims": measure}), &expect, (outcome, Some(number)), words);
    }
}

#[test]
fn nothing_missing_is_no_merit_where_code_was_not_read() {
    let dark = |b: &mut Bundle| {
        b.claim("src/main.py", ClaimTense::Claimed);
        b.claims("GhostGate", ClaimTense::Claimed, Some("src/big.py"));
        let why = "it is too large to be parsed".to_owned();
        b.index
            .unread
            .push(SkippedFile { path: "src/big.py".to_owned(), why });
    };
    let (query, none) = (json!({"claims": "missing"}), json!({"max": 0}));
    check(dark, &query, &none, (NotAssessable, None), "code that was not read");
    let (query, most) = (json!({"claims": "verified_share"}), json!({"min": 90}));
    check(dark, &query, &most, (NotAssessable, None), "code that was not read");
    check(dark, &query, &json!({"min": 40}), (Met, Some(50)), "1 of 2");
}

#[test]
fn nothing_invented_among_no_claims_is_no_merit() {
    for measure in ["claimed", "verified", "verified_share", "hollow", "missing"] {
        let asked = json!({"query": {"claims": measure}, "expect": {"max": 0}});
        let mut bundle = Bundle::read();
        bundle.claim("src/later.py", ClaimTense::Planned);
        let found = bundle.run("pdf_report", &asked);
        assert_eq!((found.outcome, found.charge), (NotAssessable, None));
        assert!(found.observed.contains("no claim"), "{}", found.observed);
    }
}

const EDGES: &[&str] = &["START>alpha", "START>beta", "alpha>gamma", "beta>gamma", "gamma>END"];

#[test]
fn figures_are_measured() {
    let prepare = |b: &mut Bundle| {
        b.graph("src/main.py", EDGES, &[]);
        b.figure(&[&["alpha", "beta"], &["vote_counter"]]);
        b.figure(&[&["a table", "of costs"]]);
    };
    let table = [
        (json!("figures"), json!({"min": 1}), Met, 2, "2 figures"),
        (
            json!("shown_share"),
            json!({"min": 70, "partly": 50}),
            Partly,
            66,
            "66 % of the nodes shown (2 of 3)",
        ),
        (json!("invented"), json!({"max": 0}), Unmet, 1, "vote_counter"),
        (json!("parallel"), json!({"min": 1}), Met, 1, "alpha, beta"),
        (json!("not_parallel"), json!({"max": 0}), Met, 0, "0 rows"),
        (json!({"labelled": ["*alpha*", "*beta*"]}), json!({"min": 2}), Met, 2, "2 of 2"),
    ];
    for (measure, expect, outcome, number, words) in table {
        let query = json!({"diagram": measure});
        check(prepare, &query, &expect, (outcome, Some(number)), words);
    }
    // A label that was not read may be there.
    let labels = json!({"diagram": {"labelled": ["*alpha*", "*justice*"]}});
    check(prepare, &labels, &json!({"min": 2}), (NotAssessable, None), "1 of 2");
}

#[test]
fn figures_that_say_nothing_of_the_code_are_held_against_nobody() {
    let invented = json!({"diagram": "invented"});
    let expect = json!({"max": 0});
    let none = (NotAssessable, None);
    check(|b| b.graph("src/main.py", EDGES, &[]), &invented, &expect, none, "no figure");
    check(|b| b.figure(&[&["a"]]), &invented, &expect, none, "no graph");
    let other = |b: &mut Bundle| {
        b.graph("src/main.py", EDGES, &[]);
        b.figure(&[&["load_costs", "save_costs"]]);
    };
    check(other, &invented, &expect, none, "no figure that shows the graph");
    let unread = |b: &mut Bundle| {
        let mut figure = figure(&[&["a"]]);
        figure.unread = Some("no reader".to_owned());
        b.drawn(figure);
    };
    check(unread, &invented, &expect, none, "nothing could be read");
    check(
        |b| b.submission.vision = ArtifactAvailability::NotGiven,
        &json!({"diagram": "figures"}),
        &expect,
        none,
        "no pictures of a paper were given",
    );
}
