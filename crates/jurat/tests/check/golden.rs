//! Whole audits, kept to the byte but for the time they took.

use std::{env, fs};

use serde_json::Value as Json;

use crate::samples::{bench, folder, timeless};

#[track_caller]
fn check(line: &str, golden: &str, code: i32) {
    let said = bench().jurat(line);
    assert_eq!(said.code, code, "{}\n{}", said.err, said.out);
    kept(&format!("golden/{golden}"), &timeless(said.json()));
}

#[track_caller]
fn kept(golden: &str, made: &Json) {
    let made = format!("{made:#}\n");
    let path = folder().join(golden);
    if updates() {
        fs::write(&path, &made).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(made == kept, "{golden} differs; JURAT_UPDATE=1 writes it anew\n{made}");
}

#[expect(clippy::disallowed_methods, reason = "whoever runs the tests says whether to rewrite")]
fn updates() -> bool {
    env::var_os("JURAT_UPDATE").is_some()
}

#[test]
fn the_seeds_case_is_good() {
    check("check good.json --policy consumer_pt --format state", "arrependimento_good.json", 0);
}

#[test]
fn the_seeds_case_without_its_article_is_not() {
    let line = "check bad.json --policy consumer_pt --format state";
    check(line, "arrependimento_missing_49.json", 1);
    check("check bad.json --policy strict --json", "arrependimento_gated.json", 1);
}

#[test]
fn the_schemas_are_published() {
    for name in ["policy", "mapping", "audit", "plan"] {
        let line = format!("check print {name}-schema");
        kept(&format!("schema/{name}.schema.json"), &bench().jurat(&line).json());
    }
}

#[test]
fn the_same_state_gives_the_same_bytes() {
    let bench = bench();
    let once = || timeless(bench.jurat("check bad.json --policy consumer_pt --json").json());
    assert_eq!(once(), once());
}

#[test]
fn an_audited_state_is_audited_again_to_the_same_bytes() {
    let bench = bench();
    let first = bench.jurat("check bad.json --policy strict --format state");
    bench.write("audited.json", &first.out);
    let second = bench.jurat("check audited.json --policy strict --format state");
    assert_eq!(timeless(first.json()), timeless(second.json()));
}
