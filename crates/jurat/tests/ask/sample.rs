//! The sample corpus, read once for each test that asks it.

use std::path::PathBuf;

use jurat_evidence_first::sample::{FILES, QUESTIONS};
use serde_json::Value as Json;

use crate::bench::{Bench, Said};

/// A bench with the sample in a corpus.
pub(crate) fn larkmere() -> Bench {
    let bench = Bench::new();
    for file in FILES {
        bench.write(&format!("sample/{}", file.name), file.text);
    }
    bench.jurat("ingest sample --corpus larkmere").is(0, "", "");
    bench
}

/// Asks the sample, with the narrow notion of what a requirement is.
#[track_caller]
pub(crate) fn ask(bench: &Bench, question: &str, more: &[&str]) -> Said {
    let mut words = vec!["--policy", "seed"];
    words.extend(more);
    ask_plainly(bench, question, &words)
}

/// Asks the sample as people do.
#[track_caller]
pub(crate) fn ask_plainly(bench: &Bench, question: &str, more: &[&str]) -> Said {
    let mut words = vec!["ask", question, "--corpus", "larkmere"];
    words.extend(more);
    bench.words(&words, "")
}

/// What may be asked of the sample, and what is to be expected.
pub(crate) fn questions() -> Vec<Json> {
    serde_json::from_str(QUESTIONS).unwrap()
}

/// Where whole answers are kept.
pub(crate) fn golden(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.join("../../systems/evidence_first/golden").join(name)
}
