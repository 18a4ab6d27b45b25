//! The checks of a dimension, read strictly: a misspelt check must not pass by itself.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fields::{RubricFields, RubricValue};
use crate::model::{ExpectedRange, RubricCheck, RubricQuery};

/// The most checks of one criterion.
const MOST_CHECKS: usize = 100;
/// The most patterns or terms of one list.
const MOST_ITEMS: usize = 200;
/// The longest pattern, in bytes.
const MOST_PATTERN: usize = 4000;

/// The checks, or none where the dimension does not say.
pub(super) fn read_checks(fields: &mut RubricFields<'_>) -> Option<Vec<RubricCheck>> {
    let given = fields.take(&["checks"])?;
    let items = given.items("an array", usize::MAX).unwrap_or_default();
    if MOST_CHECKS < items.len() {
        let (count, most) = (items.len(), MOST_CHECKS);
        given.error(format!("{count} checks are too many: the most is {most}"));
        return Some(Vec::new());
    }
    let mut checks: Vec<RubricCheck> = Vec::new();
    for item in items {
        let Some(check) = one(&item) else { continue };
        let id = item.child("id", item.value);
        if check.id.contains(['#', '?', '!']) {
            id.error("an id may hold neither `#`, `?` nor `!`");
        }
        if checks.iter().any(|other| other.id == check.id) {
            id.error(format!("the id {:?} is there twice", check.id));
        }
        checks.push(check);
    }
    Some(checks)
}

fn one(given: &RubricValue<'_>) -> Option<RubricCheck> {
    let (value, at) = (given.value, &given.at);
    if !value.is_object() {
        given.wrong_type("an object");
        return None;
    }
    if !is_modest(value) {
        given.error("a list or a pattern is far too long");
        return None;
    }
    // Parts first: their errors then name the part.
    measured(given)?;
    for part in ["given", "charge_given"] {
        if let Some(needed) = value.get(part).filter(|needed| !needed.is_null()) {
            measured(&given.child(part, needed))?;
        }
    }
    let check = decoded::<RubricCheck>(given)?;
    if let Ok(again) = serde_json::to_value(&check) {
        unknown(given, &again);
    }
    for message in impossible(check.expect) {
        given.reading.error(format!("{at}.expect"), message);
    }
    for message in check.given.iter().flat_map(|given| impossible(given.expect)) {
        given.reading.error(format!("{at}.given.expect"), message);
    }
    Some(check)
}

/// What is measured, and what is expected of it; both are looked at, whatever the first says.
fn measured(given: &RubricValue<'_>) -> Option<(RubricQuery, ExpectedRange)> {
    let query = part::<RubricQuery>(given, "query");
    query.zip(part::<ExpectedRange>(given, "expect"))
}

fn part<T: DeserializeOwned>(given: &RubricValue<'_>, key: &str) -> Option<T> {
    let Some(part) = given.value.get(key) else {
        given.error(format!("`{key}` is missing"));
        return None;
    };
    decoded(&given.child(key, part))
}

fn decoded<T: DeserializeOwned>(given: &RubricValue<'_>) -> Option<T> {
    serde_json::from_value(given.value.clone())
        .map_err(|error| given.error(error.to_string()))
        .ok()
}

/// Keys that were given and are not there when the check is written again.
fn unknown(given: &RubricValue<'_>, again: &Value) {
    match (given.value, again) {
        (Value::Object(map), Value::Object(again)) => {
            for (key, value) in map {
                let empty = value.is_null() || value.as_array().is_some_and(Vec::is_empty);
                let inner = given.child(key, value);
                match again.get(key) {
                    Some(kept) => unknown(&inner, kept),
                    None if empty => {}
                    None => inner.error("there is no such key"),
                }
            }
        }
        (Value::Array(_), Value::Array(again)) => {
            let items = given.items("an array", usize::MAX).unwrap_or_default();
            for (item, kept) in items.iter().zip(again) {
                unknown(item, kept);
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
