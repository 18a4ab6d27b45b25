//! Many audits side by side: each bundle is verified before it counts.

use std::fs;

use crate::{
    bench::Bench,
    repository::{Step, court, harbour, make, without_git},
};

/// Two audits of one rubric: `good.jurat` and `poor.jurat`.
fn two(bench: &Bench) {
    harbour(bench);
    let step = Step {
        message: "Add the whole of it",
        date: "2026-04-02T09:00:00Z",
        files: vec![("count_rows.py", b"print(1)\n".to_vec())],
    };
    make(&bench.path("small"), &[step]);
    for (repository, bundle) in [("harbour", "good.jurat"), ("small", "poor.jurat")] {
        let words = [repository, "--rubric", "iso27001_code", "--bundle", bundle];
        court(bench, &[&words[..], &["--fail-on", "never"]].concat());
    }
}

#[test]
fn the_best_comes_first_in_every_form() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    two(&bench);
    let table = ["court", "table", "poor.jurat", "good.jurat"];
    let said = bench.words(&table, "");
    assert_eq!(said.code, 0, "{}", said.err);
    let rows: Vec<&str> = said.out.lines().collect();
    assert!(rows[1].starts_with("good.jurat") && rows[2].starts_with("poor.jurat"), "{rows:?}");
    assert!(!said.err.contains("cannot be compared"), "{}", said.err);
    let json = bench.words(&[&table[..], &["--json"]].concat(), "").json();
    assert_eq!(
        (&json[0]["submission"], &json[0]["proof"]),
        (&"harbour".into(), &"holds".into())
    );
    assert_eq!(json[0]["criteria"].as_array().map(Vec::len), Some(8));
    let csv = bench.words(&[&table[..], &["--csv"]].concat(), "").out;
    assert!(
        csv.lines()
            .next()
            .is_some_and(|head| head.ends_with("governance,history")),
        "{csv}"
    );
    bench.words(&[&table[..], &["--page", "table.html"]].concat(), "").is(
        0,
        "good.jurat",
        "table.html",
    );
    let page = fs::read_to_string(bench.path("table.html")).unwrap();
    assert!(page.contains("harbour") && page.contains("2 of 2 count"), "{page}");
    assert!(page.contains("<code>jurat verify BUNDLE</code>") && !page.contains('`'), "{page}");
    bench.words(&[&table[..], &["--page", "table.odt"]].concat(), "").is(
        3,
        "",
        "no page ends in",
    );
}

#[test]
fn a_bundle_that_does_not_hold_does_not_count() {
    if without_git() {
        return;
    }
    let bench = Bench::new();
    two(&bench);
    let mut bytes = fs::read(bench.path("good.jurat")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    bench.write("forged.jurat", bytes);
    bench.write("words.jurat", "no bundle");
    let words = ["court", "table", "forged.jurat", "words.jurat", "poor.jurat", "--json"];
    let said = bench.words(&words, "");
    assert_eq!(said.code, 1, "{}", said.err);
    let rows = said.json();
    assert_eq!(rows[0]["file"], "poor.jurat");
    for row in &rows.as_array().unwrap()[1..] {
        assert_eq!(
            (&row["proof"], &row["verdict"]),
            (&"fails".into(), &serde_json::Value::Null)
        );
    }
    bench
        .jurat("court table nowhere.jurat")
        .is(3, "", "cannot read nowhere.jurat");
}
