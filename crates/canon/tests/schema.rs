//! What the checker says of values, and that a full checker says the same.
#![expect(clippy::unwrap_used)]

use jurat_canon::schema_faults;
use jurat_testdata::FullSchema;
use serde_json::{Value, json};

/// Files of ours and their published schemas.
const KEPT: [(&str, &str); 4] = [
    (
        include_str!("../../engine/schema/workflow.schema.json"),
        include_str!("../../engine/tests/definitions/good.json"),
    ),
    (
        include_str!("../../../systems/pipeline_audit/schema/policy.schema.json"),
        include_str!("../../../systems/pipeline_audit/policies/strict.json"),
    ),
    (
        include_str!("../../../systems/pipeline_audit/schema/mapping.schema.json"),
        include_str!("../../../systems/pipeline_audit/mappings/openai.json"),
    ),
    (
        include_str!("../../../systems/digital_courtroom/schema/rubric.schema.json"),
        include_str!("../../../systems/digital_courtroom/rubrics/rust_library.json"),
    ),
];

/// Every value inside one, by pointer.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let key = key.replace('~', "~0").replace('/', "~1");
                pointers(value, &format!("{at}/{key}"), all);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                pointers(value, &format!("{at}/{index}"), all);
            }
        }
        _ => {}
    }
}

/// The value with something else at one place, in many ways.
fn changed(value: &Value, at: &str) -> Vec<Value> {
    let others = [
        json!(null),
        json!(true),
        json!(-1),
        json!(7),
        json!(0.5),
        json!("zz"),
        json!([]),
        json!({}),
    ];
    let put = |other: &Value| {
        let mut copy = value.clone();
        *copy.pointer_mut(at).unwrap() = other.clone();
        copy
    };
    let mut all: Vec<Value> = others.iter().map(put).collect();
    if let Some(fields) = value.pointer(at).and_then(Value::as_object) {
        for key in fields.keys().map(String::as_str).chain(["zebra", "x-own"]) {
            let mut copy = value.clone();
            let fields = copy.pointer_mut(at).unwrap().as_object_mut().unwrap();
            if fields.remove(key).is_none() {
                fields.insert(key.to_owned(), json!(1));
            }
            all.push(copy);
        }
    }
    all
}

#[test]
fn a_full_checker_says_the_same_of_every_file_and_every_change_of_it() {
    let (mut good, mut bad) = (0, 0);
    for (schema, kept) in KEPT {
        let schema: Value = serde_json::from_str(schema).unwrap();
        let kept: Value = serde_json::from_str(kept).unwrap();
        let full = FullSchema::new(&schema).unwrap();
        assert!(schema_faults(&schema, &kept, 9).is_empty() && full.is_valid(&kept));
        let mut places = Vec::new();
        pointers(&kept, "", &mut places);
        for place in places {
            for value in changed(&kept, &place) {
                let faults = schema_faults(&schema, &value, 9);
                let valid = full.is_valid(&value);
                assert_eq!(faults.is_empty(), valid, "{place}: {faults:?}\n{value}");
                *(if valid { &mut good } else { &mut bad }) += 1;
            }
        }
    }
    assert!(100 < good && 1_000 < bad, "{good} {bad}");
}

#[track_caller]
fn check(value: &Value, expected: &[&str]) {
    let schema = json!({
        "type": "object",
        "required": ["name"],
        "additionalProperties": false,
        "properties": {
            "name": { "type": "string" },
            "size": { "type": "integer", "minimum": 1, "maximum": 9 },
            "mode": { "oneOf": [{ "const": "gate" }, { "const": "retry" }] },
            "pair": { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 },
            "when": { "anyOf": [{ "$ref": "#/$defs/day" }, { "type": "null" }] },
        },
        "$defs": { "day": { "type": "object", "required": ["day"] } },
    });
    let faults = schema_faults(&schema, value, 9);
    let told = faults.iter().map(|it| format!("{}: {}", it.path_from("$"), it.kind));
    assert_eq!(told.collect::<Vec<_>>(), expected);
}

#[test]
fn faults_are_told_with_their_place() {
    check(&json!({ "name": "n", "size": 3, "when": null, "pair": [1, 2.5] }), &[]);
    check(&json!([]), &["$: expected an object, found an array of 0"]);
    check(&json!({ "label": 1 }), &["$: `name` is missing", "$.label: there is no such key"]);
    check(
        &json!({ "name": 1, "size": 12, "mode": "gat", "pair": ["a"], "when": {} }),
        &[
            "$.mode: expected one of gate, retry, found \"gat\"",
            "$.name: expected a string, found 1",
            "$.pair[0]: expected a number, found \"a\"",
            "$.pair: expected 2 items, found 1",
            "$.size: 12 is more than 9",
            "$.when: `day` is missing",
        ],
    );
    check(&json!({ "name": "n", "a b": 1 }), &["$[\"a b\"]: there is no such key"]);
}
