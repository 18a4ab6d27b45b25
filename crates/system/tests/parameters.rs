//! Values by kind, what is missing, tables against workflows, and the schema.

#![expect(clippy::unwrap_used)]

use jurat_engine::{ValueType, load};
use serde_json::{Value as Json, json};

use jurat_system::parameters::{
    BUDGET, DocumentKind, GivenValue, ListWord, MODELS, NamedDocument, ParameterDefault,
    ParameterKind, ParameterTable, RunValues, SystemParameter,
};

const WALK: ParameterTable = ParameterTable {
    workflow: "walk",
    parameters: &[
        SystemParameter::new(
            "way",
            ParameterKind::Text,
            ParameterDefault::Required,
            "Which way",
        ),
        SystemParameter::new(
            "guide",
            ParameterKind::Text,
            ParameterDefault::RequiredUnless("map"),
            "Who leads",
        ),
        SystemParameter::file("map", "The map"),
        SystemParameter::date("day", "When"),
        SystemParameter::switch("dogs", "Take the dogs"),
        SystemParameter::new(
            "miles",
            ParameterKind::WholeNumber { least: 1, most: 30 },
            ParameterDefault::Number(5),
            "How far",
        ),
        SystemParameter::new(
            "legs",
            ParameterKind::WordList(&[
                ListWord { word: "out", aliases: &["there"], values: &["hin"] },
                ListWord {
                    word: "both",
                    aliases: &[],
                    values: &["hin", "rueck"],
                },
            ]),
            ParameterDefault::Texts(&["both"]),
            "Which legs",
        ),
        SystemParameter::new(
            "rules",
            ParameterKind::Document(DocumentKind {
                noun: "rulebook",
                built_in: || vec![NamedDocument { name: "club", text: r#"{"pace":"slow"}"# }],
                run_takes: ValueType::Object,
                read: |it| {
                    serde_json::from_str(it.text).map_err(|_| format!("{} is none", it.name))
                },
            }),
            ParameterDefault::Text("club"),
            "The rules",
        ),
        SystemParameter::new(
            "weather",
            ParameterKind::Channel,
            ParameterDefault::Text(""),
            "What the sky says",
        ),
        MODELS,
        BUDGET,
    ],
};

/// What a run is told for a value, or what is said against it.
#[track_caller]
fn check(name: &str, given: Json, expected: Result<Json, &str>) {
    let mut values = RunValues::new(&WALK);
    let told = values.set(name, given).and_then(|()| values.value(name));
    let told = told.map_err(|error| error.to_string());
    match expected {
        Ok(expected) => assert_eq!(told, Ok(expected)),
        Err(part) => assert!(told.as_ref().is_err_and(|said| said.contains(part)), "{told:?}"),
    }
}

#[test]
fn values_are_held_to_their_kinds() {
    check("way", json!("up"), Ok(json!("up")));
    check("way", json!(3), Err("parameter `way`: expected a text"));
    check("day", json!("2019-05"), Ok(json!("2019-05")));
    check("day", json!(""), Ok(json!("")));
    check("day", json!("soon"), Err("expected a date"));
    check("dogs", json!(true), Ok(json!(true)));
    check("dogs", json!("yes"), Err("true or false"));
    check("miles", json!(31), Err("31 is not in 1..=30"));
    check("miles", json!(1.5), Err("a whole number"));
    check("legs", json!(["there", "both"]), Ok(json!(["hin", "hin", "rueck"])));
    check("legs", json!(["back"]), Err("it is one of out, both"));
    check("budget", json!("huge"), Err("small, standard, large"));
    check("models", json!({ "any": "m" }), Ok(json!({ "any": "m" })));
    check("models", json!({ "any": 3 }), Err("an object of texts"));
    check("wheels", json!(2), Err("`walk` has no parameter `wheels`; it knows way, guide"));
}

#[test]
fn a_document_is_named_or_given_whole() {
    check("rules", json!("club"), Ok(json!({ "pace": "slow" })));
    check("rules", json!({ "pace": "brisk" }), Ok(json!({ "pace": "brisk" })));
    check("rules", json!("court"), Err("there is no rulebook `court`; built in are club"));
    let mut values = RunValues::new(&WALK);
    let own = |text: &str| GivenValue::Document { name: "own.json".into(), text: text.into() };
    assert_eq!(values.give("rules", own("{}")), Ok(()));
    let said = values.give("rules", own("{")).unwrap_err().to_string();
    assert_eq!(said, "parameter `rules`: own.json is none");
    assert!(values.give("way", own("{}")).is_err());
}

#[test]
fn what_is_missing_is_said_and_the_rest_has_its_default() {
    let mut values = RunValues::new(&WALK);
    assert_eq!(values.complete().unwrap_err().to_string(), "parameter `way` must be given");
    values.set("way", "up").unwrap();
    let said = values.complete().unwrap_err().to_string();
    assert_eq!(said, "parameter `guide` or `map` must be given");
    values.set("map", "hills.pdf").unwrap();
    let start = values.complete().unwrap();
    assert_eq!(
        json!(start.params),
        json!({
            "way": "up", "guide": "", "map": "hills.pdf", "day": "", "dogs": false, "miles": 5,
            "legs": ["hin", "rueck"], "rules": { "pace": "slow" }, "models": {},
            "budget": "standard",
        })
    );
    assert_eq!(json!(start.input), json!({ "weather": "" }));
}

#[test]
fn a_table_and_a_workflow_that_differ_are_told_apart() {
    const SHORT: ParameterTable = ParameterTable {
        workflow: "walk",
        parameters: &[
            SystemParameter::switch("way", "Which way"),
            SystemParameter::text("gone", "Nowhere"),
            SystemParameter::new(
                "pace",
                ParameterKind::Choice(&["slow"]),
                ParameterDefault::Text("slow"),
                "How fast",
            ),
            SystemParameter::new(
                "sky",
                ParameterKind::Channel,
                ParameterDefault::Required,
                "The sky",
            ),
        ],
    };
    let text = r#"{"name": "walk", "version": "1.0.0", "description": "A walk.",
        "params": {
            "way": {"type": "string"},
            "stops": {"type": "array", "default": []},
            "pace": {"type": "string", "enum": ["slow", "brisk"], "default": "brisk"}
        },
        "channels": {}, "stages": [{"id": "go", "run": "walk.go"}]}"#;
    let definition = load(text).unwrap().definition;
    assert_eq!(
        SHORT.disagreements(&definition),
        [
            "parameter `stops` is in no table",
            "parameter `way`: it gives bool, declared is string",
            "parameter `way`: its default is false, declared is none",
            "the workflow takes no parameter `gone`",
            r#"parameter `pace`: it offers ["slow"], declared are ["slow","brisk"]"#,
            r#"parameter `pace`: its default is "slow", declared is "brisk""#,
            "there is no channel `sky`",
        ]
    );
}

#[test]
fn a_table_becomes_a_schema() {
    let schema = WALK.input_schema("A walk.");
    assert_eq!(schema["required"], json!(["way"]));
    assert_eq!(
        schema["allOf"],
        json!([{ "anyOf": [{ "required": ["guide"] }, { "required": ["map"] }] }])
    );
    let of = |name: &str| schema["properties"][name].clone();
    assert_eq!(
        of("dogs"),
        json!({ "type": "boolean", "description": "Take the dogs", "default": false })
    );
    assert_eq!(
        of("map"),
        json!({ "type": "string", "format": "path", "description": "The map" })
    );
    assert_eq!(of("legs")["items"]["enum"], json!(["out", "both"]));
    assert_eq!(of("rules")["anyOf"], json!([{ "enum": ["club"] }, { "type": "object" }]));
}
