//! Keys that were committed, wherever they lie; and what only looks like one.

use super::found;
use crate::facts::FindingExposure;

/// No key lies among our own files: this one is put together.
fn key() -> String {
    ["sk", "proj", "Q7v2LmX9tRc4WnB8yHs3KdZ6pGf1"].join("-")
}

/// Whether what is found in a file is confirmed and counts.
#[track_caller]
fn check(path: &str, text: &str, counts: bool) {
    let found = found(path, text);
    let is = found
        .iter()
        .any(|one| one.confirmed && one.exposure == FindingExposure::Reachable);
    assert_eq!(is, counts, "{path}: {found:?}");
    assert!(found.iter().all(|one| !one.message.contains(&key())));
}

#[test]
fn a_key_counts_wherever_it_lies() {
    let code = format!("client = Client(api_key='{}')\n", key());
    for path in ["src/a.py", "reports/week_3/test.py", "tests/test_a.py", "examples/a.py"] {
        check(path, &code, true);
    }
    let prose = format!("Run it with {} until Monday.\n", key());
    check("README.md", &prose, true);
    check("docs/setup.md", &prose, true);
    let among = format!("headers = {{'Authorization': 'Bearer {}'}}\n", key());
    check("src/b.py", &among, true);
}

#[test]
fn what_rules_are_tried_on_and_what_stands_for_a_key_does_not_count() {
    let code = format!("KEY = '{}'\n", key());
    check("tests/fixtures/leaks.py", &code, false);
    check("testdata/leaks.py", &code, false);
    check("vendor/lib/a.py", &code, false);
    check("ci.yml", "JWT_SECRET: ci-secret-0123456789abcdef0123456789\n", false);
    let counted = ["sk", "proj", "abcdefghijklmnopqrstuvwxyz12"].join("-");
    check("src/a.py", &format!("KEY = '{counted}'\n"), false);
}
