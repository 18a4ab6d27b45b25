//! Every code with its message, line and column.

use crate::definition::{load, testing::problems};

/// Checks that `text` has exactly these problems: lines of `LINE:COLUMN code message`.
fn check(text: &str, expected: &[&str]) {
    assert_eq!(problems(text), expected, "\n{text}");
}

/// Checks a definition with these stages, the first of them on line 2.
fn check_stages(stages: &str, expected: &[&str]) {
    check(&format!("{{'name': 'w', 'stages': [\n{stages}\n]}}"), expected);
}

/// Checks a definition with stages a → b → c and `rest`, which begins on line 2.
fn check_rest(rest: &str, expected: &[&str]) {
    let stages =
        "{'id': 'a'}, {'id': 'b', 'depends_on': ['a']}, {'id': 'c', 'depends_on': ['b']}";
    check(&format!("{{'name': 'w', 'stages': [{stages}],\n{rest}\n}}"), expected);
}

/// Checks a definition with these stages, channels `x` (replace) and `all` (append) and a branch
/// from `r` to `p` or `q`.
fn check_writers(stages: &str, expected: &[&str]) {
    check(
        &format!(
            "{{'name': 'w', 'channels': {{'x': {{}}, 'all': {{'reducer': 'append'}}}}, 'stages': [
{{'id': 'r', 'route': [{{'when': 'epoch > 0', 'to': ['p']}}, {{'to': 'q'}}]}},
{stages}
]}}"
        ),
        expected,
    );
}

#[test]
fn names_are_checked() {
    check(
        "{'name': 'My flow', 'stages': []}",
        &[
            "1:10 bad-name workflow cannot be called `My flow`",
            "1:31 no-stages a workflow needs at least one stage",
        ],
    );
    check_stages("{'id': 'a b'}", &["2:8 bad-name stage cannot be called `a b`"]);
    check_stages(
        "{'id': 'a'}, {'id': 'a'}",
        &["2:21 duplicate-stage stage `a` is there already, as number 1"],
    );
    check_rest(
        "'params': {'in': {}},\n'channels': {'a-b': {}},\n'outputs': {'': '1'}",
        &[
            "2:12 reserved-name parameter cannot be called `in`, a word of the conditions",
            "3:14 bad-name channel cannot be called `a-b`",
            "4:13 bad-name output cannot be called ``",
        ],
    );
}

#[test]
fn unknown_stages_are_named() {
    check_stages(
        "{'id': 'survey'},\n{'id': 'grade',\n 'depends_on': ['surve']}",
        &["4:17 unknown-stage stage `grade` depends on unknown stage `surve`"],
    );
    check_stages(
        "{'id': 'a', 'route': [{'to': ['b']}]}",
        &["2:31 unknown-stage stage `a` routes to unknown stage `b`"],
    );
    check_rest(
        "'loop_back': [{'from': 'z', 'to': 'y', 'when': 'true', 'limit': 1}]",
        &[
            "2:24 unknown-stage loop 1 starts after unknown stage `z`",
            "2:35 unknown-stage loop 1 goes back to unknown stage `y`",
        ],
    );
    check_rest(
        "'budgets': {'n': {'unit': 'dispatches', 'limit': 1, 'stages': ['z']}}",
        &["2:64 unknown-stage budget `n` counts unknown stage `z`"],
    );
}

#[test]
fn a_slip_gets_a_hint() {
    let text =
        r#"{"name": "w", "stages": [{"id": "survey"}, {"id": "b", "depends_on": ["surve"]}]}"#;
    let found = load(text).map(|_| ()).map_err(|found| found.to_string());
    let expected = "line 1, column 71: stage `b` depends on unknown stage `surve`\n\
                    hint: did you mean `survey`?";
    assert_eq!(found, Err(expected.to_owned()));
}

#[test]
fn unknown_channels_are_named() {
    check_stages(
        "{'id': 'a', 'writes': ['x']},\n{'id': 'b', 'interrupt': {'prompt': '?', 'to': 'y'}}",
        &[
            "2:24 unknown-channel stage `a` writes unknown channel `x`",
            "3:48 unknown-channel stage `b` writes unknown channel `y`",
        ],
    );
}

#[test]
fn nothing_is_listed_twice() {
    check_stages(
        "{'id': 'a'}, {'id': 'b', 'depends_on': ['a', 'a']}",
        &["2:46 listed-twice `a` is listed twice"],
    );
}

#[test]
fn settings_of_a_stage_agree() {
    check(
        "{'name': 'w', 'channels': {'x': {}}, 'params': {'l': {'type': 'array'}}, 'stages': [
{'id': 'a', 'run': 'f', 'interrupt': {'prompt': '?', 'to': 'x'},
 'for_each': 'params.l', 'retry_limit': 1, 'timeout_ms': 5}
]}",
        &[
            "2:13 run-and-interrupt stage `a` has both `run` and `interrupt`: it asks a person or \
             runs a function",
            "2:60 fan-out-writer every instance of stage `a` writes channel `x`, whose reducer is \
             `replace`",
            "3:2 interrupt-setting stage `a` asks a person, so it cannot have `for_each`",
            "3:26 interrupt-setting stage `a` asks a person, so it cannot have `retry_limit`",
            "3:44 interrupt-setting stage `a` asks a person, so it cannot have `timeout_ms`",
        ],
    );
    check_stages(
        "{'id': 'a', 'run': ' ', 'timeout_ms': 0, 'for_each': {'items': '[1]', 'max': 0},\n\
         'retry_backoff_ms': 9, 'retry_cap_ms': 8}",
        &[
            "2:13 empty-run stage `a` names no function to run",
            "2:25 zero-timeout stage `a` has no time to run: its timeout is 0",
            "2:42 zero-fan-out stage `a` fans out to at most 0 instances",
            "3:24 retry-cap stage `a` pauses 9 ms at first and at most 8 ms",
        ],
    );
}

#[test]
fn channels_fit_what_is_done_to_them() {
    check_rest(
        "'channels': {'x': {'type': 'string', 'reducer': 'append'},\n\
         'y': {'type': 'array', 'reducer': 'sum'},\n\
         'z': {'type': 'int', 'reducer': 'merge'}}",
        &[
            "2:49 reducer-type channel `x`: reducer `append` needs type array, not string",
            "3:35 reducer-type channel `y`: reducer `sum` needs type int or number, not array",
            "4:33 reducer-type channel `z`: reducer `merge` needs type object, not int",
        ],
    );
    check(
        "{'name': 'w', 'channels': {'x': {'type': 'string'}}, 'stages': [
{'id': 'a', 'interrupt': {'prompt': '?', 'to': 'x'}}]}",
        &["2:48 answer-type the answer to stage `a` does not fit channel `x`"],
    );
}

#[test]
fn values_fit_their_types() {
    check_rest(
        "'params': {'a': {'type': 'int', 'default': 1.5},\n\
         'b': {'type': 'string', 'enum': ['x', 2], 'default': 'y'},\n\
         'c': {'type': 'int', 'items': 'int', 'enum': []}},\n\
         'channels': {'d': {'type': 'array', 'items': 'int', 'default': [1, 'x'], 'max_items': 1},\n\
         'e': {'max_items': 1}}",
        &[
            "2:44 default-type parameter `a`: `default` is not of type int",
            "3:39 default-type parameter `b`: `enum/1` is not of type string",
            "3:54 default-not-allowed parameter `b`: `default` is not in its `enum`",
            "4:22 not-an-array parameter `c` has `items` and is no array",
            "4:46 empty-enum parameter `c` has an empty `enum`: no value is allowed",
            "5:64 default-type channel `d`: `default` is longer than `max_items`",
            "5:68 default-type channel `d`: an element is not of type int",
            "6:7 not-an-array channel `e` has `max_items` and is no array",
        ],
    );
}

#[test]
fn limits_rest_on_known_parameters() {
    let back = |limit: &str| {
        format!("'loop_back': [{{'from': 'b', 'to': 'a', 'when': 'true', 'limit':\n{limit}}}]")
    };
    check_rest(
        &back("{'param': 'tier', 'values': {}}"),
        &["3:11 unknown-param the limit of loop 1 depends on unknown parameter `tier`"],
    );
    check_rest(
        &format!(
            "'params': {{'t': {{'enum': ['pro']}}, 'l': {{'type': 'array'}}}}, {},
'budgets': {{'n': {{'unit': 'u', 'limit': {{'param': 'l', 'values': {{}}}}}}}}",
            back("{'param': 't', 'values': {'pru': 1}}")
        ),
        &[
            "3:27 unknown-param-value the limit of loop 1 names `pru`, which `t` cannot be",
            "4:51 limit-param-type the limit of budget `n` depends on `l`, which is no plain value",
        ],
    );
}

#[test]
fn budgets_count_something() {
    check_rest(
        "'budgets': {'n': {'unit': ' ', 'limit': 1, 'stages': [],\n\
         'on_exhausted': {'then': {'stage': 'a'}}}}",
        &[
            "2:27 empty-unit budget `n` has no unit",
            "2:54 empty-budget budget `n` counts no stage",
            "3:26 budget-then budget `n` cannot lead to a stage; only a loop can",
        ],
    );
}

#[test]
fn routes_lead_to_successors() {
    check_stages(
        "{'id': 'a', 'route': [{'to': 'b'},\n {'when': 'true', 'to': 'c'}]},\n\
         {'id': 'b', 'depends_on': ['a']}, {'id': 'c'}",
        &[
            "2:23 route-order stage `a`: a branch without `when` always holds, so it must be the \
             last",
            "3:25 route-target stage `a` routes to `c`, which does not depend on it",
        ],
    );
}

#[test]
fn cycles_are_written_out() {
    check_stages(
        "{'id': 'a', 'depends_on': ['c']}, {'id': 'b', 'depends_on': ['a']},\n\
         {'id': 'c', 'depends_on': ['b']}, {'id': 'd', 'depends_on': ['d']}, {'id': 'e'}",
        &[
            "2:27 cycle stages wait for each other: `a` → `b` → `c` → `a`",
            "3:61 cycle stages wait for each other: `d` → `d`",
        ],
    );
}

#[test]
fn what_no_run_reaches_is_named() {
    check_stages(
        "{'id': 'a', 'depends_on': ['a']},\n{'id': 'b', 'depends_on': ['a']}",
        &[
            "2:27 cycle stages wait for each other: `a` → `a`",
            "3:1 unreachable-stage stage `b` can never be reached",
        ],
    );
    check_stages(
        "{'id': 'a', 'route': [{'to': []}, {'when': 'true', 'to': 'b'}]},\n\
         {'id': 'b', 'depends_on': ['a']}",
        &[
            "2:23 route-order stage `a`: a branch without `when` always holds, so it must be the \
             last",
            "3:1 unreachable-stage stage `b` can never be reached",
        ],
    );
}

#[test]
fn loops_go_back() {
    check_rest("'loop_back': [{'from': 'c', 'to': 'a', 'when': 'true', 'limit': 1}]", &[]);
    check_rest("'loop_back': [{'from': 'c', 'to': 'c', 'when': 'true', 'limit': 1}]", &[]);
    check_rest(
        "'loop_back': [{'from': 'a', 'to': 'b', 'when': 'true', 'limit': 1,\n\
         'on_exhausted': {'then': {'stage': 'c'}}}]",
        &[
            "2:35 loop-target loop goes from `a` back to `b`, which does not come before it",
            "3:36 loop-exit an exhausted loop leads to `c`, which does not depend on `a`",
        ],
    );
    check_rest(
        "'loop_back': [{'from': 'b', 'to': 'a', 'repeats': ['a', 'c'], 'when': 'true', 'limit': 1}]",
        &[
            "2:51 loop-repeats `repeats` must contain `b`",
            "2:57 loop-repeats `c` is not between `a` and `b`",
        ],
    );
    check_rest(
        "'loop_back': [{'from': 'b', 'to': 'a', 'counter': 'n', 'when': 'true', 'limit': 1},\n\
         {'from': 'c', 'to': 'a', 'counter': 'n', 'when': 'true', 'limit': 2}]",
        &["3:67 counter-limits loops 1 and 2 share counter `n` and differ in their limits"],
    );
}

#[test]
fn joins_can_fire() {
    check_stages(
        "{'id': 'a', 'join': 'any'},\n{'id': 'b', 'depends_on': ['a'], 'join': {'quorum': 2}},\n\
         {'id': 'c', 'depends_on': ['a'], 'join': {'quorum': 0}}",
        &[
            "2:21 join-without-inputs stage `a` has a join and no inputs",
            "3:53 join-never-fires stage `b` waits for 2 inputs; at most 1 can be done in one run",
            "4:53 join-never-fires stage `c` waits for 0 inputs",
        ],
    );
    check_writers(
        "{'id': 'p', 'depends_on': ['r']}, {'id': 'q', 'depends_on': ['r']},\n\
         {'id': 'j', 'depends_on': ['p', 'q'], 'join': {'best_effort': {'min': 2}}}",
        &[
            "4:63 join-never-fires stage `j` waits for 2 inputs; at most 1 can be done in one run",
        ],
    );
    check_stages(
        "{'id': 'a', 'for_each': '[1, 2]'}, {'id': 'b', 'depends_on': ['a'], 'join': {'quorum': 2}}",
        &[],
    );
}

#[test]
fn concurrent_writers_are_refused() {
    check_writers(
        "{'id': 'p', 'depends_on': ['r'], 'writes': ['x']}, {'id': 'q', 'writes': ['x'],\n\
         'depends_on': ['r']}",
        &[],
    );
    check_writers(
        "{'id': 'p', 'depends_on': ['r'], 'writes': ['x']}, {'id': 's', 'depends_on': ['r'],\n\
         'writes': ['x']}, {'id': 'q', 'depends_on': ['r']}",
        &[
            "4:12 concurrent-writers stages `p` and `s` may both write channel `x`, whose reducer is \
           `replace`",
        ],
    );
    // `p` has a second way in, so the route does not decide over it.
    check_writers(
        "{'id': 'o'}, {'id': 'p', 'depends_on': ['r', 'o'],\n\
         'writes': ['x']}, {'id': 'q', 'depends_on': ['r'], 'writes': ['x']}",
        &[
            "4:63 concurrent-writers stages `p` and `q` may both write channel `x`, whose reducer is \
           `replace`",
        ],
    );
    // The alternatives themselves are read by later stages of each branch.
    check_writers(
        "{'id': 'p', 'depends_on': ['r']}, {'id': 'q', 'depends_on': ['r']},\n\
         {'id': 's', 'depends_on': ['p'], 'writes': ['x']},\n\
         {'id': 't', 'depends_on': ['q'], 'writes': ['x', 'all']},\n\
         {'id': 'u', 'depends_on': ['s', 't'], 'writes': ['x', 'all']}",
        &[],
    );
    check_writers(
        "{'id': 'p', 'depends_on': ['r'], 'writes': ['all']}, {'id': 'q', 'depends_on': ['r'],\n\
         'for_each': '[1]', 'writes': ['x']}",
        &[
            "4:31 fan-out-writer every instance of stage `q` writes channel `x`, whose reducer is \
           `replace`",
        ],
    );
}

#[test]
fn loops_that_cross_are_refused() {
    check(
        "{'name': 'w', 'stages': [{'id': 'a'}, {'id': 'b', 'depends_on': ['a']},
{'id': 'c', 'depends_on': ['a']}], 'loop_back': [
{'from': 'b', 'to': 'a', 'when': 'true', 'limit': 1},
{'from': 'c', 'to': 'a', 'when': 'true', 'limit': 1}]}",
        &["4:1 crossing-loops loop 2 and one before it wait for each other"],
    );
}
