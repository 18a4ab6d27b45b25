//! What people give on the command line, made into values of the declared types.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read},
};

use jurat_engine::{ValueType, WorkflowDefinition};
use jurat_own_stages::exact_json;
use serde_json::Value as Json;

use crate::failure::CommandFailure;

/// A value for a name, as in `name=value`.
#[derive(Debug, Clone)]
pub(crate) struct NameValuePair {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Reads `name=value`.
pub(crate) fn pair(text: &str) -> Result<NameValuePair, String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok(NameValuePair {
        name: name.trim().to_owned(),
        value: value.to_owned(),
    })
}

/// Parameters by name. What is no JSON is handed on as text: the engine says what it expects.
pub(crate) fn params(
    definition: &WorkflowDefinition,
    pairs: &[NameValuePair],
) -> BTreeMap<String, Json> {
    let value = |pair: &NameValuePair| match definition.params.get(&pair.name) {
        Some(def) if def.value_type == ValueType::String => Json::String(pair.value.clone()),
        _ => loose(&pair.value),
    };
    pairs.iter().map(|pair| (pair.name.clone(), value(pair))).collect()
}

/// Channels before any stage: an object in a file, or on stdin for `-`.
pub(crate) fn input(source: Option<&str>) -> Result<BTreeMap<String, Json>, CommandFailure> {
    let Some(source) = source else { return Ok(BTreeMap::new()) };
    let text = read_source(source)?;
    let read = exact_json(text.as_bytes())
        .and_then(|json| serde_json::from_value(json).map_err(|error| error.to_string()));
    read.map_err(|error| {
        let message = format!("the input `{source}` is no JSON object of channels: {error}");
        CommandFailure::input(message).hint("as in {\"channel\": value}")
    })
}

/// A JSON value written out, in a file, or on stdin for `-`.
pub(crate) fn value(source: &str) -> Result<Json, CommandFailure> {
    if let Ok(json) = exact_json(source.as_bytes()) {
        return Ok(json);
    }
    let written = source.trim_start().starts_with(['{', '[', '"']);
    let text = if written { source.to_owned() } else { read_source(source)? };
    let parsed = exact_json(text.as_bytes());
    parsed.map_err(|error| CommandFailure::input(format!("the output is no JSON: {error}")))
}

/// An answer: one of the choices (as JSON texts) if it fits one, else JSON, else plain text.
pub(crate) fn answer(choices: &[String], given: &str) -> Result<Json, CommandFailure> {
    let text = Json::String(given.to_owned());
    if choices.contains(&text.to_string()) {
        return Ok(text);
    }
    let value = loose(given);
    if choices.is_empty() || choices.contains(&value.to_string()) {
        return Ok(value);
    }
    let choices = choices.join(", ");
    Err(CommandFailure::input(format!(
        "the answer cannot be `{given}`: expected one of {choices}"
    )))
}

/// Refuses answers to questions that a workflow never asks, before anything runs.
pub(crate) fn check_answers(
    definition: &WorkflowDefinition,
    answers: &[NameValuePair],
) -> Result<(), CommandFailure> {
    let asks = definition.stages.iter().filter(|stage| stage.interrupt.is_some());
    let asks: Vec<&str> = asks.map(|stage| stage.id.as_str()).collect();
    // An instance may be named too, as in `approve@1#0`.
    let unknown = |pair: &&NameValuePair| {
        !asks.contains(&pair.name.split('@').next().unwrap_or_default())
    };
    let Some(pair) = answers.iter().find(unknown) else { return Ok(()) };
    let message = format!("no stage `{}` asks anything in this workflow", pair.name);
    let hint = match asks.as_slice() {
        [] => format!("`{}` asks nothing: leave `--answer` out", definition.name),
        asks => format!("what asks is `{}`", asks.join("`, `")),
    };
    Err(CommandFailure::input(message).hint(hint))
}

fn loose(text: &str) -> Json {
    exact_json(text.as_bytes()).unwrap_or_else(|_| Json::String(text.to_owned()))
}

fn read_source(source: &str) -> Result<String, CommandFailure> {
    let mut text = String::new();
    let read = match source {
        "-" => io::stdin().read_to_string(&mut text).map(|_| text),
        path => fs::read_to_string(path),
    };
    read.map_err(|error| CommandFailure::input(format!("cannot read `{source}`: {error}")))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value as Json, json};

    #[track_caller]
    fn check(choices: &[&str], given: &str, expected: Option<&Json>) {
        let choices: Vec<String> = choices.iter().map(|choice| (*choice).to_owned()).collect();
        assert_eq!(super::answer(&choices, given).ok().as_ref(), expected);
    }

    #[test]
    fn a_choice_needs_no_quotes() {
        check(&["\"yes\"", "\"no\""], "yes", Some(&json!("yes")));
        check(&["\"yes\"", "\"no\""], "\"no\"", Some(&json!("no")));
        check(&["\"1\"", "2"], "1", Some(&json!("1")));
        check(&["\"1\"", "2"], "2", Some(&json!(2)));
    }

    #[test]
    fn another_answer_is_refused() {
        check(&["\"yes\""], "maybe", None);
    }

    #[test]
    fn without_choices_anything_goes() {
        check(&[], "three of them", Some(&json!("three of them")));
        check(&[], "{\"a\": 1}", Some(&json!({"a": 1})));
    }
}
