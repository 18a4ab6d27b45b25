//! Listing, showing, checking, removing.

use std::{fs, path::PathBuf};

use crate::{bench::Bench, ferry_rules};

fn ferry() -> Bench {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench
}

fn part(bench: &Bench, prefix: &str) -> PathBuf {
    let found = fs::read_dir(bench.home().join("corpora/ferry")).unwrap().flatten();
    let mut found = found.map(|entry| entry.path());
    found
        .find(|path| path.file_name().unwrap().to_string_lossy().starts_with(prefix))
        .unwrap()
}

#[test]
fn corpora_are_listed_and_shown() {
    let bench = Bench::new();
    bench.jurat("corpus list").is(0, "", "hint: jurat ingest");
    let bench = ferry();
    bench.jurat("corpus list").is(0, "ferry", "");
    bench.jurat("corpus show ferry").is(0, "lamps.md", "32 sources");
    let shown = bench.jurat("corpus show ferry --json").json();
    assert_eq!(shown["sources"].as_array().unwrap().len(), 32);
    assert_eq!(shown["values"]["kind"]["submitted"], 2);
    bench
        .jurat("corpus show ferry --source oars.txt --text")
        .is(0, "Oars are optional.", "");
    bench
        .jurat("corpus show ferry --source nothing")
        .is(3, "", "holds no source `nothing`");
}

#[test]
fn a_sound_corpus_is_sound_and_a_changed_byte_is_not() {
    let bench = ferry();
    bench
        .jurat("corpus check ferry")
        .is(0, "sound: 32 sources, 0 problems", "");
    let pack = part(&bench, "pack-");
    let mut bytes = fs::read(&pack).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&pack, bytes).unwrap();
    bench.jurat("corpus check ferry").is(1, "not sound", "");
}

#[test]
fn an_index_that_was_lost_is_found_missing_and_made_anew() {
    let bench = ferry();
    let before = bench.jurat("search whale oil --corpus ferry --json").json();
    fs::remove_dir_all(part(&bench, "index-")).unwrap();
    bench.jurat("corpus check ferry").is(1, "there is no index", "");
    bench
        .jurat("corpus check ferry --repair")
        .is(0, "sound: 32 sources, 0 problems", "found: there is no index")
        .is(0, "", "made anew");
    bench.jurat("corpus check ferry").is(0, "sound", "");
    assert_eq!(bench.jurat("search whale oil --corpus ferry --json").json(), before);
}

#[test]
fn what_was_tuned_outlives_the_index_and_nothing_else_passes_for_tuned() {
    let bench = ferry();
    let ferry = bench.home().join("corpora/ferry");
    let followed = ferry.join("followed.json");
    let fusion = |bench: &Bench| fs::read(part(bench, "index-").join("fusion.json")).ok();
    fs::remove_file(&followed).unwrap();
    bench.jurat("corpus check ferry --repair").is(0, "", "made anew");
    assert_eq!(fusion(&bench), None);
    let row =
        |n| format!("{{\"query\": \"lamp q{n}\", \"relevant\": [\"more/rows.jsonl#r{n}\"]}}");
    bench.write("queries.jsonl", (0..24).map(row).collect::<Vec<_>>().join("\n"));
    bench
        .jurat("corpus tune ferry --queries queries.jsonl")
        .is(0, "", "kept");
    let tuned = fusion(&bench);
    assert!(tuned.is_some());
    fs::remove_file(&followed).unwrap();
    bench.jurat("corpus check ferry --repair").is(0, "", "made anew");
    assert_eq!(fusion(&bench), tuned);
    // As a kill leaves it: the old index is gone, the new one not yet there.
    bench.write("home/corpora/ferry/tuned/fusion.json", tuned.as_deref().unwrap());
    fs::remove_file(&followed).unwrap();
    fs::remove_dir_all(part(&bench, "index-")).unwrap();
    bench.jurat("corpus check ferry --repair").is(0, "", "made anew");
    assert_eq!(fusion(&bench), tuned);
    assert!(!ferry.join("tuned").exists());
}

#[test]
fn a_damaged_log_is_an_error_and_no_fresh_start() {
    let bench = ferry();
    bench.write("docs/new.txt", "A later rule.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let log = part(&bench, "log-");
    let mut bytes = fs::read(&log).unwrap();
    bytes[150] ^= 1;
    fs::write(&log, bytes).unwrap();
    for line in
        ["ingest docs --corpus ferry", "search oars --corpus ferry", "corpus show ferry"]
    {
        bench.jurat(line).is(4, "", "batch 1 of the log");
    }
    bench.jurat("corpus list").is(1, "is damaged", "");
}

#[test]
fn sources_and_corpora_are_removed() {
    let bench = ferry();
    bench
        .jurat("corpus remove ferry oars.txt")
        .is(0, "oars.txt", "hint: their bytes stay");
    bench.jurat("search optional --corpus ferry").is(2, "", "");
    bench.jurat("corpus check ferry").is(0, "sound: 31 sources", "");
    bench
        .jurat("ingest docs --corpus ferry")
        .is(0, "read         oars.txt", "");
    bench.jurat("corpus remove ferry").is(0, "removed corpus ferry", "");
    bench
        .jurat("corpus show ferry")
        .is(3, "", "there is no corpus `ferry`");
}
