//! What cannot be audited is said before anything runs.

use crate::bench::Bench;

#[track_caller]
fn check(line: &str, code: i32, err: &str) {
    let bench = Bench::new();
    bench.write("rubric.json", "{ \"dimensions\": [] }");
    bench.write("notes.txt", "no rubric");
    bench.jurat(line).is(code, "", err);
}

#[test]
fn addresses_that_may_not_be_cloned_are_refused() {
    check("court http://github.com/a/b", 3, "hint:");
    check("court https://example.org/a/b", 3, "example.org");
    check("court ext::sh", 3, "error:");
    check("court --host", 3, "");
    check("court file:///etc", 3, "error:");
    check("court ssh://git@github.com/a/b", 3, "error:");
    check("court no-such-folder", 3, "no-such-folder");
}

#[test]
fn rubrics_and_papers_that_are_none_are_refused() {
    check("court . --rubric nothing", 3, "there is no rubric `nothing`");
    check("court . --rubric rubric.json", 3, "rubric.json");
    check("court . --rubric notes.txt", 3, "notes.txt");
    check("court . --paper nowhere.pdf", 3, "nowhere.pdf");
    check("court . --fail-on new", 3, "--baseline");
    check("court . --baseline notes.txt", 3, "notes.txt");
    check("court . --report a.odt", 3, "odt");
    check("court", 3, "");
    check("court . --samples 0", 3, "0 is not in 1..=9");
    check("court . --samples many", 3, "--samples <N>");
    check("court . --as-of soon", 3, "expected a date");
}

#[test]
fn a_rubric_is_told_all_that_is_wrong() {
    check("court rubric lint rubric.json", 3, "");
    check("court rubric lint nowhere.json", 3, "nowhere.json");
    check("court rubric show nothing", 3, "there is no rubric `nothing`");
}

#[test]
fn the_rubrics_that_are_built_in_are_clean() {
    let bench = Bench::new();
    bench.jurat("court rubric list").is(0, "agent_graph", "");
    for name in ["agent_graph", "iso27001_code", "rust_library"] {
        let text = bench.jurat(&format!("court rubric show {name}"));
        bench.write("one.json", &text.out);
        bench.jurat("court rubric lint one.json").is(0, "", "0 wrong, 0 odd");
    }
}
