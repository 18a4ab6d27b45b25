//! What is erased is gone, and what is left is said.

use std::{collections::BTreeSet, fs, path::PathBuf};

use crate::{bench::Bench, ferry_rules};

fn holds(bench: &Bench, words: &str) -> bool {
    let mut folders = vec![bench.home().join("corpora")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = fs::read(&path).unwrap();
                if bytes.windows(words.len()).any(|found| found == words.as_bytes()) {
                    return true;
                }
            }
        }
    }
    false
}

/// The files that hold words: log, pack and the parts of the index.
/// The files of a corpus; those of its vectors, which are rewritten under their names, apart.
fn files(bench: &Bench) -> BTreeSet<PathBuf> {
    let mut folders = vec![bench.home().join("corpora/ferry")];
    let mut files = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let settings = path.extension().is_some_and(|ending| ending == "json");
            if path.ends_with("vectors") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if !settings {
                files.insert(path);
            }
        }
    }
    files
}

/// The bytes of its vectors.
fn vectors(bench: &Bench) -> u64 {
    let file = bench.home().join("corpora/ferry/vectors/vectors.bin");
    fs::metadata(file).unwrap().len()
}

#[test]
fn no_file_that_held_an_erased_source_is_left() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.write("docs/secret.txt", "Zanzibarqx.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench
        .jurat("search zanzibarqx --corpus ferry")
        .is(0, "secret.txt:0", "");
    bench
        .jurat("erase --corpus ferry --source secret.txt")
        .is(3, "", "hint: say `--yes`");
    let (before, vectors_before) = (files(&bench), vectors(&bench));
    let said = bench.jurat("erase --corpus ferry --source secret.txt --yes");
    said.is(0, "erased 1 sources", "left: the files");
    assert_eq!(before.intersection(&files(&bench)).count(), 0);
    assert!(vectors(&bench) < vectors_before, "its vector is left");
    assert!(!holds(&bench, "Zanzibarqx") && !holds(&bench, "zanzibarqx"));
    bench
        .jurat("search zanzibarqx --corpus ferry")
        .is(2, "", "no passage was found");
    bench.jurat("corpus check ferry").is(0, "sound: 32 sources", "");
    bench.jurat("search whale oil --corpus ferry").is(0, "lamps.md", "");
}

#[test]
fn the_same_bytes_under_another_name_are_said_to_be_left() {
    let bench = Bench::new();
    bench.write("docs/a.txt", "The same words twice.");
    bench.write("docs/b.txt", "The same words twice.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench
        .jurat("corpus show ferry")
        .is(0, "b.txt", "2 sources, 2 passages");
    let said = bench.jurat("erase --corpus ferry --source a.txt --yes --json");
    assert_eq!(said.json()["left"]["same_bytes"][0], "b.txt");
    bench.jurat("search same words --corpus ferry").is(0, "b.txt:0", "");
}

#[test]
fn what_was_removed_before_can_be_erased() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.write("docs/secret.txt", "Zanzibarqx.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus remove ferry secret.txt").is(
        0,
        "secret.txt",
        "hint: their bytes stay in the pack until `jurat erase",
    );
    let (before, vectors_before) = (files(&bench), vectors(&bench));
    bench
        .jurat("erase --corpus ferry --removed --yes")
        .is(0, "erased 0 sources", "");
    assert_eq!(before.intersection(&files(&bench)).count(), 0);
    assert!(vectors(&bench) < vectors_before, "its vector is left");
    assert!(!holds(&bench, "Zanzibarqx") && !holds(&bench, "zanzibarqx"));
    bench.jurat("corpus check ferry").is(0, "sound: 32 sources", "");
}

#[test]
fn an_erasure_that_was_cut_short_is_finished_by_the_next_writer() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.write("docs/secret.txt", "Zanzibarqx.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench.jurat("corpus remove ferry secret.txt").is(0, "", "");
    let marker = bench.home().join("corpora/ferry/erasing");
    fs::write(&marker, "").unwrap();
    bench.jurat("ingest docs/oars.txt --corpus ferry").is(
        0,
        "unchanged",
        "finishing an erasure that was cut short",
    );
    assert!(!holds(&bench, "Zanzibarqx") && !marker.exists());
    bench.jurat("corpus check ferry").is(0, "sound: 32 sources", "");
}

#[test]
fn vectors_that_cannot_be_read_go_with_what_is_erased() {
    let bench = Bench::new();
    bench.write("docs/a.txt", "A ferry must carry a lamp.");
    bench.jurat("ingest docs --corpus ferry --no-vectors").is(0, "", "");
    bench.write("home/corpora/ferry/vectors/vectors.bin", "no vectors at all");
    bench
        .jurat("erase --corpus ferry --source a.txt --yes")
        .is(0, "erased 1 sources", "");
    assert!(!bench.home().join("corpora/ferry/vectors").exists());
}

#[test]
fn a_hash_names_all_sources_of_these_bytes() {
    let bench = Bench::new();
    bench.write("docs/a.txt", "The same words twice.");
    bench.write("docs/b.txt", "The same words twice.");
    bench.write("docs/c.txt", "Other words.");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let shown = bench.jurat("corpus show ferry --source a.txt --json").json();
    let hash = shown["hash"].as_str().unwrap().to_owned();
    let said = bench.jurat(&format!("erase --corpus ferry --source {hash} --yes --json"));
    assert_eq!(said.json()["erased"].as_array().unwrap().len(), 2);
    bench.jurat("corpus show ferry").is(0, "c.txt", "1 sources");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let said = bench.jurat(&format!("corpus remove ferry {hash} --json"));
    assert_eq!(said.json()["removed"].as_array().unwrap().len(), 2);
}

#[test]
fn a_corpus_is_erased_whole() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.orchard("");
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    bench
        .jurat("erase --corpus ferry --yes")
        .is(0, "and the corpus itself", "");
    bench.jurat("corpus list").is(0, "", "no corpora");
    assert!(!holds(&bench, "whale"));
    bench
        .jurat("erase --corpus ferry --yes")
        .is(3, "", "there is no corpus");
}

#[test]
fn vectors_of_a_folder_asked_without_a_corpus_are_remembered_and_erased() {
    let bench = Bench::new();
    ferry_rules::folder(&bench);
    bench.jurat("ingest docs --corpus ferry").is(0, "", "");
    let remembered = bench.home().join("vectors/vectors.bin");
    assert!(!remembered.exists());
    let ask = || bench.words(&["ask", "Which lamp must a ferry carry?", "docs"], "");
    ask();
    let once = fs::read(&remembered).unwrap();
    ask();
    assert!(once == fs::read(&remembered).unwrap(), "it was embedded again");
    bench.jurat("erase --corpus ferry --yes").is(0, "", "");
    assert!(!remembered.exists(), "vectors are left");
}
