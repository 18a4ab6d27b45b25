//! Keys and types.

use crate::definition::{WorkflowDefinition, load, testing::problems};

/// Stands for the words that end a list which is not whole.
const MORE: &str = "and more";

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let mut found = problems(text);
    if let Some(last) = found
        .last_mut()
        .filter(|last| last.contains(" more-problems what rests"))
    {
        *last = MORE.to_owned();
    }
    assert_eq!(found, expected);
}

/// Checks a definition whose only stage begins on line 2.
#[track_caller]
fn check_stage(stage: &str, expected: &[&str]) {
    check(&format!("{{'name': 'w', 'stages': [\n{stage}]}}"), expected);
}

#[test]
fn wrong_types_are_named() {
    check("[]", &["1:1 wrong-type a definition must be an object, not an array", MORE]);
    check_stage(
        "7",
        &["2:1 wrong-type stage number 1: `stages` must be an object, not this number", MORE],
    );
    check_stage(
        "{'id': 'a', 'retry_limit': 'x', 'depends_on': [1],\n 'required': 'no', 'timeout_ms': -1,\n \
         'route': {}, 'when': true}",
        &[
            "2:28 wrong-type stage `a`: `retry_limit` must be a whole number from 0 to \
             4294967295, not a string",
            "2:48 wrong-type stage `a`: `depends_on` must be a string, not this number",
            "3:14 wrong-type stage `a`: `required` must be true or false, not a string",
            "3:34 wrong-type stage `a`: `timeout_ms` must be a whole number, not this number",
            "4:11 wrong-type stage `a`: `route` must be an array, not an object",
            "4:23 wrong-type stage `a`: `when` must be a string, not true or false",
            MORE,
        ],
    );
    check_stage(
        "{'id': 'a', 'retry_limit': 4294967296}",
        &[
            "2:28 wrong-type stage `a`: `retry_limit` must be a whole number from 0 to 4294967295, \
           not this number",
        ],
    );
    check_stage(
        "{'id': 'a', 'for_each': 7, 'join': []}",
        &[
            "2:25 wrong-type stage `a`: `for_each` must be a string or an object, not this number",
            "2:36 wrong-type stage `a`: `join` must be a string or an object, not an array",
        ],
    );
}

#[test]
fn missing_keys_are_named() {
    check(
        "{}",
        &[
            "1:1 missing-key key `name` is missing",
            "1:1 missing-key key `stages` is missing",
            MORE,
        ],
    );
    let missing = "2:1 missing-key stage number 1: key `id` is missing";
    check_stage("{'run': 'f'}", &[missing, MORE]);
}

#[test]
fn unknown_keys_are_named() {
    check_stage(
        "{'id': 'a', 'depend_on': [], 'x-mine': 1,\n 'join': {'qorum': 1},\n 'on_failure': \
         {'continue': {'min': 1, 'max': 2}}}",
        &[
            "2:13 unknown-key stage `a`: unknown key `depend_on`",
            "3:10 missing-key stage `a`: key `quorum` is missing",
            "3:11 unknown-key stage `a`: unknown key `qorum`",
            "4:40 unknown-key stage `a`: unknown key `max`",
            MORE,
        ],
    );
    check(
        "{'name': 'w', 'stages': [{'id': 'a'}], 'channels': {'x-y': {}, 'c': {'typ': 'int'}}}",
        &[
            "1:53 bad-name channel cannot be called `x-y`",
            "1:70 unknown-key channel `c`: unknown key `typ`",
        ],
    );
}

#[test]
fn unknown_words_are_named() {
    check_stage(
        "{'id': 'a', 'effect': 'payed', 'join': 'al'}",
        &[
            "2:23 unknown-value stage `a`: `effect` cannot be `payed`; it is one of pure, read, \
             paid, external",
            "2:40 unknown-value stage `a`: `join` cannot be `al`; it is one of all, any, \
             best_effort",
        ],
    );
}

#[test]
fn a_slip_gets_a_hint() {
    let text = r#"{"name": "w", "stages": [{"id": "a", "depend_on": []}]}"#;
    let found = load(text).map(|_| ()).map_err(|found| found.to_string());
    let expected = "line 1, column 38: stage `a`: unknown key `depend_on`\n\
                    hint: did you mean `depends_on`?";
    assert_eq!(found, Err(expected.to_owned()));
}

#[test]
fn unknown_keys_do_not_hide_the_rest() {
    check_stage(
        "{'id': 'a', 'foo': 1, 'depends_on': ['b']}",
        &[
            "2:13 unknown-key stage `a`: unknown key `foo`",
            "2:38 unknown-stage stage `a` depends on unknown stage `b`",
        ],
    );
}

#[test]
fn wrong_types_do_not_hide_the_rest() {
    check_stage(
        "{'id': 'a', 'retry_limit': 'x', 'depends_on': ['b'],\n 'when': 'state.c'}",
        &[
            "2:28 wrong-type stage `a`: `retry_limit` must be a whole number from 0 to \
             4294967295, not a string",
            "2:48 unknown-stage stage `a` depends on unknown stage `b`",
            "3:11 condition-unknown-name unknown channel `c`",
        ],
    );
}

#[test]
fn what_others_refer_to_is_not_missed_where_it_is_wrong() {
    check(
        "{'name': 'w', 'stages': [{'id': 7}, {'id': 'b', 'depends_on': ['a']}]}",
        &["1:33 wrong-type stage number 1: `id` must be a string, not this number", MORE],
    );
}

#[test]
fn references_of_a_wrong_shape_do_not_hide_what_rests_on_none() {
    check(
        "{'name': 'w', 'stages': [\n{'id': 'a', 'depends_on': 'b', 'writes': ['c']},\n\
         {'id': 'b', 'depends_on': ['q'], 'timeout_ms': 0, 'when': 'state.d'}]}",
        &[
            "2:27 wrong-type stage `a`: `depends_on` must be an array, not a string",
            "2:43 unknown-channel stage `a` writes unknown channel `c`",
            "3:28 unknown-stage stage `b` depends on unknown stage `q`",
            "3:34 zero-timeout stage `b` has no time to run: its timeout is 0",
            "3:60 condition-unknown-name unknown channel `d`",
            MORE,
        ],
    );
    check(
        "{'name': 'w', 'stages': [\n{'run': 'f', 'timeout_ms': 0},\n{'id': 'b', 'depends_on': ['a']}]}",
        &[
            "2:1 missing-key stage number 1: key `id` is missing",
            "2:14 zero-timeout stage `number 1` has no time to run: its timeout is 0",
            MORE,
        ],
    );
}

#[test]
fn what_has_the_shape_has_the_type() {
    // The full example uses every key; what the shape lets through serde must read.
    let text = include_str!("../../../tests/definitions/good.json");
    assert!(serde_json::from_str::<WorkflowDefinition>(text).is_ok());
    assert!(load(text).is_ok());
}
