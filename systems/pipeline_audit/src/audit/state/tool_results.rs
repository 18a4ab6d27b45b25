//! What a tool gave back: that it failed, or a list of sources written as JSON.

use serde_json::Value;

use crate::audit::mapping::SourceFields;

/// How tools begin what they say when they fail.
const FAILURES: [&str; 2] = ["Error:", "Traceback (most recent call last)"];
/// Deepest list within lists that is looked into.
const DEEPEST: usize = 3;

/// Whether a message says that its tool failed. What it says then is no source.
pub(crate) fn has_failed(value: &Value) -> bool {
    let says = |field: &str, word: &str| {
        value
            .get(field)
            .and_then(Value::as_str)
            .is_some_and(|own| own.eq_ignore_ascii_case(word))
    };
    let is_set = |field: &str| value.get(field) == Some(&Value::Bool(true));
    says("status", "error")
        || says("status", "failed")
        || is_set("is_error")
        || is_set("isError")
}

/// Whether the words of a tool are those of a failure: one line that begins so, or JSON with nothing but an `error`.
pub(super) fn tells_failure(text: &str) -> bool {
    let text = text.trim();
    let begins = FAILURES.iter().any(|head| text.starts_with(head));
    let is_json = || {
        let Some(Value::Object(fields)) = parsed(text) else { return false };
        fields.len() == 1 && fields.contains_key("error")
    };
    begins || is_json()
}

/// The sources that a text holds as JSON: the members of a list, or of the list that an object holds. None where it is no
/// JSON, or where its members have no words.
pub(crate) fn members(text: &str, fields: &SourceFields) -> Vec<Value> {
    parsed(text)
        .and_then(|value| listed(value, fields, DEEPEST))
        .unwrap_or_default()
}

fn parsed(text: &str) -> Option<Value> {
    let text = text.trim();
    let looks_so = text.starts_with(['[', '{']) && text.ends_with([']', '}']);
    looks_so.then(|| serde_json::from_str(text).ok()).flatten()
}

fn listed(value: Value, fields: &SourceFields, depth: usize) -> Option<Vec<Value>> {
    let depth = depth.checked_sub(1)?;
    match value {
        Value::Array(items) if fields.has_words(&Value::Array(items.clone())) => Some(items),
        Value::Object(own) if fields.has_words(&Value::Object(own.clone())) => {
            Some(vec![Value::Object(own)])
        }
        Value::Object(own) => {
            own.into_iter().find_map(|(_, inner)| listed(inner, fields, depth))
        }
        _ => None,
    }
}
