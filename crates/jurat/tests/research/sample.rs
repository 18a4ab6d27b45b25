//! The sample corpus, read once for each test that asks it.

use std::path::PathBuf;

use jurat_legal_research::sample::{FILES, QUESTIONS};
use serde_json::Value as Json;

use crate::bench::{Bench, Said};

/// A bench with the sample in a corpus.
pub(crate) fn varrow() -> Bench {
    let bench = Bench::new();
    write(&bench);
    bench.jurat("ingest sample --corpus varrow").is(0, "", "");
    bench
}

/// The files of the sample, not read yet.
pub(crate) fn write(bench: &Bench) {
    for file in FILES {
        bench.write(&format!("sample/{}", file.name), file.text);
    }
}

#[track_caller]
pub(crate) fn research(bench: &Bench, question: &str, more: &[&str]) -> Said {
    let mut words = vec!["research", question, "--corpus", "varrow"];
    words.extend(more);
    bench.words(&words, "")
}

/// What may be asked of the sample, and what is to be expected.
pub(crate) fn questions() -> Vec<Json> {
    serde_json::from_str(QUESTIONS).unwrap()
}

/// Where whole runs are kept.
pub(crate) fn golden(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.join("../../systems/legal_research/golden").join(name)
}
