//! The checks of a dimension, read strictly: a misspelt check must not pass by itself.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fields::{RubricDiagnostics, RubricFields, child};
use crate::model::{ExpectedRange, RubricCheck, RubricQuery};

/// The most checks of one criterion.
const MOST_CHECKS: usize = 100;
/// The most patterns or terms of one list.
const MOST_ITEMS: usize = 200;
/// The longest pattern, in bytes.
const MOST_PATTERN: usize = 4000;

/// The checks, or none where the dimension does not say.
pub(super) fn read(
    fields: &mut RubricFields,
    reading: &mut RubricDiagnostics,
) -> Option<Vec<RubricCheck>> {
    let (value, at) = fields.take(&["checks"])?;
    let Some(items) = value.as_array() else {
        reading.wrong_type(&at, "an array", value);
        return Some(Vec::new());
    };
    if MOST_CHECKS < items.len() {
        let message = format!("{} checks are too many: the most is {MOST_CHECKS}", items.len());
        reading.error(at, message);
        return Some(Vec::new());
    }
    let mut checks: Vec<RubricCheck> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let at = format!("{at}[{index}]");
        let Some(check) = one(item, &at, reading) else { continue };
        if check.id.contains(['#', '?']) {
            reading.error(format!("{at}.id"), "an id may hold neither `#` nor `?`");
        }
        if checks.iter().any(|other| other.id == check.id) {
            reading.error(format!("{at}.id"), format!("the id {:?} is there twice", check.id));
        }
        checks.push(check);
    }
    Some(checks)
}

fn one(value: &Value, at: &str, reading: &mut RubricDiagnostics) -> Option<RubricCheck> {
    if !value.is_object() {
        reading.wrong_type(at, "an object", value);
        return None;
    }
    if !is_modest(value) {
        reading.error(at, "a list or a pattern is far too long");
        return None;
    }
    // Parts first: their errors then name the part.
    let query = part::<RubricQuery>(value, "query", at, reading);
    let expect = part::<ExpectedRange>(value, "expect", at, reading);
    query.zip(expect)?;
    if let Some(given) = value.get("given").filter(|given| !given.is_null()) {
        let at = child(at, "given");
        let query = part::<RubricQuery>(given, "query", &at, reading);
        query.zip(part::<ExpectedRange>(given, "expect", &at, reading))?;
    }
    let check = match serde_json::from_value::<RubricCheck>(value.clone()) {
        Ok(check) => check,
        Err(error) => {
            reading.error(at, error.to_string());
            return None;
        }
    };
    if let Ok(again) = serde_json::to_value(&check) {
        unknown(value, &again, at, reading);
    }
    for message in impossible(check.expect) {
        reading.error(format!("{at}.expect"), message);
    }
    for message in check.given.iter().flat_map(|given| impossible(given.expect)) {
        reading.error(format!("{at}.given.expect"), message);
    }
    Some(check)
}

fn part<T: DeserializeOwned>(
    value: &Value,
    key: &str,
    at: &str,
    reading: &mut RubricDiagnostics,
) -> Option<T> {
    let Some(part) = value.get(key) else {
        reading.error(at, format!("`{key}` is missing"));
        return None;
    };
    match serde_json::from_value(part.clone()) {
        Ok(found) => Some(found),
        Err(error) => {
            reading.error(child(at, key), error.to_string());
            None
        }
    }
}

/// Keys that were given and are not there when the check is written again.
fn unknown(given: &Value, again: &Value, at: &str, reading: &mut RubricDiagnostics) {
    match (given, again) {
        (Value::Object(given), Value::Object(again)) => {
            for (key, value) in given {
                let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
                match again.get(key) {
                    Some(kept) => unknown(value, kept, &child(at, key), reading),
                    None if empty => {}
                    None => reading.error(child(at, key), "there is no such key"),
                }
            }
        }
        (Value::Array(given), Value::Array(again)) => {
            for (index, (value, kept)) in given.iter().zip(again).enumerate() {
                unknown(value, kept, &format!("{at}[{index}]"), reading);
            }
        }
        _ => {}
    }
}

/// What nothing measured could satisfy, and what anything would.
fn impossible(expect: ExpectedRange) -> Vec<String> {
    let ExpectedRange { min, max, partly } = expect;
    let mut messages = Vec::new();
    if min.is_none() && max.is_none() {
        messages.push("it expects nothing: give `min` or `max`".to_owned());
    }
    if min == Some(0) && max.is_none() {
        messages.push("at least 0 is always met".to_owned());
    }
    if let Some((min, max)) = min.zip(max)
        && max < min
    {
        messages.push(format!("at least {min} and at most {max} cannot both be"));
    }
    if let Some(partly) = partly
        && min.is_none_or(|min| min <= partly)
        && max.is_none_or(|max| partly <= max)
    {
        messages.push(format!("`partly` {partly} lies neither below `min` nor above `max`"));
    }
    messages
}

fn is_modest(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= MOST_PATTERN,
        Value::Array(items) => items.len() <= MOST_ITEMS && items.iter().all(is_modest),
        Value::Object(map) => map.len() <= MOST_ITEMS && map.values().all(is_modest),
        _ => true,
    }
}
