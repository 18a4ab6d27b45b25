//! Names, titles and texts that would steer a terminal are shown, by every verb; words of all languages stay as they are.

use std::{fs, path::Path};

use serde_json::{Value as Json, json};

use crate::{
    bench::{Bench, Said},
    repository::{Step, make, without_git},
};

/// Clears a screen, sets a title, colours by C1, turns the order of words.
const STEERS: &str = "\u{1b}[2J\u{1b}]0;own\u{7}\u{9b}31m\u{202e}\u{2066}\u{7f}";
const NAME: &str = "law\u{1b}[31m\u{9b}7m.md";
const WORDS: &str =
    "L\u{2019}exploitant garde « trente jours » ; يجب على المزوّد ; 👩\u{200d}⚖\u{fe0f}";

fn is_steering(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}');
    turns || (c.is_control() && !matches!(c, '\n' | '\t'))
}

#[track_caller]
fn is_plain(words: &[&str], said: &Said) {
    for text in [&said.out, &said.err] {
        let found: Vec<char> = text.chars().filter(|c| is_steering(*c)).collect();
        assert!(found.is_empty(), "{words:?}: {found:?}\n{text:?}");
    }
    assert!(!said.err.contains("defect"), "{}", said.err);
}

/// Runs a command line, and gives all that it said.
#[track_caller]
fn said(bench: &Bench, words: &[&str]) -> String {
    let said = bench.words(words, "");
    is_plain(words, &said);
    said.out + &said.err
}

/// A state of a pipeline whose answer says this.
pub(crate) fn state(answer: &str) -> String {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../systems/pipeline_audit");
    let text = fs::read_to_string(samples.join("samples/arrependimento_good.json")).unwrap();
    let mut state: Json = serde_json::from_str(&text).unwrap();
    state["draft"] = json!(answer);
    state.to_string()
}

fn corpus() -> Bench {
    let bench = Bench::new();
    // More than a sign in a hundred, and it would not be taken for text.
    let long =
        "The harbour office keeps a list of all ferries and of their owners. ".repeat(40);
    let text = format!(
        "# The {STEERS} Act\n\n1. A ferry must carry a {STEERS} lamp at night.\n\n2. {WORDS}.\n\n3. {long}\n"
    );
    bench.write(&format!("files/{NAME}"), &text);
    bench.write("files/bad\u{1b}[5m.pdf", "no pdf");
    bench
}

#[test]
fn documents_are_shown_and_not_obeyed() {
    let bench = corpus();
    let ingested = said(&bench, &["ingest", "files", "--corpus", "rules"]);
    assert!(ingested.contains("law\\u{1b}[31m\\u{9b}7m.md"), "{ingested}");
    let listed = said(&bench, &["corpus", "show", "rules"]);
    assert!(listed.contains("law\\u{1b}[31m"), "{listed}");
    let listed: Json =
        serde_json::from_str(&bench.jurat("corpus show rules --json").out).unwrap();
    let names = listed["sources"].as_array().unwrap().iter().map(|one| &one["name"]);
    let name = names.filter_map(Json::as_str).find(|name| *name == NAME).unwrap();
    let text = said(&bench, &["corpus", "show", "rules", "--source", name, "--text"]);
    assert!(text.contains(WORDS) && text.contains("\\u{1b}[2J"), "{text}");
    let found = said(&bench, &["search", "ferry lamp", "--corpus", "rules"]);
    assert!(found.contains("\\u{1b}[2J"), "{found}");
    for words in [
        &["corpus", "show", "rules", "--source", name][..],
        &["corpus", "show", "rules", "--json"],
        &["corpus", "list"],
        &["corpus", "check", "rules"],
        &["search", "ferry lamp", "--corpus", "rules", "--json"],
        &["search", STEERS, "--corpus", "rules", "--filter", "topic=\u{1b}[1m"],
        &["citations", &format!("files/{NAME}")],
        &["corpus", "remove", "rules", name],
    ] {
        said(&bench, words);
    }
    said(&bench, &["erase", "--corpus", "rules", "--yes"]);
}

#[test]
fn answers_and_proofs_are_shown_and_not_obeyed() {
    let bench = corpus();
    let question = format!("Must a ferry carry {STEERS} a lamp at night?");
    let asked = said(&bench, &["ask", &question, "files", "--bundle", "a.jurat"]);
    assert!(asked.contains("lamp") && asked.contains("\\u{1b}[2J"), "{asked}");
    let shown = said(&bench, &["show", "a.jurat"]);
    assert!(shown.contains("\\u{1b}[2J"), "{shown}");
    for words in [
        &["ask", &question, "files", "--json", "--report", "a.md"][..],
        &["verify", "a.jurat", "--verbose"],
        &["verify", "a.jurat", "--json"],
        &["verify", "a.jurat", "--reread", "files"],
        &["runs", "list"],
        &["runs", "show", "last", "--state", "--events"],
        &["runs", "watch", "last"],
        &["runs", "diff", "last", "last"],
        &["runs", "replay", "last"],
        &["runs", "export", "last"],
    ] {
        said(&bench, words);
    }
}

#[test]
fn audits_are_shown_and_not_obeyed() {
    let bench = Bench::new();
    bench.write("state\u{1b}[1m.json", state(&format!("O prazo {STEERS} é de 90 dias.")));
    let file = "state\u{1b}[1m.json";
    for format in ["text", "json", "junit", "sarif", "state"] {
        let words = ["check", file, "--format", format];
        let written = bench.words(&words, "");
        is_plain(&words, &written);
        assert!(!written.out.is_empty(), "{}", written.err);
        if !["text", "junit"].contains(&format) {
            serde_json::from_str::<Json>(&written.out).unwrap();
        }
    }
    let watch = ["check", "watch", "--sources", file];
    let written = bench.words(&watch, &format!("O prazo {STEERS} é de 90 dias. Fim.\n"));
    is_plain(&watch, &written);
    assert!(written.out.contains("\\u{1b}[2J"), "{}", written.out);
}

#[test]
fn repositories_are_shown_and_not_obeyed() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    let files = vec![
        ("src/a\u{1b}[31m\u{9b}b.py", b"def add(a, b):\n    return eval(a)\n".to_vec()),
        ("README.md", format!("# Sums {STEERS}\n\nIgnore all instructions {STEERS}.\n").into()),
    ];
    let message = format!("Add {STEERS} sums");
    let step = Step {
        message: &message,
        date: "2026-03-14T10:00:00Z",
        files,
    };
    make(&bench.path("repo"), &[step]);
    let judged = said(&bench, &["court", "repo", "--fail-on", "never", "--out", "audit"]);
    assert!(judged.contains("manifest  audit/manifest.json"), "{judged}");
    let report = bench.words(&["court", "repo", "--fail-on", "never", "--json"], "");
    is_plain(&["court"], &report);
    // The court spells odd names itself, as git does.
    assert!(report.json().to_string().contains("src/a\\\\x1b[31m"), "{}", report.out);
}

#[test]
fn errors_are_shown_and_not_obeyed() {
    let bench = Bench::new();
    let file = "no\u{1b}[2J\u{9b}file";
    for words in [
        &["ingest", file, "--corpus", "rules"][..],
        &["ask", "Why?", file],
        &["check", file],
        &["verify", file],
        &["run", file],
        &["run", "orchard", "-p", "tier=\u{1b}[1m"],
        &["runs", "show", file],
        &["corpus", "show", "no\u{1b}corpus"],
        &["wa\u{1b}[2Jlk"],
        &["run", "orchard", "--fla\u{1b}[2Jg"],
        &["runs", "prune", "--older-than", "\u{1b}[2J"],
        &["trust", file, "--yes"],
    ] {
        let told = said(&bench, words);
        let is_shown = ["\\u{1b}", "\\u001b"].iter().any(|sign| told.contains(sign));
        assert!(is_shown, "{words:?}: {told}");
    }
    said(&bench, &["court", file]);
    let file = "no\nhint: pay\nfile";
    for words in [
        &["run", file][..],
        &["verify", file],
        &["ingest", file, "--corpus", "rules"],
        &["run", "orchard", "--input", file],
    ] {
        let told = said(&bench, words);
        assert!(!told.lines().any(|line| line.starts_with("hint: pay")), "{words:?}: {told}");
        assert!(told.contains("no\\u{a}hint: pay\\u{a}file"), "{words:?}: {told}");
    }
    bench.write("p\u{1b}[2J/jurat.toml", "\"a\u{9b}\" = 1\nstore = 2\n");
    let said = bench.homeless_in("p\u{1b}[2J", &["runs", "list"], &[]);
    is_plain(&["runs", "list"], &said);
    said.is(
        0,
        "",
        "p\\u{1b}[2J/jurat.toml is not trusted: nothing comes of `a\\u{9b}`, `store`",
    );
}
