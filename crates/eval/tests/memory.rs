//! The answer memory on pairs of ours: one question in other words, or two that one thing sets apart.
#![expect(clippy::unwrap_used)]

use std::{fs, path::PathBuf, sync::Arc};

use jurat_eval::{DatasetSplit, MemoryFigures, MemoryOptions, memory};
use jurat_llm::{Embedder, Encoder, EncoderOptions};

fn measured(data: PathBuf, part: DatasetSplit, with_encoder: bool) -> MemoryFigures {
    let encoder = || Encoder::law(EncoderOptions { threads: 2 }).unwrap();
    let embedder = with_encoder.then(|| Arc::new(encoder()) as Arc<dyn Embedder>);
    memory(&MemoryOptions { data, part, embedder }).unwrap()
}

fn of_ours(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("data/memory")
        .join(name)
}

/// No limit was fitted on this half. The aim is no false hit, which comes first, and three true ones in five, which is missed as
/// docs/quality.md tells. What is reached stays.
#[test]
fn pairs_that_nothing_was_fitted_on_are_no_worse_than_measured() {
    let figures = measured(of_ours("pairs.jsonl"), DatasetSplit::Report, true);
    assert_eq!((figures.rows, figures.same, figures.false_hits), (195, 92, 0), "{figures:?}");
    assert!(0.2 <= figures.true_hits, "{figures:?}");
}

#[test]
fn questions_of_one_subject_are_not_one() {
    let figures = measured(of_ours("near.jsonl"), DatasetSplit::All, true);
    assert_eq!((figures.same, figures.false_hits), (0, 0), "{figures:?}");
}

#[test]
fn what_came_to_be_known_by_the_tuning_pairs_stays() {
    let figures = measured(of_ours("tune.jsonl"), DatasetSplit::All, true);
    assert_eq!((figures.false_hits, figures.stray_hits), (0, 0), "{figures:?}");
    assert!(0.3 <= figures.true_hits, "{figures:?}");
}

#[test]
fn without_an_encoder_only_the_same_words_hit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pairs.jsonl");
    let rows = [
        r#"{"a": "May the lessor keep the deposit?", "b": "Can a landlord hold on to it?", "same": true, "new": 1}"#,
        r#"{"a": "May the lessor keep the deposit?", "b": "may the lessor, keep the deposit", "same": true}"#,
        r#"{"a": "May the lessor keep the deposit?", "b": "May the lessee keep the deposit?", "same": false, "apart": "party"}"#,
    ];
    fs::write(&file, rows.join("\n")).unwrap();
    let figures = measured(file, DatasetSplit::All, false);
    assert_eq!((figures.rows, figures.same, figures.false_hits), (3, 2, 0));
    assert!((figures.true_hits - 0.5).abs() < 1e-9, "{figures:?}");
    assert_eq!(figures.by_kind["party"].hits, 0);
}
