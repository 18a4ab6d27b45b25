//! The screen for text that addresses its reader, on public data: people's questions about law
//! pass.

#![expect(clippy::unwrap_used, reason = "data that cannot be read should stop loudly")]
#![expect(clippy::print_stderr, reason = "the figures are what the test is for")]

mod law;

use std::collections::BTreeMap;

use jurat_injection::{ScreenedTextKind, first_order};
use serde_json::Value;

#[test]
fn questions_about_law_pass() {
    let Some(data) = law::folder() else { return };
    let Ok(rows) = std::fs::read_to_string(data.join("dev/prompt_injection.jsonl")) else {
        eprintln!("skipped: there is no dev/prompt_injection.jsonl");
        return;
    };
    let mut counts: BTreeMap<(String, i64), (usize, usize)> = BTreeMap::new();
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).unwrap();
        let (kind, label) = (row["kind"].as_str().unwrap(), row["label"].as_i64().unwrap());
        let count = counts.entry((kind.to_owned(), label)).or_default();
        count.0 += usize::from(
            first_order(row["text"].as_str().unwrap(), ScreenedTextKind::Passage).is_some(),
        );
        count.1 += 1;
    }
    eprintln!("flagged, of all, by kind and label: {counts:?}");
    for kind in ["benign_legal", "over_defense"] {
        let (flagged, all) = counts[&(kind.to_owned(), 0)];
        assert!(flagged * 100 <= all, "{kind}: {flagged} of {all}");
    }
}
