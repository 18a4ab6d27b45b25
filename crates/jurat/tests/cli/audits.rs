//! Audits of a client's folder from the command line: run, proved, compared; and bad input.

use std::fs;

use serde_json::json;

use crate::cli_fixture::Bench;

const AUDIT: &str = "--as-of 2026-01-09 --workflow refusal-analysis --tier pro";

/// A bench with the sample whose visa was refused, in `matter`.
fn with_sample() -> Bench {
    let bench = Bench::new();
    let sample = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../systems/immigration_audit/sample/refused_visitor"
    );
    for folder in ["decision", "forms", "funds", "letters"] {
        for file in fs::read_dir(format!("{sample}/{folder}")).unwrap() {
            let file = file.unwrap();
            let name = format!("matter/{folder}/{}", file.file_name().to_string_lossy());
            bench.write(&name, fs::read(file.path()).unwrap());
        }
    }
    bench
}

#[test]
fn an_audit_is_proved_and_passes_over_what_it_wrote() {
    let bench = with_sample();
    bench
        .jurat(&format!("audit matter {AUDIT}"))
        .is(1, "6 files, 0 not read", "");
    let bundle = "matter/jurat-audit/audit.jurat";
    bench
        .jurat(&format!("verify {bundle} --strict"))
        .is(0, "consistent", "");
    bench
        .jurat(&format!("audit matter {AUDIT} --out second"))
        .is(1, "6 files, 0 not read", "");
    bench.jurat(&format!("audit diff {bundle} second/audit.jurat")).is(
        0,
        "nothing changed",
        "",
    );
    bench.write("matter/funds/other.txt", "A note without a date.\n");
    bench
        .jurat(&format!("audit matter {AUDIT} --out third"))
        .is(1, "7 files", "");
    let said = bench.jurat("audit diff second/audit.jurat third/report.json");
    assert!(said.out.contains("file added    funds/other.txt"), "{}", said.out);
}

#[test]
fn what_cannot_be_audited_is_refused_before_a_run_begins() {
    let bench = Bench::new();
    bench.write("matter/a.txt", "A letter.\n");
    bench.write("torn.json", "{\"id\":");
    bench.write("half.json", "{\"id\": \"mine\"}");
    for (words, told) in [
        ("nowhere", "cannot read nowhere"),
        ("matter/a.txt", "is no folder"),
        ("matter --as-of soon", "expected a day"),
        ("matter --type marriage", "possible values"),
        ("matter --workflow nope", "possible values"),
        ("matter --pack none.json", "cannot read"),
        ("matter --pack torn.json", "pack `torn.json`: line 1"),
        ("matter --pack half.json", "missing field `title`"),
        ("pack show nope", "there is no pack `nope`"),
        ("diff torn.json half.json", "is no report of an audit"),
    ] {
        bench.jurat(&format!("audit {words}")).is(3, "", told);
    }
    bench.jurat("runs list --json").is(0, "[]", "");
    assert!(!bench.path("matter/jurat-audit").exists());
}

#[test]
fn nothing_to_read_is_nothing_decided() {
    let bench = Bench::new();
    bench.write("matter/.hidden", "x");
    bench
        .jurat("audit matter --as-of 2026-01-09")
        .is(2, "NOT_ASSESSABLE", "");
}

#[test]
fn packs_are_listed_shown_and_linted() {
    let bench = Bench::new();
    bench.jurat("audit pack list").is(0, "express_entry", "");
    let pack = bench.jurat("audit pack show spousal").out.clone();
    bench.write("mine.json", pack);
    bench.jurat("audit pack lint mine.json").is(0, "no fault found", "");
    bench.write("torn.json", "{");
    bench.jurat("audit pack lint torn.json").is(1, "line 1", "");
}

#[test]
fn a_list_of_documents_is_pulled_stage_by_stage() {
    let bench = Bench::new();
    bench.write("matter/a.txt", "A letter.\n");
    let started =
        ["runs", "start", "document_list", "-p", "folder=matter", "-p", "as_of=2026-01-09"];
    let started = bench.words(&started, "");
    started.is(0, "\"stage\": \"intake\"", "");
    for (stage, agent, output, percentage) in [
        ("intake", "intake", json!({ "files": [{ "path": "a.txt" }], "profile": {} }), 33),
        (
            "gatekeeper",
            "gatekeeper",
            json!({ "compliance_issues": [{ "words": "no photo" }] }),
            66,
        ),
        (
            "reporter",
            "reporter",
            json!({ "report_markdown": "# INCOMPLETE", "verdict": "INCOMPLETE" }),
            100,
        ),
    ] {
        let due = bench.jurat("runs next last").json();
        assert_eq!((&due["stage"], &due["agent"]), (&json!(stage), &json!(agent)));
        for (wrong, told) in [
            (json!({ "score": 1 }), "it may set"),
            (json!([]), "expected an object"),
            (json!({ "files": "a.txt", "report_markdown": 7, "compliance_issues": {} }), ""),
        ] {
            let words = ["runs", "complete", "last", stage, "--output", &wrong.to_string()];
            bench.words(&words, "").is(3, "", told);
        }
        assert_eq!(bench.jurat("runs next last").json(), due, "nothing was lost or moved");
        let words = ["runs", "complete", "last", stage, "--output", &output.to_string()];
        let done = bench.words(&words, "").json();
        assert_eq!(done["progress"]["percentage"], percentage, "{done}");
    }
    let shown = bench.jurat("runs show last --state --json").json();
    assert_eq!(shown["state"]["verdict"], "INCOMPLETE");
    assert_eq!(bench.jurat("runs next last").json()["status"], "complete");
}

#[test]
fn an_audit_again_reads_only_what_changed_and_comes_to_the_same() {
    let bench = with_sample();
    bench.jurat(&format!("audit matter {AUDIT} --out one")).is(1, "", "");
    let kept = || fs::read_dir(bench.path("home/readings")).unwrap().count();
    let all = kept();
    assert!(4 < all, "{all}");
    bench.jurat(&format!("audit matter {AUDIT} --out two")).is(1, "", "");
    let read = |name: &str| fs::read(bench.path(name)).unwrap();
    assert_eq!((kept(), read("one/report.json")), (all, read("two/report.json")));
    bench.write("matter/funds/bank_statement.txt", "Account of nobody\nBalance: 12\n");
    bench
        .jurat(&format!("audit matter {AUDIT} --out three"))
        .is(1, "", "");
    assert_eq!(kept(), all + 1);
    // What lies there is read by nobody who does not have the file.
    for entry in fs::read_dir(bench.path("home/readings")).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(7).any(|it| it.eq_ignore_ascii_case(b"kestrel")));
    }
}
