//! Questions to a person: asked, answered, cancelled.

use crate::cli_fixture::Bench;

#[test]
fn a_question_is_answered_and_the_run_goes_on() {
    let bench = Bench::new();
    let asked = bench.jurat("run orchard -p ask=true");
    asked.is(2, "", "Ship the harvest? \"yes\" or \"no\"");
    asked.is(2, "", "hint: jurat runs answer");
    bench.jurat("runs show last").is(0, "asks        approve@0#0", "");
    bench
        .jurat("runs watch last")
        .is(2, "", "waits for a person at approve@0#0");
    let answer = bench.jurat("runs answer last approve yes --author ann --reason ripe");
    answer.is(0, "", "hint: jurat resume");
    let shown = bench.jurat("runs show last");
    shown.is(0, "answered    approve@0#0: \"yes\" by \"ann\"", "");
    assert!(!shown.out.contains("asks "), "{}", shown.out);
    let shown = bench.jurat("runs show last --json").json();
    assert_eq!(shown["questions"][0]["answered"]["answer"], "yes");
    bench
        .jurat("resume last")
        .is(0, "\"approved_by\": \"ann\"", "completed");
}

#[test]
fn a_run_that_was_cancelled_names_the_fork_that_goes_on() {
    let bench = Bench::new();
    let begun = bench.jurat("run orchard -p ask=true");
    // Its name is said before anything else is.
    assert!(begun.err.starts_with("run "), "{}", begun.err);
    bench.jurat("runs cancel last").is(0, "", "was cancelled");
    let said = bench.jurat("resume last");
    said.is(2, "", "cancelled");
    bench.jurat(&said.hinted()).is(2, "", "waits for a person");
}

#[test]
fn an_answer_can_go_on_at_once() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    let said = bench.jurat("runs answer last approve no --author ann --resume");
    said.is(0, "\"crates_shipped\": 0", "completed");
}

#[test]
fn a_question_can_be_answered_beforehand() {
    let said = Bench::new().jurat("run orchard -p ask=true --answer approve=yes");
    said.is(0, "\"approved_by\": \"command line\"", "completed");
}

#[test]
fn an_answer_to_what_nobody_asks_is_refused_before_anything_runs() {
    let bench = Bench::new();
    let said = bench.jurat("run orchard -p ask=true --answer consent=yes");
    said.is(3, "", "no stage `consent` asks anything in this workflow");
    said.is(3, "", "hint: what asks is `approve`");
    bench.jurat("runs list").is(0, "", "there are no runs yet");
    bench.orchard("-p ask=true");
    bench
        .jurat("resume last --answer ship=yes")
        .is(3, "", "what asks is `approve`");
    bench
        .jurat("resume last --answer approve@0#0=yes")
        .is(0, "", "completed");
}

#[test]
fn an_answer_must_be_one_of_the_choices() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    let said = bench.jurat("runs answer last approve maybe --author ann");
    said.is(3, "", "expected one of \"yes\", \"no\"");
    let said = bench.jurat("runs answer last ship yes --author ann");
    said.is(3, "", "hint: it asks at `approve@0#0`");
}

#[test]
fn a_second_answer_is_refused_while_the_first_waits() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench
        .jurat("runs answer last approve yes --author ann")
        .is(0, "", "is in the inbox");
    // It waits for nobody any more: `jurat resume` goes on.
    assert_eq!(bench.jurat("runs list --json").json()[0]["status"], "stopped");
    bench.jurat("runs answer last approve no --author bea").is(
        3,
        "",
        "ann has answered approve@0#0 already: \"yes\"",
    );
    bench.jurat("resume last").is(0, "", "completed");
}

#[test]
fn a_waiting_run_tells_programs_what_it_asks() {
    let json = Bench::new().jurat("run orchard -p ask=true --json").json();
    assert_eq!(json["status"], "waiting");
    assert_eq!(json["questions"][0]["choices"][1], "no");
}

#[test]
fn a_run_that_nobody_owns_is_cancelled_here() {
    let bench = Bench::new();
    bench.orchard("-p ask=true");
    bench
        .jurat("runs cancel last --reason frost")
        .is(0, "", "was cancelled");
    bench.jurat("runs list").is(0, "cancelled", "");
    bench.jurat("resume last").is(2, "", "cancelled");
}
