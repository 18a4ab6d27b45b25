//! Which runs name a source or rendition, in their journal or in a blob that it refers to.

use std::collections::BTreeSet;

use jurat_canon::Hash;
use jurat_engine::{RunRow, RunStore};

use crate::{app::AppContext, failure::CommandFailure};

/// Events read at a time.
const PAGE: usize = 256;
/// The length of a hash in hex digits.
const HEX: usize = 64;
/// The file of the run database.
const DATABASE: &str = "runs.sqlite";

/// The ids of the runs that name one of these hashes.
pub(super) fn runs(
    app: &AppContext,
    hashes: &BTreeSet<Hash>,
) -> Result<Vec<String>, CommandFailure> {
    // Looking for runs must not make a store where there is none.
    if !app.settings.store.join(DATABASE).exists() {
        return Ok(Vec::new());
    }
    let store = app.store()?;
    let mut found = Vec::new();
    for row in store.runs()? {
        if names(&*store, &row, hashes)? {
            found.push(row.run.to_string());
        }
    }
    Ok(found)
}

fn names(
    store: &dyn RunStore,
    row: &RunRow,
    hashes: &BTreeSet<Hash>,
) -> Result<bool, CommandFailure> {
    let mut seen = BTreeSet::new();
    let mut from = 1;
    loop {
        let events = store.events(row.run, from, PAGE)?;
        let Some(last) = events.last() else { return Ok(false) };
        from = last.seq + 1;
        for payload in events.iter().filter_map(|event| event.payload.as_ref()) {
            let mut due = mentioned(payload);
            // What is named may be a blob that names more.
            while let Some(hash) = due.pop() {
                if hashes.contains(&hash) {
                    return Ok(true);
                }
                if seen.insert(hash) {
                    let blob = store.blob(hash)?.unwrap_or_default();
                    due.extend(mentioned(&blob));
                }
            }
        }
    }
}

/// Every hash that is written out in some bytes.
fn mentioned(bytes: &[u8]) -> Vec<Hash> {
    let runs = bytes.split(|byte| !byte.is_ascii_hexdigit());
    let hashes = runs.filter(|run| run.len() == HEX);
    hashes
        .filter_map(|run| std::str::from_utf8(run).ok()?.parse().ok())
        .collect()
}
