//! Changed sentences measured on a small statute of ours.
#![expect(clippy::unwrap_used)]

use std::fs;

use jurat_eval::{ChangeFigures, ChangesOptions, DatasetSplit, EvalError, changes};
use tempfile::TempDir;

/// A section for each lamp, so that every kind of change finds sentences.
fn section(number: usize) -> String {
    let (days, fee) = (number + 10, number * 7 + 200);
    let text = format!(
        "{number} (1) The keeper shall inform the pilot within {days} days after the failure of lamp house {number}.\n\n\
         (2) The pilot may refuse the licence of lamp house {number} before the day of the visit.\n\n\
         (3) The keeper shall sign the register and shall send the register of lamp house {number} to the mayor.\n\n\
         (4) If the register of lamp house {number} is lost, the keeper must pay the mayor a fee of {fee} dollars.\n\n\
         (5) The mayor must publish the list of lamp house {number} under section {number} unless the pilot objects.\n\n\
         (6) The lease of lamp house {number} ends on 4 May 2031 and must be renewed by the pilot at least {days} days before it."
    );
    serde_json::json!({ "id": format!("s{number}"), "law": "Lamp Houses Act", "text": text })
        .to_string()
}

fn measure(part: DatasetSplit, folder: &TempDir) -> Result<ChangeFigures, EvalError> {
    changes(&ChangesOptions {
        data: vec![folder.path().to_path_buf()],
        part,
        cases: 10,
        launcher: None,
        trace: Some(folder.path().join("trace.txt")),
    })
}

fn statute() -> TempDir {
    let folder = TempDir::new().unwrap();
    let rows: Vec<String> = (1..30).map(section).collect();
    fs::write(folder.path().join("corpus.jsonl"), rows.join("\n")).unwrap();
    folder
}

#[test]
fn changes_are_stopped_and_untouched_sentences_pass() {
    let folder = statute();
    let figures = measure(DatasetSplit::All, &folder).unwrap();
    assert_eq!(figures.statutes, 1);
    for (kind, row) in &figures.by_kind {
        let (cases, stopped) =
            (row.tune_cases + row.report_cases, row.tune_stopped + row.report_stopped);
        let alters = *kind != "untouched" && !kind.starts_with("paraphrase");
        assert!(0 < cases, "no case of {kind}: {figures:?}");
        if alters {
            assert!(cases * 85 <= stopped * 100, "{kind}: {row:?}");
        } else {
            assert_eq!(stopped, 0, "{kind}: {row:?}");
        }
    }
}

#[test]
fn the_same_data_gives_the_same_cases() {
    let folder = statute();
    let one = measure(DatasetSplit::All, &folder).unwrap();
    let traced = fs::read_to_string(folder.path().join("trace.txt")).unwrap();
    let other = measure(DatasetSplit::All, &folder).unwrap();
    assert_eq!(one.by_kind, other.by_kind);
    assert_eq!(traced, fs::read_to_string(folder.path().join("trace.txt")).unwrap());
}

#[test]
fn a_statute_is_in_one_part_and_the_other_is_never_written_down() {
    let folder = statute();
    let part = DatasetSplit::of("Lamp Houses Act");
    let other =
        if part == DatasetSplit::Tune { DatasetSplit::Report } else { DatasetSplit::Tune };
    assert!(measure(part, &folder).is_ok() && measure(other, &folder).is_err());
    measure(DatasetSplit::Report, &folder).ok();
    measure(part, &folder).unwrap();
    let traced = fs::read_to_string(folder.path().join("trace.txt")).unwrap();
    assert_eq!(traced.is_empty(), part == DatasetSplit::Report);
}

#[test]
fn data_without_sentences_is_an_error() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("corpus.jsonl"), r#"{"id":"1","text":"Short."}"#).unwrap();
    assert!(matches!(measure(DatasetSplit::All, &folder), Err(EvalError::Empty { .. })));
}
