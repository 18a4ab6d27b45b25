//! How long checking a bundle takes, by the number of its quotes: `cargo bench -p jurat-evidence-first --bench verify`.
//!
//! Processor time, all threads. The gate is also passed alone, so that its share can be seen.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a bench prints what it measured, and stops where it cannot"
)]

#[path = "../tests/bundle/county.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod county;
#[path = "../tests/bundle/county_bundles.rs"]
#[expect(dead_code, reason = "the tests use more of it")]
mod county_bundles;
#[path = "../tests/bundle/county_report.rs"]
mod county_report;

use jurat_evidence_first::lineage::lineage;
use jurat_model::{Requirement, SourceExhibit};
use jurat_proof::BundleStatus;
use jurat_verify::{GatePolicy, gate};
use rustix::time::{ClockId, clock_gettime};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

/// Snapshots are as far apart as in the product.
const SNAPSHOT_EVERY: u64 = 256;

fn main() {
    let mut last: Option<(usize, f64)> = None;
    for (quotes, times) in [(10, 20), (100, 20), (1_000, 5), (10_000, 2)] {
        // The county has four duties in its code, two in its manual, and one that was made up.
        let story = county::Story { more: quotes - 7, ..county::Story::default() };
        let store = county::told(1, SNAPSHOT_EVERY, &story);
        let state = county_bundles::state(&store);
        let bytes = county_bundles::bundle(&store, None);
        let extracted: Vec<Requirement> = read(&state, "extracted_requirements");
        assert_eq!(extracted.len(), quotes);
        let found = county_bundles::verdict(&bytes, None, None);
        assert_eq!(found.meaning, BundleStatus::Holds, "{:#?}", found.lines());
        let whole = best(times, || drop(county_bundles::verdict(&bytes, None, None)));
        let exhibits: Vec<SourceExhibit> = read(&state, "exhibits");
        let policy: GatePolicy = read(&state, "gate_policy");
        let gate = best(times, || drop(gate(county::QUESTION, &extracted, &exhibits, policy)));
        let open = best(times, || drop(lineage(&bytes, 1)));
        let growth = last.map_or_else(String::new, |(before, ms)| {
            format!(", {:.1} times the time of {before}", whole / ms)
        });
        println!(
            "{quotes} quotes, {} KB: {whole:.1} ms, of which opening and replaying {open:.1}, \
             the gate {gate:.1}, the rest {:.1}{growth}",
            bytes.len() / 1000,
            whole - gate - open
        );
        last = Some((quotes, whole));
    }
}

fn read<T: DeserializeOwned>(state: &Json, channel: &str) -> T {
    T::deserialize(&state[channel]).unwrap()
}

/// The best of several, in milliseconds of processor time.
fn best(times: usize, work: impl Fn()) -> f64 {
    let once = |_| {
        let began = cpu();
        work();
        (cpu() - began) * 1e3
    };
    (0..times).map(once).fold(f64::MAX, f64::min)
}

/// CPU seconds of this process, all threads.
#[expect(clippy::cast_precision_loss, reason = "seconds of a process are few")]
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
