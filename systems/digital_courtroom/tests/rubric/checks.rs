//! Checks over the repository: every measure, every way in which a check can end.

use jurat_code::facts::{FileRole, FindingExposure, SkippedFile, UncheckedTests};
use jurat_digital_courtroom::model::{ArtifactAvailability, CheckOutcome, CheckResult};
use serde_json::{Value, json};

use crate::evidence_sample::Bundle;

use CheckOutcome::{Met, NotAssessable, Partly, Unmet};

/// One check over what `prepare` lays before the court: outcome, number, and words that are seen.
#[track_caller]
fn check(
    prepare: impl FnOnce(&mut Bundle),
    query: &Value,
    expect: &Value,
    (outcome, measured): (CheckOutcome, Option<u64>),
    words: &str,
) -> CheckResult {
    let mut bundle = Bundle::read();
    prepare(&mut bundle);
    let found =
        bundle.run("all", &json!({"query": query, "expect": expect, "charge": "Fraud"}));
    assert_eq!((found.outcome, found.measured), (outcome, measured), "{found:?}");
    assert!(found.observed.contains(words), "{}", found.observed);
    // Where there is nothing to measure, or a file is merely not there, nobody did what is charged.
    let absent = query.get("file").is_some() && measured == Some(0);
    assert_eq!(found.charge.is_some(), outcome == Unmet && measured.is_some() && !absent);
    if outcome != NotAssessable {
        assert!(!found.evidence.is_empty(), "{found:?}");
    }
    found
}

#[test]
fn a_history_is_measured() {
    let table = [
        (json!("commits"), json!({"min": 4}), Met, 14, "14 commits"),
        (json!("commits"), json!({"min": 20, "partly": 10}), Partly, 14, "14 commits"),
        (json!("commits"), json!({"min": 20}), Unmet, 14, "14 commits"),
        (json!("merges"), json!({"max": 1}), Met, 1, "1 merge"),
        (json!("authors"), json!({"min": 2}), Met, 2, "2 authors"),
        (json!("span_hours"), json!({"min": 10}), Met, 10, "10 hours"),
        (json!("clusters"), json!({"min": 2}), Met, 3, "3 runs"),
        (json!("largest_cluster"), json!({"max": 50}), Met, 40, "40 %"),
        (json!("largest_commit"), json!({"max": 20}), Unmet, 30, "30 %"),
        (json!("meaningful"), json!({"min": 70}), Met, 80, "80 %"),
        (json!({"progression": ["setup", "tooling"]}), json!({"min": 2}), Met, 2, "2 of 2"),
        (json!({"progression": ["tooling", "setup"]}), json!({"min": 2}), Unmet, 1, "1 of 2"),
        (json!("rewritten"), json!({"max": 0}), Met, 0, "0 signs"),
    ];
    for (measure, expect, outcome, number, words) in table {
        let query = json!({"git": measure});
        check(|b| b.history(|_| {}), &query, &expect, (outcome, Some(number)), words);
    }
}

#[test]
fn a_history_that_cannot_be_trusted_is_not_assessable() {
    let query = json!({"git": "commits"});
    let expect = json!({"min": 1});
    let none = (NotAssessable, None);
    check(|b| b.history(|h| h.shallow = true), &query, &expect, none, "cut off");
    check(|_| {}, &query, &expect, none, "no history was recorded");
    let uncounted = |b: &mut Bundle| b.history(|h| h.largest_commit = None);
    let query_of_files = json!({"git": "largest_commit"});
    check(uncounted, &query_of_files, &json!({"max": 50}), none, "not counted");
    let not_given = |b: &mut Bundle| {
        b.history(|_| {});
        b.submission.history = ArtifactAvailability::NotGiven;
    };
    check(not_given, &query, &expect, none, "no history was given");
}

#[test]
fn files_are_counted_and_tests_are_not_the_product() {
    let prepare = |b: &mut Bundle| {
        b.file("src/empty.py", FileRole::Product, 0, true);
        b.file("tests/test_main.py", FileRole::Test, 50, false);
        b.file("vendor/x.py", FileRole::Vendored, 500, false);
    };
    let table = [
        (json!({"path": ["**/*.py"]}), json!({"min": 2}), Met, 2, "2 files"),
        (
            json!({"path": ["**/*.py"], "measure": "substantive"}),
            json!({"min": 2}),
            Unmet,
            1,
            "1 file",
        ),
        (
            json!({"path": ["**/*.py"], "measure": "hollow"}),
            json!({"max": 0}),
            Unmet,
            1,
            "1 hollow file at",
        ),
        (
            json!({"path": ["**/*.py"], "measure": "code_lines"}),
            json!({"min": 30}),
            Met,
            30,
            "30 lines",
        ),
        (json!({"path": ["tests/**"]}), json!({"min": 1}), Met, 1, "1 file"),
        (
            json!({"path": ["SECURITY.md"]}),
            json!({"min": 1}),
            Unmet,
            0,
            "0 files at `SECURITY.md`",
        ),
        (json!({"path": [".env"]}), json!({"max": 0}), Met, 0, "0 files"),
    ];
    for (query, expect, outcome, number, words) in table {
        let query = json!({"file": query});
        check(prepare, &query, &expect, (outcome, Some(number)), words);
    }
    let query = json!({"file": {"path": ["*.md"], "measure": "hollow"}});
    check(prepare, &query, &json!({"max": 0}), (NotAssessable, None), "no file at");
}

#[test]
fn code_is_what_the_detective_answered() {
    let query = json!({"ast": {"find": "call", "name": ["os.system"]}});
    let none = json!({"max": 0});
    let called = |b: &mut Bundle| {
        let call = b.call("src/main.py", 4, "os.system");
        b.answer("k", 1, &[&call]);
    };
    check(called, &query, &none, (Unmet, Some(1)), "1 matching call");
    let within = |path: &str| json!({"ast": {"find": "call", "name": ["x"], "path": [path]}});
    let empty = |b: &mut Bundle| b.answer("k", 0, &[]);
    check(empty, &within("*main*"), &none, (Met, Some(0)), "0 matching calls");
    check(empty, &within("*justice*"), &none, (NotAssessable, None), "no file at `*justice*`");
    check(|b| b.answer("k", 0, &[]), &query, &none, (Met, Some(0)), "0 matching calls");
    check(|_| {}, &query, &none, (NotAssessable, None), "was not asked");
    let broken = |b: &mut Bundle| {
        b.answer("k", 0, &[]);
        b.answers[0].problem = Some("bad query".to_owned());
    };
    check(broken, &query, &none, (NotAssessable, None), "bad query");
}

#[test]
fn no_code_is_no_clean_code() {
    let bare = |b: &mut Bundle| {
        b.index.files.clear();
        b.answer("k", 0, &[]);
    };
    let none = json!({"max": 0});
    for query in [json!({"security": {}}), json!({"ast": {"find": "call", "name": ["eval"]}})] {
        check(bare, &query, &none, (NotAssessable, None), "no code");
    }
    let mut bundle = Bundle::read();
    bundle.index.files.clear();
    let query = json!({"security": {}});
    let stern = json!({"query": query, "expect": none, "on_missing": "fail"});
    assert_eq!(bundle.run("repo", &stern).outcome, Unmet);
    let go = json!({"ast": {"find": "call", "name": ["panic"], "language": ["go"]}});
    check(|b| b.answer("k", 0, &[]), &go, &none, (NotAssessable, None), "no code in go");
}

#[test]
fn only_confirmed_findings_in_the_product_count() {
    let query = json!({"security": {"rules": ["shell-*"]}});
    let prepare = |b: &mut Bundle| {
        b.file("tests/t.py", FileRole::Test, 5, false);
        b.finding("src/main.py", "shell-command", false, FindingExposure::Reachable);
        b.finding("src/main.py", "shell-command", true, FindingExposure::TestOnly);
        b.finding("tests/t.py", "shell-command", true, FindingExposure::Reachable);
        b.finding("src/main.py", "weak-hash", true, FindingExposure::Reachable);
    };
    let expect = json!({"max": 0});
    check(prepare, &query, &expect, (Met, Some(0)), "0 confirmed");
    let one = |b: &mut Bundle| {
        b.finding("src/main.py", "shell-command", true, FindingExposure::Reachable);
    };
    check(one, &query, &expect, (Unmet, Some(1)), "1 confirmed");
}

#[test]
fn a_repository_that_was_not_read_passes_nothing() {
    for query in [
        json!({"security": {}}),
        json!({"file": {"path": [".env"]}}),
        json!({"graph": "count"}),
        json!({"ast": {"find": "call", "name": ["x"]}}),
        json!({"text_similarity": {"texts": [{"name": ["a"]}, {"name": ["b"]}]}}),
        json!({"claims": "missing"}),
        json!({"diagram": "invented"}),
    ] {
        let unreadable = |b: &mut Bundle| {
            b.submission.repo = ArtifactAvailability::Unreadable("the clone failed".to_owned());
        };
        let expect = json!({"max": 0});
        check(unreadable, &query, &expect, (NotAssessable, None), "the clone failed");
    }
}

#[test]
fn code_that_nobody_looked_into_passes_no_check_of_absence() {
    let unread = |path: &'static str, why: &'static str| {
        move |b: &mut Bundle| {
            b.file("src/weir.py", FileRole::Binary, 9, false);
            b.file("tests/test_weir.py", FileRole::Test, 9, false);
            b.graph("src/main.py", &["a>b"], &[]);
            b.answer("k", 0, &[]);
            let (path, why) = (path.to_owned(), why.to_owned());
            b.index.unread.push(SkippedFile { path, why });
        }
    };
    let security = json!({"security": {}});
    let call = json!({"ast": {"find": "call", "name": ["eval"]}});
    let go = json!({"ast": {"find": "call", "name": ["eval"], "language": ["go"]}});
    let main = json!({"ast": {"find": "call", "name": ["eval"], "path": ["*main*"]}});
    let graphs = json!({"graph": "count"});
    let (hollow, does) = (
        json!({"file": {"path": ["src/*.py"], "measure": "hollow"}}),
        json!({"file": {"path": ["src/*.py"], "measure": "substantive"}}),
    );
    let (none, one, two) = (json!({"max": 0}), json!({"max": 1}), json!({"min": 2}));
    let no = (NotAssessable, None);
    let latin = unread("src/weir.py", "it is no UTF-8 text");
    check(latin, &security, &none, no, "src/weir.py was not looked into: it is no UTF-8");
    check(latin, &call, &none, no, "it is no UTF-8");
    check(latin, &call, &json!({"min": 1}), no, "it is no UTF-8");
    check(latin, &main, &none, (Met, Some(0)), "0 matching calls");
    check(latin, &go, &none, no, "no code in go");
    check(latin, &graphs, &one, no, "it is no UTF-8");
    check(latin, &graphs, &json!({"min": 1}), (Met, Some(1)), "1 graph");
    check(latin, &hollow, &none, no, "src/weir.py was not looked into");
    check(latin, &does, &two, no, "1 file with substance");
    let test = unread("tests/test_weir.py", "it holds NUL bytes");
    check(test, &security, &none, (Met, Some(0)), "0 confirmed");
    let cut = unread("", "security findings: there are more than are kept");
    check(cut, &security, &none, no, "more than are kept");
    check(cut, &call, &none, (Met, Some(0)), "0 matching calls");
    let many = unread("", "7 more files of code were not looked into");
    check(many, &call, &none, no, "7 more files");
}

#[test]
fn code_that_nobody_looked_into_may_be_all_there_is() {
    let only = |b: &mut Bundle| {
        b.index.files.clear();
        b.file("src/weir.go", FileRole::Binary, 9, false);
        b.index.files[0].language = None;
        b.answer("k", 0, &[]);
        let (path, why) = ("src/weir.go".to_owned(), "it killed its reader".to_owned());
        b.index.unread.push(SkippedFile { path, why });
    };
    for query in [
        json!({"security": {}}),
        json!({"graph": "nodes"}),
        json!({"ast": {"find": "call", "name": ["eval"], "language": ["go"]}}),
    ] {
        let none = json!({"max": 0});
        check(only, &query, &none, (NotAssessable, None), "it killed its reader");
    }
}

#[test]
fn a_manual_criterion_is_left_to_people() {
    let check = json!({"query": {"file": {"path": ["**/*.py"]}}, "expect": {"min": 1}});
    let found = Bundle::read().run("manual", &check);
    assert_eq!((found.outcome, found.measured), (NotAssessable, None));
}

const STRICT: &str = "Look for every gap and flaw that you can find in the work before you.";
const KIND: &str = "Reward the effort that people made, and forgive what is only half done.";

#[test]
fn prompts_are_compared_by_their_text() {
    let query = json!({"text_similarity": {"texts": [{"name": ["*prosecutor*"]}, {"name": ["*defense*"]}]}});
    let expect = json!({"max": 50});
    let with = |one: &'static str, two: &'static str| {
        move |b: &mut Bundle| {
            let (one, two) = (b.text("PROSECUTOR", one), b.text("DEFENSE", two));
            b.answer("k#0", 1, &[&one]);
            b.answer("k#1", 1, &[&two]);
        }
    };
    check(with(STRICT, KIND), &query, &expect, (Met, Some(0)), "0 %");
    check(with(STRICT, STRICT), &query, &expect, (Unmet, Some(100)), "100 % shared text");
    let shuffled = "work the in find can you that flaw and gap every for look: before you.";
    check(with(STRICT, shuffled), &query, &expect, (Unmet, Some(100)), "most alike of 2 texts");
    let same = |b: &mut Bundle| {
        let one = b.text("PROMPTS", STRICT);
        b.answer("k#0", 1, &[&one]);
        b.answer("k#1", 1, &[&one]);
    };
    check(same, &query, &expect, (Unmet, Some(100)), "100 % shared text");
    let base = |b: &mut Bundle| {
        let (one, two) = (b.text("PROSECUTOR", "Be strict."), b.text("DEFENSE", "Be kind."));
        let shared = b.text("BASE", STRICT);
        b.answer("k#0", 2, &[&one, &shared]);
        b.answer("k#1", 2, &[&two, &shared]);
    };
    check(base, &query, &expect, (Unmet, Some(88)), "most alike of 2 texts");
    let none = |b: &mut Bundle| {
        b.answer("k#0", 0, &[]);
        b.answer("k#1", 0, &[]);
    };
    check(none, &query, &expect, (NotAssessable, None), "0 of 2 texts found");
}

#[test]
fn a_fingerprint_does_not_know_lines() {
    let query = json!({"ast": {"find": "call", "name": ["os.system"]}});
    let at = |line: u32, callee: &str| {
        let mut bundle = Bundle::read();
        let call = bundle.call("src/main.py", line, callee);
        bundle.answer("k", 1, &[&call]);
        bundle
            .run("repo", &json!({"query": query, "expect": {"max": 0}}))
            .fingerprint
    };
    assert_eq!(at(4, "os.system"), at(40, "os.system"));
    assert_ne!(at(4, "os.system"), at(4, "os.popen"));
}

#[test]
fn tests_count_that_can_fail() {
    use UncheckedTests::{NoTest, RunsOnly};
    let query = json!({"file": {"role": "test", "measure": "substantive"}});
    let expect = json!({"min": 2, "partly": 1});
    let cases: [(&[Option<UncheckedTests>], _, &str); 6] = [
        (&[None, None], (Met, Some(2)), "2 files"),
        (&[None, None, Some(NoTest)], (Met, Some(2)), "2 files"),
        (&[None, Some(NoTest), Some(NoTest)], (Partly, Some(1)), "1 file"),
        (&[Some(NoTest), Some(NoTest)], (Unmet, Some(0)), "0 files"),
        (&[Some(NoTest), Some(RunsOnly)], (NotAssessable, None), "no assertion was seen"),
        (&[None, None, Some(RunsOnly)], (Met, Some(2)), "2 files"),
    ];
    for (files, (outcome, number), words) in cases {
        let mut bundle = Bundle::read();
        for (at, how) in files.iter().enumerate() {
            let path = format!("tests/test_{at}.py");
            match how {
                None => bundle.file(&path, FileRole::Test, 20, false),
                Some(how) => bundle.unchecked(&path, *how),
            }
        }
        let found = bundle.run("all", &json!({"query": query, "expect": expect}));
        assert_eq!((found.outcome, found.measured), (outcome, number), "{files:?}: {found:?}");
        assert!(found.observed.contains(words), "{}", found.observed);
    }
}

#[test]
fn a_readme_may_lie_in_the_folder_of_the_project() {
    let rubric: Value = serde_json::from_str(&crate::shipped::text("agent_project")).unwrap();
    let dimensions = rubric["dimensions"].as_array().unwrap();
    let told = dimensions.iter().find(|one| one["id"] == "told").unwrap();
    let readme = told["checks"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == "readme");
    for (path, role, outcome) in [
        ("README.md", FileRole::Docs, Met),
        ("Readme", FileRole::Docs, Met),
        ("weir_system/README.md", FileRole::Docs, Met),
        ("apps/weir/readme.rst", FileRole::Docs, Met),
        // What others wrote, what tests need and a page by another name explain no project.
        ("node_modules/weir/README.md", FileRole::Vendored, Unmet),
        ("tests/README.md", FileRole::Test, Unmet),
        ("docs/notes.md", FileRole::Docs, Unmet),
        ("src/readme_writer.py", FileRole::Product, Unmet),
    ] {
        let mut bundle = Bundle::read();
        bundle.file("src/weir.py", FileRole::Product, 9, false);
        bundle.file(path, role, 30, false);
        let found = bundle.run("all", readme.unwrap());
        assert_eq!(found.outcome, outcome, "{path}: {found:?}");
    }
}
