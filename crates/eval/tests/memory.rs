//! The answer memory on pairs of ours: one question in other words, or two that one thing sets apart.
#![expect(clippy::unwrap_used)]

use std::{fs, path::PathBuf, sync::Arc};

use jurat_eval::{DatasetSplit, MemoryFigures, MemoryOptions, memory};
use jurat_llm::{Embedder, Encoder, EncoderOptions};

fn measured(data: PathBuf, with_encoder: bool) -> MemoryFigures {
    let encoder = || Encoder::law(EncoderOptions { threads: 2 }).unwrap();
    let embedder = with_encoder.then(|| Arc::new(encoder()) as Arc<dyn Embedder>);
    memory(&MemoryOptions { data, part: DatasetSplit::All, embedder }).unwrap()
}

fn of_ours(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("data/memory")
        .join(name)
}

/// No limit was fitted on them. The aim is no false hit and three true ones in five; it is missed, as docs/quality.md tells, and
/// nothing serves a remembered answer before it is met. What is reached stays.
#[test]
fn pairs_that_nothing_was_fitted_on_are_no_worse_than_measured() {
    let figures = measured(of_ours("pairs.jsonl"), true);
    assert_eq!((figures.rows, figures.same), (400, 200));
    assert!(figures.false_hits <= 1, "{figures:?}");
    assert!(0.15 <= figures.true_hits, "{figures:?}");
}

#[test]
fn what_came_to_be_known_by_the_tuning_pairs_stays() {
    let figures = measured(of_ours("tune.jsonl"), true);
    assert_eq!((figures.false_hits, figures.stray_hits), (0, 0), "{figures:?}");
    assert!(0.4 <= figures.true_hits, "{figures:?}");
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
    let figures = measured(file, false);
    assert_eq!((figures.rows, figures.same, figures.false_hits), (3, 2, 0));
    assert!((figures.true_hits - 0.5).abs() < 1e-9, "{figures:?}");
    assert_eq!(figures.by_kind["party"].hits, 0);
}
