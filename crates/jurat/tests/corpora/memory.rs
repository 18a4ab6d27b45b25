//! A table of many rows is read row by row: what it takes does not grow with what was read before.

use std::{fs, thread, time::Duration};

use crate::bench::{BINARY, Bench};

/// So many rows, each a document of its own.
fn table(rows: usize) -> String {
    let row = |number: usize| {
        format!("r{number},Ferry {number} must carry lamp q{number} at night.\n")
    };
    std::iter::once("id,text\n".to_owned())
        .chain((0..rows).map(row))
        .collect()
}

/// The most bytes that an ingest of a file held, as the system counted them.
#[cfg(target_os = "linux")]
fn peak_of_ingest(bench: &Bench, file: &str) -> u64 {
    let words = ["ingest", file, "--corpus", "ferry", "--no-vectors"];
    let mut child = bench.beside(BINARY, &words).spawn().unwrap();
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib =
            line.and_then(|line| line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        peak = peak.max(kib.unwrap_or(0) << 10);
        thread::sleep(Duration::from_millis(5));
    }
    assert!(child.wait().unwrap().success());
    peak
}

/// Rows cost what the corpus keeps of them. Held as documents, as they once were, these would take 350 megabytes.
#[cfg(target_os = "linux")]
#[test]
fn rows_of_a_table_are_not_held_as_documents() {
    const ROWS: usize = 50_000;
    const MOST: u64 = 250_000_000;
    let bench = Bench::new();
    bench.write("rows.csv", table(ROWS));
    let peak = peak_of_ingest(&bench, "rows.csv");
    assert!(0 < peak && peak < MOST, "{peak} bytes");
    bench
        .jurat("search q49999 --corpus ferry")
        .is(0, "rows.csv#r49999", "");
}
