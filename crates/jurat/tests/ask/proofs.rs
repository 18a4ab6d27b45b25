//! Bundles: whole ones hold, others do not.

use std::fs;

use crate::{
    bench::Bench,
    sample::{ask, larkmere},
};

const QUESTION: &str = "How long must client records be kept after the last service?";

fn proven(bench: &Bench, more: &[&str]) -> Vec<u8> {
    let mut words = vec!["--bundle", "a.jurat", "--report", "a.md", "--report", "a.html"];
    words.extend(more);
    ask(bench, QUESTION, &words).is(0, "[REQ-S", "root ");
    fs::read(bench.path("a.jurat")).unwrap()
}

#[test]
fn a_bundle_is_checked_with_nothing_else_at_hand() {
    let bench = larkmere();
    proven(&bench, &[]);
    let alone = Bench::new();
    fs::copy(bench.path("a.jurat"), alone.path("a.jurat")).unwrap();
    let said = alone.homeless("verify a.jurat");
    said.is(0, "content ", "whoever changes sources and answer alike");
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(
        lines[0].starts_with("proven: the words quoted stand in the sources given"),
        "{lines:#?}"
    );
    for open in ["(origin)", "(absence)", "(force)"] {
        assert!(lines[0].contains(open), "{open}: {}", lines[0]);
    }
    assert_eq!(lines[1], "consistent; origin not proven");
    assert!(said.out.lines().count() < 12, "{}", said.out);
    alone
        .homeless("verify a.jurat --verbose")
        .is(0, "journal: chain: ", "");
    let verdict = alone.homeless("verify a.jurat --json").json();
    assert_eq!(verdict["proof"]["result"], "answered");
    assert_eq!(verdict["proof"]["not_proven"][0]["claim"], "origin");
    let root = verdict["root"].as_str().unwrap();
    alone
        .homeless(&format!("verify a.jurat --strict --expect {root}"))
        .is(0, "its root is the one expected", "");
    let other = root.replace(&root[..1], if root.starts_with('a') { "b" } else { "a" });
    alone
        .homeless(&format!("verify a.jurat --expect {other}"))
        .is(1, "", "");
}

#[test]
fn a_plain_run_writes_its_report_too() {
    let bench = larkmere();
    let question = format!("question={QUESTION}");
    let mut words = vec!["run", "evidence_first", "-p", "corpus=larkmere", "-p", &question];
    words.extend(["--report", "a.md", "--bundle", "a.jurat"]);
    bench.words(&words, "").is(0, "", "");
    assert!(
        fs::read_to_string(bench.path("a.md"))
            .unwrap()
            .contains("seven years")
    );
    bench.jurat("verify a.jurat").is(0, "consistent", "");
}

#[test]
fn a_report_on_paper_is_proven_like_the_others_and_can_be_read_again() {
    let bench = larkmere();
    proven(&bench, &["--report", "a.pdf", "--as-of", "2026-01-09"]);
    let paper = fs::read(bench.path("a.pdf")).unwrap();
    assert!(paper.starts_with(b"%PDF-1.7"));
    bench.jurat("verify a.jurat --strict").is(0, "reports", "");
    fs::create_dir(bench.path("paper")).unwrap();
    fs::copy(bench.path("a.pdf"), bench.path("paper/a.pdf")).unwrap();
    bench.jurat("ingest paper --corpus paper").is(0, "", "");
    let found = bench.words(
        &["search", "client records kept after the last service", "--corpus", "paper"],
        "",
    );
    found.is(0, "a.pdf", "");
}

#[test]
fn who_has_the_files_can_see_that_texts_follow_from_them() {
    let bench = larkmere();
    proven(&bench, &[]);
    bench.jurat("verify a.jurat").is(0, "recorded", "");
    bench.jurat("verify a.jurat --reread sample").is(0, "reread", "");
    bench.jurat("verify a.jurat --reread nowhere").is(3, "", "nowhere");
    bench.write("empty/other.txt", "nothing of it");
    bench.jurat("verify a.jurat --reread empty").is(2, "not at hand", "");
}

#[test]
fn a_corpus_that_changed_gives_another_state_and_old_proofs_still_hold() {
    let bench = larkmere();
    let state = |file: &str| {
        let said = bench.jurat(&format!("show {file} --statement 1"));
        said.is(0, "", "");
        said.out.clone()
    };
    proven(&bench, &[]);
    let before = state("a.jurat");
    bench.write(
        "more/later.md",
        "---\nkind: policy\ntitle: Later notes\n---\n\n# Fees\n\nFees shall be paid.\n",
    );
    bench.jurat("ingest more --corpus larkmere").is(0, "", "");
    fs::rename(bench.path("a.jurat"), bench.path("old.jurat")).unwrap();
    proven(&bench, &[]);
    let after = state("a.jurat");
    assert_ne!(corpus_line(&before), corpus_line(&after));
    bench.jurat("verify old.jurat --strict").is(0, "", "");
}

fn corpus_line(shown: &str) -> Option<String> {
    shown.lines().find(|line| line.contains("corpus")).map(str::to_owned)
}

#[test]
fn a_signature_proves_where_it_comes_from() {
    let bench = larkmere();
    bench.jurat("keys new mine").is(0, "fingerprint", "secret");
    bench.jurat("keys new other").is(0, "fingerprint", "");
    bench.jurat("keys new mine").is(3, "", "mine");
    proven(&bench, &["--sign", "mine"]);
    bench.jurat("verify a.jurat --key mine.pub").is(0, "signed by", "");
    bench.jurat("verify a.jurat --key other.pub").is(1, "FAILED", "");
    bench.jurat("verify a.jurat").is(0, "origin not proven", "");
}

#[test]
fn a_changed_byte_is_found() {
    let bench = larkmere();
    let whole = proven(&bench, &[]);
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        bench.write("b.jurat", &changed);
        let said = bench.jurat("verify b.jurat");
        assert!(said.code == 1 || said.code == 3, "byte {at}: {} {}", said.code, said.out);
    }
}

#[test]
fn what_is_no_bundle_is_said_to_be_none() {
    let bench = Bench::new();
    for (name, bytes) in
        [("a.jurat", &b""[..]), ("b.jurat", b"PK\x03\x04 nothing"), ("c.jurat", b"# words")]
    {
        bench.write(name, bytes);
        bench.jurat(&format!("verify {name}")).is(3, "not a bundle", "");
    }
    bench.jurat("verify nowhere.jurat").is(3, "", "nowhere.jurat");
}

#[test]
fn a_statement_is_followed_down_to_the_bytes() {
    let bench = larkmere();
    proven(&bench, &[]);
    bench
        .jurat("show a.jurat --statement 1")
        .is(0, "county_code.md", "judges nothing");
    let lineage = bench.jurat("show a.jurat --statement 1 --json").json();
    let ground = &lineage["requirements"][0];
    let text = bench
        .jurat("corpus show larkmere --source county_code.md --text --json")
        .json();
    let text = text["text"].as_str().unwrap().to_owned();
    let range = &ground["ranges"][0];
    let at = |key: &str| usize::try_from(range[key].as_u64().unwrap()).unwrap();
    assert!(
        ground["quote"]
            .as_str()
            .unwrap()
            .starts_with(&text[at("start")..at("end")])
    );
    bench.jurat("show a.jurat --statement 99").is(3, "", "");
}
