//! What is read off public decisions, dockets and citing sentences keeps to its floors.
#![expect(clippy::unwrap_used, reason = "a sample that cannot be read should stop loudly")]

use jurat_citator::CourtTable;
use jurat_eval::{DatasetSplit, decisions, treatment};

#[track_caller]
fn floors(part: &str, floors: &[(&str, f64)]) {
    let Some(data) = jurat_testdata::data(part) else { return };
    let figures = decisions(&data, DatasetSplit::Report, &CourtTable::canada()).unwrap();
    for (field, floor) in floors {
        let share = figures.accuracy[*field];
        assert!(*floor <= share, "{field}: {share}, {:?}", figures.wrong[*field]);
    }
}

#[test]
fn decisions_are_read() {
    let fields = [
        ("citation", 0.99),
        ("court", 0.99),
        ("date", 0.97),
        ("judge", 0.97),
        ("outcome", 0.9),
    ];
    floors("immigration/decisions.jsonl", &fields);
}

#[test]
fn entries_of_dockets_are_read() {
    floors("immigration/docket_gold.jsonl", &[("judge", 0.97), ("outcome", 0.94)]);
}

#[test]
fn citations_in_their_contexts_are_read() {
    floors("immigration/citation_contexts.jsonl", &[("kind", 0.95), ("target", 0.97)]);
}

#[test]
fn no_mention_is_taken_for_a_treatment() {
    let Some(data) = jurat_testdata::data("immigration/treatment.jsonl") else { return };
    let figures = treatment(&data, DatasetSplit::Report).unwrap();
    assert!(0.85 <= figures.accuracy, "{:?}", figures.wrong);
    assert_eq!(figures.false_treatments, 0, "{:?}", figures.wrong);
}
