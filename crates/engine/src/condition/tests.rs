//! Conditions: what is refused when they are compiled, and what they yield.
#![expect(clippy::unwrap_used)]

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use serde_json::{Value as Json, json};

use super::*;
use crate::definition::ValueType;

fn names() -> DeclaredNames {
    let shape = |value_type, items, max_items| DeclaredType { value_type, items, max_items };
    let channels = [
        ("n", shape(ValueType::Int, None, None)),
        ("score", shape(ValueType::Number, None, None)),
        ("text", shape(ValueType::String, None, None)),
        ("ok", shape(ValueType::Bool, None, None)),
        ("any", shape(ValueType::Any, None, None)),
        ("obj", shape(ValueType::Object, None, None)),
        ("open", shape(ValueType::Array, None, None)),
        ("list", shape(ValueType::Array, Some(ValueType::Int), Some(100))),
        ("wide", shape(ValueType::Array, None, Some(100_000))),
        ("ratios", shape(ValueType::Array, Some(ValueType::Number), Some(10))),
    ];
    let params = [
        ("tier", shape(ValueType::String, None, None)),
        ("sites", shape(ValueType::Array, Some(ValueType::String), None)),
    ];
    let owned = |(name, shape): (&str, DeclaredType)| (name.to_owned(), shape);
    DeclaredNames {
        params: params.into_iter().map(owned).collect(),
        channels: channels.into_iter().map(owned).collect(),
        counters: BTreeSet::from(["again".to_owned(), "b->a".to_owned()]),
        budgets: BTreeSet::from(["calls".to_owned()]),
    }
}

/// Checks that `source` is refused: `OFFSET code message` or `OFFSET code message / hint`.
fn check_refused(source: &str, expect: ExpectedType, expected: &str) {
    let issues = CelCondition::compile(source, &names(), expect)
        .map(|_| ())
        .unwrap_err();
    let lines = issues.iter().map(|issue| {
        let hint = issue
            .hint
            .as_ref()
            .map(|hint| format!(" / {hint}"))
            .unwrap_or_default();
        format!("{} {} {}{hint}", issue.offset, issue.code, issue.message)
    });
    assert_eq!(lines.collect::<Vec<_>>().join("\n"), expected, "{source}");
}

fn refused(source: &str, expected: &str) {
    check_refused(source, ExpectedType::Bool, expected);
}

fn evaluate(source: &str) -> Result<Json, String> {
    let state = json!({
        "n": 7, "score": 3, "text": "rent due", "ok": true, "obj": { "a": { "b": [1, 2.5, null] } },
        "list": [3, 1, 2], "open": [], "wide": [{ "id": "x" }], "ratios": [1, 0.5],
    });
    let state: BTreeMap<&str, Arc<Json>> = state
        .as_object()
        .unwrap()
        .iter()
        .map(|(k, v)| (k.as_str(), Arc::new(v.clone())))
        .collect();
    let params = BTreeMap::from([("tier".to_owned(), json!("pro"))]);
    let scope = ConditionScope {
        params: &params,
        state: &|channel| state.get(channel).cloned(),
        epoch: 2,
        attempt: 1,
        loops: &|counter| (counter == "again").then_some(4),
        budgets: &|_| Some((3, 10)),
    };
    let condition = CelCondition::compile(source, &names(), ExpectedType::Any).unwrap();
    condition.eval(&scope).map_err(|error| error.to_string())
}

fn yields(source: &str, expected: &Json) {
    assert_eq!(evaluate(source).as_ref(), Ok(expected), "{source}");
}

fn fails(source: &str, expected: &str) {
    assert_eq!(evaluate(source), Err(format!("condition `{source}` failed: {expected}")));
}

#[test]
fn every_variable_has_its_value() {
    yields("params.tier", &json!("pro"));
    yields("params[\"tier\"]", &json!("pro"));
    yields("params.sites", &json!(null));
    yields("state.n + epoch + attempt", &json!(10));
    yields("loops.again", &json!(4));
    yields("loops['b->a']", &json!(0));
    yields("budgets.calls.used", &json!(3));
    yields("budgets.calls.limit - budgets['calls'].left", &json!(3));
}

#[test]
fn a_channel_without_value_is_null() {
    yields("state.any == null", &json!(true));
    yields("has(state.any)", &json!(false));
    yields("has(state.n) && state.n > 0", &json!(true));
}

#[test]
fn values_pass_unchanged() {
    yields("state.obj", &json!({ "a": { "b": [1, 2.5, null] } }));
    yields("state.obj.a.b[1]", &json!(2.5));
    yields("state.obj.a.b.size() + size(state.obj.a)", &json!(4));
    yields(
        "{'k': [state.n, state.text, 1u, 1.5], '2': true}",
        &json!({ "2": true, "k": [7, "rent due", 1, 1.5] }),
    );
    yields("state.wide[0].id", &json!("x"));
    yields("'a' in state.obj && !('b' in state.obj)", &json!(true));
    yields("has(state.obj.a) && !has(state.obj.z)", &json!(true));
    yields("state.obj == {'a': {'b': [1, 2.5, null]}}", &json!(true));
    yields("size(state.list) + state.obj.size() + size(state.text)", &json!(12));
}

#[test]
fn numbers_have_one_type_each() {
    yields("state.n + 1", &json!(8));
    yields("state.score * 0.5", &json!(1.5));
    yields("state.ratios.map(r, r * 2.0)", &json!([2.0, 1.0]));
    yields("state.ratios[0] / 4.0", &json!(0.25));
    yields("double(state.n) * 0.5 > 3.0", &json!(true));
    yields("state.score == 3 && state.n < 7.5", &json!(true));
}

#[test]
fn lists_can_be_searched() {
    yields("state.list.exists(x, x > 2)", &json!(true));
    yields("state.list.all(x, x in state.list)", &json!(true));
    yields("state.list.exists_one(x, x == 1)", &json!(true));
    yields("state.list.filter(x, x > 1).map(x, x * 10)", &json!([30, 20]));
    yields("state.list + [9]", &json!([3, 1, 2, 9]));
    yields("2 in state.list", &json!(true));
}

#[test]
fn failures_name_the_expression() {
    fails("state.obj.z.y", "No such key: z");
    fails("state.obj.a.z", "No such key: z");
    fails(
        "state.any.a",
        "found no matching overload for '_._' applied to '(null_type, string)'",
    );
    fails("state.open[0] == 1", "Index out of bounds: Int(0)");
    fails("state.n / (state.n - 7)", "Division by zero of Int(7)");
    fails(
        "state.any > 3",
        "found no matching overload for '_>_' applied to '(null_type, int)'",
    );
    let long = evaluate(&format!("state.obj.a.b + '{}'", "x".repeat(1000))).unwrap_err();
    assert!(long.chars().count() < 1500, "{long}");
}

#[test]
fn an_object_of_unknown_type_is_not_iterated_over() {
    let message = evaluate("[state.obj.a].all(m, m.all(k, k == 'b'))").unwrap_err();
    assert!(message.ends_with("Unexpected type: got 'map', want 'iterable'"), "{message}");
}

#[test]
fn the_whole_must_fit_its_place() {
    refused(
        "state.n",
        "0 condition-result expression must yield true or false; it yields an int",
    );
    check_refused(
        "state.text",
        ExpectedType::List,
        "0 condition-result expression must yield an array; it yields a string",
    );
    assert!(CelCondition::compile("state.any", &names(), ExpectedType::Bool).is_ok());
    assert!(CelCondition::compile("params.sites", &names(), ExpectedType::List).is_ok());
}

#[test]
fn unknown_names_are_named() {
    refused(
        "state.ok && state.scor > 1.0",
        "12 condition-unknown-name unknown channel `scor` / did you mean `score`?",
    );
    refused(
        "params.teir == 'pro'",
        "0 condition-unknown-name unknown parameter `teir` / did you mean `tier`?",
    );
    refused("loops.x > 1", "0 condition-unknown-name unknown counter `x`");
    refused("budgets.x.left > 1", "0 condition-unknown-name unknown budget `x`");
    refused(
        "budgets.calls.lft > 1",
        "0 condition-unknown-name unknown number of a budget `lft` / did you mean `left`?",
    );
    refused(
        "budgets.calls > 1",
        "0 condition-unknown-name `budgets.calls` needs one of its numbers / \
         `budgets.calls.left`, `.used` or `.limit`",
    );
    refused("ok", "0 condition-unknown-name unknown name `ok` / did you mean `state.ok`?");
    refused(
        "item > 1",
        "0 condition-unknown-name unknown name `item` / a condition holds for the whole stage, \
         before its fan-out",
    );
    refused(
        "size(state) > 1",
        "5 condition-unknown-name `state` stands before a name, as in `state.NAME`",
    );
}

#[test]
fn places_count_characters() {
    refused("'é€𝄞' == '' && x", "15 condition-unknown-name unknown name `x`");
    refused(
        "'é€𝄞' == '' x",
        "12 condition-syntax condition cannot be read: extraneous input 'x'",
    );
}

#[test]
fn operands_must_fit() {
    refused(
        "state.n == 'x'",
        "8 condition-type `==` between an int and a string is always false",
    );
    refused("state.n < 'x'", "8 condition-type `<` cannot join an int and a string");
    refused(
        "state.text - 'x' == ''",
        "11 condition-type `-` cannot join a string and a string",
    );
    refused("!state.n", "0 condition-type `!` cannot be applied to an int");
    refused("-state.text == ''", "0 condition-type `-` cannot be applied to a string");
    refused("state.ok && state.n", "12 condition-type `&&` needs true or false, not an int");
    refused(
        "state.n ? true : false",
        "0 condition-type `? :` needs true or false before it, not an int",
    );
    refused(
        "1 in state.text",
        "2 condition-type `in` needs an array or an object after it, not a string",
    );
    refused(
        "'x' in state.list",
        "4 condition-type a string is never in an array of int values",
    );
    refused("state.n[0] == 1", "0 condition-type an int cannot be indexed with an int");
    refused("state.text.x == 1", "0 condition-type a string has no field `x`");
    refused(
        "{1.5: 2} == {}",
        "1 condition-type a key of an object must be a string, not number",
    );
}

#[test]
fn whole_and_broken_numbers_do_not_mix() {
    refused(
        "state.n * 0.5 > 1.0",
        "8 condition-type `*` cannot join an int and a number / write `double(state.n)`",
    );
    refused(
        "state.score + 1 > 1.0",
        "12 condition-type `+` cannot join a number and an int / write `1.0`",
    );
}

#[test]
fn functions_are_known() {
    refused(
        "siz(state.list) > 1",
        "0 condition-function unknown function `siz` / did you mean `size`?",
    );
    refused("size(1, 2) > 1", "0 condition-function `size()` takes one value, not 2");
    refused("size(state.n) > 1", "0 condition-type `size()` cannot take an int");
    refused("state.text.startsWith(1)", "11 condition-type `startsWith()` cannot take an int");
    refused(
        "state.text.contains()",
        "11 condition-function `.contains()` takes one value, not 0",
    );
    refused(
        "state.text.matches('a')",
        "11 condition-function `matches` is not available in conditions / use contains, \
         startsWith or endsWith, or let a stage compute it",
    );
    refused(
        "state.list.all(x)",
        "11 condition-function `all` takes the name of a variable and an expression",
    );
}

#[test]
fn iterations_are_bounded() {
    refused(
        "state.open.all(x, x > 1)",
        "0 condition-iteration iteration over channel `open`, which has no bound / set \
         `max_items` on `open`",
    );
    refused(
        "state.any.x.all(x, x > 1)",
        "0 condition-iteration iteration over channel `any`, which has no bound / make `any` an \
         array with `max_items`",
    );
    refused(
        "state.obj.all(x, true)",
        "0 condition-iteration an object cannot be iterated over: its keys have no order\n\
         0 condition-iteration iteration over channel `obj`, which has no bound / make `obj` an \
         array with `max_items`",
    );
    refused(
        "state.list.all(a, state.list.all(b, state.list.all(c, a + b > c)))",
        "36 condition-iteration iterations are nested more than 2 deep / let a stage compute it",
    );
    refused(
        "state.wide.all(a, state.list.exists(b, a == b))",
        "18 condition-iteration iteration may take 10000000 steps; the limit is 1000000 / lower \
         `max_items`, or let a stage compute it",
    );
    refused(
        "state.list.all(state, state > 1)",
        "0 condition-iteration `state` cannot be the variable of an iteration / choose another \
         name",
    );
    yields("params.sites == null || params.sites.all(s, s != '')", &json!(true));
}

#[test]
fn broken_text_is_refused() {
    refused(
        "state.n >",
        "9 condition-syntax condition cannot be read: mismatched input '<eof>'",
    );
    refused(" ", "0 condition-syntax condition is empty");
    refused("a b", "2 condition-syntax condition cannot be read: extraneous input 'b'");
}

#[test]
fn limits_hold_before_the_parser_runs() {
    let long = format!("{}1 > 0", " ".repeat(2000));
    refused(&long, "0 condition-too-long condition has 2005 characters; the limit is 2000");
    let deep = format!("{}true{}", "(".repeat(100), ")".repeat(100));
    refused(&deep, "64 condition-too-deep condition is nested more than 64 levels deep");
}

#[test]
fn no_text_overflows_the_stack() {
    let texts = [
        format!("1{} > 0", "+1".repeat(990)),
        format!("{}true", "!".repeat(1990)),
        format!("{}1 > 0", "-".repeat(1990)),
        format!("state{}", ".a".repeat(990)),
        format!("state.any{}", "[0]".repeat(660)),
        format!("{}true", "true ? true : ".repeat(140)),
        format!("{}true", "true || ".repeat(240)),
        format!("{}true{}", "(".repeat(64), ")".repeat(64)),
        format!("{}1{}", "[".repeat(64), "]".repeat(64)),
        "(".repeat(64),
        "[{".repeat(32),
        "a.b(".repeat(64),
    ];
    for text in &texts {
        let condition = CelCondition::compile(text, &names(), ExpectedType::Any);
        // What is accepted must also be evaluated on a small stack.
        if let Ok(condition) = condition {
            let thread = std::thread::Builder::new().stack_size(1 << 20);
            let scope = thread.spawn(move || {
                let none = BTreeMap::new();
                let scope = ConditionScope {
                    params: &none,
                    state: &|_| None,
                    epoch: 0,
                    attempt: 0,
                    loops: &|_| None,
                    budgets: &|_| None,
                };
                drop(condition.eval(&scope));
            });
            scope.unwrap().join().unwrap();
        }
    }
}
