//! Whatever a model or a document writes, reading it ends without a panic.
#![allow(clippy::unwrap_used, reason = "a fixture that is wrong stops loudly")]

mod evidence;

use jurat_compose::{answer_of, compose, parse_marked, review};
use jurat_model::ReviewStatus;
use proptest::prelude::*;

/// Words and signs that mean something to the reader, and some that mean nothing.
const PIECES: &[&str] = &[
    "must",
    "not",
    "and",
    "or",
    "unless",
    "only",
    "60",
    "1,500.",
    "$",
    "%",
    "§",
    "sixty",
    "hundred",
    "[REQ-S001]",
    "[REQ-S001, REQ-P001]",
    "[REQ-",
    "REQ-S001",
    ".",
    ";",
    ",",
    "…",
    "(a)",
    "é",
    "\u{200b}",
    "\u{202e}",
    "\n",
    "12. ",
    "“",
    "records",
    "Counties",
    "These differ: ",
    "'s",
    "ß",
    "e\u{301}",
    "\u{1F600}",
    "-\n",
    "•",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES).prop_map(str::to_owned);
    let any = prop_oneof![4 => piece, 1 => "\\PC{0,6}"];
    let pairs = prop::collection::vec((any, prop::bool::ANY), 0..40);
    pairs.prop_map(|all| {
        all.into_iter()
            .map(|(word, space)| if space { word + " " } else { word })
            .collect()
    })
}

proptest! {
    #[test]
    fn hostile_prose_is_read_and_reviewed(text in text()) {
        let rows = [
            ("REQ-S001", "en", "Counties must keep sixty client records and not destroy any."),
            ("REQ-P001", "en", "Each provider must:|(a) keep a log of client records; or"),
        ];
        let evidence = evidence::evidence(&rows);
        let statements = parse_marked(&text);
        for one in &statements {
            prop_assert!(!one.text.contains("[REQ-S001]"));
        }
        let empty = statements.is_empty();
        let unmarked = statements.iter().any(|one| one.marks.is_empty());
        let found = review(&answer_of(statements, &evidence), &evidence);
        prop_assert!(!(empty || unmarked) || found.status == ReviewStatus::Fail);
        prop_assert!((0.0..=1.0).contains(&found.score));
    }

    #[test]
    fn hostile_quotes_are_composed_soundly(words in text(), more in text()) {
        let quote = format!("County {words} must {more} keep client records|(a) {words} in the office;");
        let quote: &'static str = quote.replace('|', "/").leak();
        let rows = [("REQ-S001", "en", quote)];
        let evidence = evidence::admitted(&rows);
        let mut issues = Vec::new();
        for attempt in 0..3 {
            let answer = compose(&evidence, &[], &issues, attempt);
            let found = review(&answer, &evidence);
            if found.status == ReviewStatus::Pass {
                prop_assert_eq!(parse_marked(&answer.final_answer()), answer.statements);
            }
            issues = found.issues;
        }
        // After two revisions nothing is left to complain of but silence.
        prop_assert!(issues.iter().all(|issue| issue.code == "no_statement"), "{:?}", issues);
    }
}
