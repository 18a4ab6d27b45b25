//! Objects of a file of JSON: one a line, or an array of them.

use serde_json::{Map, Value as Json};

pub(super) type JsonObject = Map<String, Json>;

/// Visits every object with its number from 1.
pub(super) fn each_object(
    bytes: &[u8],
    visit: &mut dyn FnMut(usize, Result<JsonObject, String>),
) {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        match serde_json::from_slice::<Vec<Json>>(bytes) {
            Ok(rows) => {
                for (at, row) in (1..).zip(rows) {
                    visit(at, object(row).ok_or_else(|| format!("row {at} is no JSON object")));
                }
            }
            Err(error) => visit(1, Err(format!("it is no list of rows: {error}"))),
        }
        return;
    }
    // Other breaks than `\n` may stand within a string.
    for (at, line) in (1..).zip(bytes.split(|byte| *byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let row = serde_json::from_slice::<JsonObject>(line);
        visit(at, row.map_err(|error| format!("line {at} is no JSON object: {error}")));
    }
}

fn object(value: Json) -> Option<JsonObject> {
    match value {
        Json::Object(object) => Some(object),
        _ => None,
    }
}

/// The first of these keys that says something: a string, a number, or a list of strings.
pub(super) fn said(object: &JsonObject, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| match object.get(*key)? {
        Json::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Json::Number(number) => Some(number.to_string()),
        Json::Array(items) => {
            let words: Vec<&str> = items.iter().filter_map(Json::as_str).collect();
            (!words.is_empty()).then(|| words.join(" > "))
        }
        _ => None,
    })
}

/// The words of a row as they stand, for quotes must be found in them.
pub(super) fn words(object: &JsonObject, keys: &[&str]) -> Option<String> {
    let text = keys.iter().find_map(|key| object.get(*key)?.as_str());
    text.filter(|text| !text.trim().is_empty()).map(str::to_owned)
}

/// A day out of a day, or out of a day with its time.
pub(super) fn day(text: Option<String>) -> Option<String> {
    let text = text?;
    let day = text.get(..10)?;
    day.parse::<jiff::civil::Date>().ok()?;
    Some(day.to_owned())
}
