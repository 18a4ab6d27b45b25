//! The published schema: it is the one in the repository, and it refuses what `load` refuses.
#![expect(clippy::unwrap_used)]

use jurat_engine::{load, schema};
use jurat_testdata::FullSchema;
use serde_json::{Value as Json, json};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/workflow.schema.json");
const GOOD: &str = include_str!("definitions/good.json");

fn check(change: impl FnOnce(&mut Json), expected: bool) {
    let mut json: Json = serde_json::from_str(GOOD).unwrap();
    change(&mut json);
    let by_schema = FullSchema::new(&schema()).unwrap().is_valid(&json);
    assert_eq!((by_schema, load(&json.to_string()).is_ok()), (expected, expected), "{json}");
}

#[test]
#[expect(clippy::disallowed_methods)]
fn the_repository_holds_this_schema() {
    if std::env::var_os("JURAT_UPDATE").is_some() {
        std::fs::write(PATH, format!("{:#}\n", schema())).unwrap();
    }
    let kept: Json = serde_json::from_str(&std::fs::read_to_string(PATH).unwrap()).unwrap();
    assert!(kept == schema(), "the schema has changed; run the tests with JURAT_UPDATE=1");
}

#[test]
fn a_good_definition_passes() {
    check(|_| {}, true);
    check(|json| json["stages"][0]["x-mine"] = json!(1), true);
    check(|json| json["channels"]["text"]["x-mine"] = json!(1), true);
    check(|json| json["stages"][0]["when"] = json!(null), true);
}

#[test]
fn a_misspelled_key_fails() {
    check(|json| json["chanels"] = json!({}), false);
    check(|json| json["stages"][0]["depend_on"] = json!([]), false);
    check(|json| json["loop_back"][0]["repeat"] = json!([]), false);
    check(|json| json["budgets"]["calls"]["units"] = json!("x"), false);
    check(|json| json["params"]["tier"]["typ"] = json!("x"), false);
    check(|json| json["stages"][3]["interrupt"]["x-mine"] = json!(1), false);
    check(|json| json["stages"][2]["route"][0]["if"] = json!("true"), false);
    check(|json| json["stages"][0]["on_failure"] = json!({ "continue": { "mn": 1 } }), false);
}

#[test]
fn a_wrong_type_fails() {
    check(|json| json["stages"][1]["retry_limit"] = json!("2"), false);
    check(|json| json["stages"][1]["effect"] = json!("free"), false);
    check(|json| json["stages"] = json!({}), false);
    check(|json| json["name"] = json!(null), false);
}
