//! The verifier in Python, which knows docs/bundle-format.md and nothing of our code, against ours: both say of every bundle
//! whether it holds.

use std::{fs, process::Command};

use jurat_engine::{MemoryStore, RunStore};
use jurat_proof::{BundleStatus, SigningKey, fuzz::forged, write};
use jurat_system::publish::BundleAcceptance;
use jurat_systems::ALL;
use serde_json::{Value as Json, json};
use tempfile::TempDir;

use crate::{
    asked_run::{NORMS, PROVISIONS, QUOTED_BY_MODEL, RUN, UNANSWERED, bundle},
    forger::rewritten,
    sample_runs::SampleRun,
};

const SCRIPT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/second_verifier/verify.py");

/// A bundle and what it is.
type NamedBundle = (String, Vec<u8>);

/// Whether each holds, as the script says; nothing where there is no Python.
#[expect(clippy::disallowed_methods, reason = "the script is started as anyone would")]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn second_opinion(bundles: &[NamedBundle]) -> Option<Vec<(bool, String)>> {
    if Command::new("python3").arg("--version").output().is_err() {
        let required = std::env::var_os("JURAT_REQUIRE_ALL").is_some();
        assert!(!required, "python3 is missing");
        eprintln!("skipped: python3 is missing");
        return None;
    }
    let folder = TempDir::new().unwrap();
    let mut script = Command::new("python3");
    script.arg(SCRIPT);
    for (at, (_, bytes)) in bundles.iter().enumerate() {
        let path = folder.path().join(format!("{at}.jurat"));
        fs::write(&path, bytes).unwrap();
        script.arg(path);
    }
    let done = script.output().unwrap();
    let said = String::from_utf8(done.stdout).unwrap();
    let lines: Vec<(bool, String)> = said
        .lines()
        .map(|line| (line.starts_with("holds "), line.to_owned()))
        .collect();
    let faults = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(lines.len(), bundles.len(), "{faults}");
    let all = lines.iter().all(|(holds, _)| *holds);
    assert_eq!(done.status.code(), Some(i32::from(!all)), "{faults}");
    Some(lines)
}

/// Both verifiers say the same of each, and it is this.
#[track_caller]
fn agree(bundles: &[NamedBundle], expected: bool) {
    let Some(second) = second_opinion(bundles) else { return };
    for ((name, bytes), (holds, said)) in bundles.iter().zip(second) {
        let first = ALL.verify(bytes, &BundleAcceptance::default());
        // A kind of run without checks of its own is whole as far as anyone can tell.
        let ours =
            matches!(first.meaning, BundleStatus::Holds | BundleStatus::NotFullyCheckable);
        assert_eq!(ours, expected, "{name}: {:#?}", first.lines());
        assert_eq!(holds, expected, "{name}: {said}");
    }
}

/// A bundle of a run of every workflow, and of answers, refusals and words of a model.
fn honest() -> Vec<NamedBundle> {
    let mut all: Vec<NamedBundle> = Vec::new();
    for table in ALL.0.iter().flat_map(|system| system.parameters) {
        let samples = SampleRun::of(table.workflow).into_iter().enumerate();
        all.extend(samples.map(|(at, sample)| {
            (format!("{} {at}", table.workflow), bundle(&sample.executed().unwrap()))
        }));
    }
    let more = [("unanswered", &UNANSWERED), ("quoted by a model", &QUOTED_BY_MODEL)];
    all.extend(more.map(|(name, store)| (name.to_owned(), bundle(store))));
    let key = SigningKey::from_secret(&[7; 32]);
    let store: &dyn RunStore = &*PROVISIONS;
    let signed = write(RUN, store, &[], ALL.maker(), Some(&key)).unwrap();
    all.push(("signed".to_owned(), signed));
    all
}

#[test]
fn both_verifiers_hold_honest_bundles_of_every_system() {
    agree(&honest(), true);
}

#[test]
fn both_verifiers_find_every_byte_that_was_changed() {
    const PLACES: usize = 5;
    let mut changed = Vec::new();
    for (name, bytes) in honest() {
        for at in (0..PLACES).map(|place| place * bytes.len() / PLACES + 3) {
            let mut other = bytes.clone();
            other[at] ^= 1;
            changed.push((format!("{name}, byte {at}"), other));
        }
        changed.push((format!("{name}, cut"), bytes[..bytes.len() - 1].to_vec()));
        changed.push((format!("{name}, longer"), [&bytes[..], b"\n"].concat()));
    }
    agree(&changed, false);
}

fn resealed_with(honest: &MemoryStore, channel: &str, edit: &dyn Fn(&mut Json)) -> NamedBundle {
    (channel.to_owned(), bundle(&rewritten(honest, channel, edit)))
}

#[test]
fn both_verifiers_find_words_that_do_not_stand_though_all_is_sealed_anew() {
    let court = SampleRun::of("digital_courtroom")[0].executed().unwrap();
    let changed = [
        resealed_with(&NORMS, "exhibits", &|it| it[0]["text"] = json!("Burn all records.")),
        resealed_with(&NORMS, "statute_chunks", &|it| it[0]["passage"]["text"] = json!("No.")),
        resealed_with(&PROVISIONS, "statute_chunks", &|it| {
            it[0]["passage"]["span"]["start"] = json!(1);
        }),
        resealed_with(&court, "held_blobs", &|it| it[0]["text"] = json!("pass\n")),
        resealed_with(&court, "exhibits", &|it| it[0]["text"] = json!("It floats.")),
    ];
    agree(&changed, false);
}

#[test]
fn both_verifiers_find_a_report_and_a_journal_that_were_edited_and_hashed_anew() {
    let whole = bundle(&PROVISIONS);
    // The control: hashed anew without an edit it holds.
    let same = ["reports/report.json", "journal.jsonl", "definition.json"]
        .map(|member| (member.to_owned(), forged(&whole, member, |_| ()).unwrap()));
    agree(&same, true);
    let edits: [(&str, &str, &str); 3] = [
        ("reports/report.json", "seven years", "nine days"),
        ("journal.jsonl", "\"workflow\":\"evidence_first\"", "\"workflow\":\"orchard\""),
        ("definition.json", "\"name\":\"evidence_first\"", "\"name\":\"other_first\""),
    ];
    let changed = edits.map(|(member, from, to)| {
        let edited = forged(&whole, member, |bytes| {
            let text = String::from_utf8(bytes.clone()).unwrap();
            assert!(text.contains(from), "{member} has no {from}");
            *bytes = text.replace(from, to).into_bytes();
        });
        (member.to_owned(), edited.unwrap())
    });
    agree(&changed, false);
}
