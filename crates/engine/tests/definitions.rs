//! Definitions from the outside: good ones load, and conditions see what they should.
#![expect(clippy::unwrap_used)]

use std::{collections::BTreeMap, sync::Arc};

use jurat_engine::{CelCondition, CheckedDefinition, ConditionScope, load};
use serde_json::{Value as Json, json};

const GOOD: &str = include_str!("definitions/good.json");

#[test]
fn a_good_definition_loads() {
    let checked = load(GOOD).unwrap();
    let CheckedDefinition { definition, conditions, .. } = &checked;
    assert_eq!(conditions.stage_when.len(), definition.stages.len());
    assert_eq!(conditions.loops.len(), 1);
    let (condition, targets) = &conditions.routes[2][0];
    assert!(condition.is_some());
    assert_eq!(targets, &[3]);
}

#[test]
fn what_is_checked_can_be_shared_between_threads() {
    fn shared<T: Send + Sync>(_: &T) {}
    shared(&load(GOOD).unwrap());
}

#[test]
fn the_hash_does_not_depend_on_layout() {
    let json: Json = serde_json::from_str(GOOD).unwrap();
    let checked = load(GOOD).unwrap();
    assert_eq!(checked.hash, load(&json.to_string()).unwrap().hash);
    let renamed = GOOD.replace("a person", "someone");
    assert_ne!(checked.hash, load(&renamed).unwrap().hash);
}

#[test]
fn conditions_evaluate_in_their_scope() {
    let checked = load(GOOD).unwrap();
    let scores = json!([{ "score": 2 }, { "score": 5 }]);
    check(&checked.conditions.loops[0], &scores, 0, true);
    check(&checked.conditions.loops[0], &json!([{ "score": 4 }]), 0, false);
    check(&checked.conditions.loops[0], &scores, 10, false);
}

fn check(condition: &CelCondition, grades: &Json, used: u64, expected: bool) {
    let params = BTreeMap::from([("tier".to_owned(), json!("pro"))]);
    let grades = Arc::new(grades.clone());
    let scope = ConditionScope {
        params: &params,
        state: &|name| (name == "grades").then(|| Arc::clone(&grades)),
        epoch: 0,
        attempt: 1,
        loops: &|_| Some(0),
        budgets: &|_| Some((used, 10)),
    };
    assert_eq!(condition.eval_bool(&scope), Ok(expected));
}
