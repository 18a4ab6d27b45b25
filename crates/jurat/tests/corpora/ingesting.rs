//! What becomes of files.

use std::fs;

use serde_json::Value as Json;

use crate::{bench::Bench, ferry_rules};

/// What the report says of a file.
fn outcome(report: &Json, file: &str) -> String {
    let files = report["files"].as_array().unwrap();
    let found = files.iter().find(|row| row["file"] == file).unwrap();
    found["outcome"].as_str().unwrap().to_owned()
}

#[test]
fn a_folder_is_read_and_the_second_time_left_alone() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    let first = bench.jurat("ingest docs --corpus ferry --json");
    first.is(0, "", "");
    assert_eq!(outcome(&first.json(), "lamps.md"), "read");
    assert!(32 <= first.json()["indexed"]["passages"].as_u64().unwrap());
    let second = bench.jurat("ingest docs --corpus ferry --json");
    assert_eq!(outcome(&second.json(), "more/rows.jsonl"), "unchanged");
    assert_eq!(second.json()["indexed"]["passages"], 0);
    let again = bench.jurat("ingest docs --corpus ferry --json --again").json();
    assert_eq!(outcome(&again, "more/rows.jsonl"), "unchanged");
    assert_eq!(again["indexed"]["passages"], 0);
}

#[test]
fn changed_content_replaces_and_changed_metadata_too() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench
        .jurat("ingest docs --corpus ferry")
        .is(0, "3 files (3 read)", "");
    bench.write("docs/oars.txt", "Oars are forbidden since the flood.\n");
    let said = bench.jurat("ingest docs --corpus ferry --json");
    assert_eq!(outcome(&said.json(), "oars.txt"), "replaced");
    assert_eq!(outcome(&said.json(), "lamps.md"), "unchanged");
    let hits = bench.jurat("search optional oars --corpus ferry");
    assert!(!hits.is(0, "*Oars* are forbidden", "").out.contains("two oars"));
    let hits = bench.jurat("search optional --corpus ferry");
    hits.is(2, "", "no passage was found");
    let said = bench.jurat("ingest docs/oars.txt --corpus ferry --topic floods --json");
    assert_eq!(outcome(&said.json(), "oars.txt"), "replaced");
    bench
        .jurat("search oars --corpus ferry --filter topic=floods")
        .is(0, "oars.txt:0", "");
}

#[test]
fn one_bad_file_does_not_stop_the_rest() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.write("docs/broken.pdf", b"%PDF-1.7 and then nothing of use \x00\x01\x02");
    bench.write("docs/empty.txt", "");
    bench.write("docs/program", b"\x7fELF\x02\x01\x01\x00\x00\x00");
    let said = bench.jurat("ingest docs --corpus ferry");
    said.is(2, "refused      broken.pdf", "");
    said.is(2, "refused      empty.txt", "")
        .is(2, "refused      program", "");
    bench.jurat("search whale oil --corpus ferry").is(0, "lamps.md", "");
    bench
        .jurat("corpus show ferry")
        .is(0, "lamps.md", "not read: broken.pdf");
}

#[test]
fn files_that_vanished_are_told_and_pruned_when_asked() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    fs::remove_file(bench.path("docs/oars.txt")).unwrap();
    let said = bench.jurat("ingest docs --corpus ferry");
    said.is(0, "vanished", "hint: `jurat ingest docs --corpus ferry --prune`");
    bench.jurat("search oars --corpus ferry").is(0, "oars.txt:0", "");
    bench.jurat(&said.hinted()).is(0, "removed", "");
    bench
        .jurat("search oars --corpus ferry")
        .is(2, "", "no passage was found");
    bench.jurat("corpus check ferry").is(0, "sound: 31 sources", "");
}

#[test]
fn files_that_were_not_looked_for_are_not_pruned() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let said = bench.jurat("ingest docs --corpus ferry --prune --limit-count 1");
    assert!(!said.is(2, "there are more than 1 files", "").out.contains("removed"));
    bench.jurat("corpus check ferry").is(0, "sound: 32 sources", "");
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    for name in ["../evil", "a/b", "..", ".locks", "é", "-x"] {
        let said = bench.words(&["ingest", "docs", &format!("--corpus={name}")], "");
        said.is(3, "", "cannot name a corpus");
    }
    assert!(!bench.home().join("evil").exists() && !bench.path("evil").exists());
}

#[test]
fn bad_input_is_said_to_be_so() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench
        .jurat("ingest nowhere --corpus ferry")
        .is(3, "", "cannot read nowhere");
    bench
        .jurat("ingest docs --corpus ferry --kind law")
        .is(3, "", "no kind of source");
    bench
        .jurat("ingest docs --corpus ferry --date yesterday")
        .is(3, "", "expected a date");
    bench.jurat("ingest docs").is(3, "", "--corpus");
}

#[test]
fn five_thousand_rows_are_five_thousand_sources() {
    let bench = Bench::new();
    bench.write("rows.jsonl", ferry_rules::jsonl(5_000));
    let said = bench.jurat("ingest rows.jsonl --corpus ferry --json");
    assert_eq!(said.is(0, "", "").json()["files"][0]["documents"]["added"], 5_000);
    assert_eq!(said.json()["indexed"]["passages"], 5_000);
    bench
        .jurat("search lamp q4321 --corpus ferry -k 1")
        .is(0, "r4321:0", "");
    let folder = bench.home().join("corpora/ferry");
    let files = fs::read_dir(folder)
        .unwrap()
        .filter(|e| e.as_ref().unwrap().path().is_file());
    assert!(files.count() < 6);
}
