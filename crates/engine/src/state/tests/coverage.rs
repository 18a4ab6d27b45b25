//! The random cases are worth something: together they reach every kind of decision.

use std::collections::BTreeMap;

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

use super::{
    cases, definition_sketch::sketch, planned, random_scheduler::Drive,
    sketch_to_definition::Timing,
};
use crate::Event;

#[test]
fn settled_cases_reach_every_decision_that_time_has_no_part_in() {
    check(
        Timing::Settled,
        &[
            "ask",
            "divert",
            "done",
            "end",
            "exhausted",
            "failing",
            "fault",
            "loop",
            "outcome",
            "pass",
            "release",
            "skip",
            "start",
        ],
    );
}

#[test]
fn open_cases_reach_every_decision() {
    check(
        Timing::Open,
        &[
            "ask",
            "cancel",
            "divert",
            "done",
            "end",
            "exhausted",
            "failing",
            "fault",
            "loop",
            "outcome",
            "pass",
            "release",
            "skip",
            "start",
        ],
    );
}

/// Which decisions 400 runs come to, each at least five times.
fn check(timing: Timing, expected: &[&str]) {
    let mut runner = TestRunner::new(cases(1));
    let (mut found, mut refused) = (BTreeMap::<String, u32>::new(), 0);
    for picks in 0..400 {
        let sketch = sketch().new_tree(&mut runner).unwrap().current();
        let Some(plan) = planned(&sketch, timing) else {
            refused += 1;
            continue;
        };
        let drive = Drive::start(&sketch, &plan, picks).finish();
        for op in drive.events.iter().flat_map(ops) {
            *found.entry(op).or_default() += 1;
        }
    }
    assert!(refused < 40, "{refused} of 400 definitions were refused");
    let often = |name: &&str| found.get(*name).is_some_and(|count| 5 <= *count);
    let missing: Vec<_> = expected.iter().filter(|name| !often(name)).collect();
    assert!(missing.is_empty(), "{missing:?} of {found:?}");
}

fn ops(event: &Event) -> Vec<String> {
    let name = |op| match serde_json::to_value(op).unwrap() {
        serde_json::Value::Object(fields) => fields.keys().next().cloned().unwrap(),
        other => other.to_string(),
    };
    event.ops.iter().map(name).collect()
}
