//! Answers measured through the whole of `jurat check`, on rows of ours.
#![expect(clippy::unwrap_used)]

use std::fs;

use jurat_eval::{CheckFigures, DatasetSplit, EvalError, KindRow, check};
use serde_json::{Value as Json, json};

const LAW: &str = "The keeper of a lamp house shall inform the mayor within 14 days after the lamp fails. \
    The mayor may refuse a licence where the tower is unsafe.";

fn measured(rows: &[Json]) -> Result<CheckFigures, EvalError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    let lines: Vec<String> = rows.iter().map(Json::to_string).collect();
    fs::write(&path, lines.join("\n")).unwrap();
    check(&path, DatasetSplit::All)
}

fn row(id: &str, answer: &str, faulty: bool, kind: &str) -> Json {
    json!({
        "id": id, "question": "When must the keeper inform the mayor?", "answer": answer, "faulty": faulty, "kind": kind,
        "lang": "en", "sources": [LAW, {"label": "Lamp Houses Act", "text": "A licence costs 40 dollars."}],
    })
}

#[test]
fn rows_are_counted_by_their_kind() {
    let figures = measured(&[
        row(
            "a",
            "The keeper shall inform the mayor within 14 days after the lamp fails.",
            false,
            "sound",
        ),
        row(
            "b",
            "The keeper shall inform the mayor within 90 days after the lamp fails.",
            true,
            "number",
        ),
        row("c", "Ferries to the island sail at noon every Sunday.", true, "invented"),
    ])
    .unwrap();
    assert_eq!((figures.items, figures.faulty, figures.false_errors), (3, 2, 0));
    assert!((figures.precision - 1.0).abs() < 1e-9 && (figures.recall - 1.0).abs() < 1e-9);
    let stopped = KindRow { items: 1, stopped: 1, warned: 1 };
    assert_eq!(figures.by_kind["number"], stopped);
    assert_eq!(figures.by_kind["sound"], KindRow { items: 1, ..KindRow::default() });
    assert_eq!(figures.not_checked, 0);
    assert!((figures.faithfulness_auc - 1.0).abs() < 1e-9, "{figures:?}");
}

#[test]
fn a_source_with_many_answers_is_read_too() {
    let nested = json!({
        "id": "n", "question": "When must the keeper inform the mayor?", "passages": LAW, "responses": [
            {"response": "The keeper shall inform the mayor within 14 days after the lamp fails."},
            {"response": "Ferries to the island sail at noon.", "spans": [{"start": 0, "end": 35, "type": "Invented"}]},
        ],
    });
    let figures = measured(&[nested]).unwrap();
    assert_eq!((figures.items, figures.faulty), (2, 1));
    assert_eq!(figures.by_kind["Invented"].stopped, 1);
    assert!(figures.span_f1.is_some_and(|f1| 0.9 < f1), "{figures:?}");
}

#[test]
fn what_was_not_held_against_sources_is_counted() {
    let bare = json!({"id": "x", "answer": "The keeper pays the mayor.", "faulty": true});
    let figures = measured(&[bare]).unwrap();
    assert_eq!((figures.not_checked, figures.by_kind["faulty"].stopped), (1, 0));
}

#[test]
fn no_rows_are_no_figures() {
    assert!(matches!(measured(&[]), Err(EvalError::Empty { .. })));
}
