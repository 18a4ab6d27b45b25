//! From nothing to the first durable step, in a fresh process.

use std::{collections::BTreeMap, path::Path, time::Instant};

use jurat_store::CommitDurability;
use serde_json::{Value as Json, json};

use crate::{
    measure::{engine, median, millis, sqlite},
    workflows::{finish, looping, start},
};

pub(crate) fn cold(figures: &mut BTreeMap<String, Json>) {
    let (mut times, mut peaks) = (Vec::new(), Vec::new());
    for _ in 0..15 {
        let dir = tempfile::tempdir().unwrap();
        let began = Instant::now();
        #[expect(clippy::disallowed_methods, reason = "a fresh process is what is measured")]
        let mut child = std::process::Command::new(std::env::current_exe().unwrap());
        let output = child.arg("--first-step").arg(dir.path()).output().unwrap();
        times.push(began.elapsed());
        let peak = String::from_utf8(output.stdout).unwrap();
        peaks.push(peak.trim().parse::<f64>().unwrap());
    }
    peaks.sort_by(f64::total_cmp);
    figures.insert("start_ms".into(), json!(millis(median(times))));
    figures.insert("start_rss_mb".into(), json!(peaks[peaks.len() / 2]));
}

/// The child: one durable step, then its own peak memory in megabytes.
pub(crate) fn first_step(dir: &Path) {
    let engine = engine(sqlite(dir, CommitDurability::Full), 2);
    finish(&start(&engine, &looping(0, "count", 0), json!({})));
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kib: f64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    println!("{}", (kib * 1.024).round() / 1000.0);
}
