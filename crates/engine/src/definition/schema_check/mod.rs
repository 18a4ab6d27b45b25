//! The shape of a definition: keys and types, held against its published schema.

mod stand_ins;
mod subject;

use std::{collections::BTreeSet, sync::LazyLock};

use jurat_canon::{FaultKind, SchemaFault, schema_faults};
use serde_json::Value as Json;

use super::{
    diagnostic_report::{DiagnosticReport, MAX_LISTED, UnplacedDiagnostic, problem, quoted},
    json_pointer::unescape,
    nearest,
    schema::schema,
};
use subject::subject;

pub(super) use stand_ins::with_stand_ins;

static SCHEMA: LazyLock<Json> = LazyLock::new(schema);

/// Notes every key and value that the schema does not allow.
pub(super) fn check(json: &Json, report: &mut DiagnosticReport<'_>) {
    for fault in schema_faults(&SCHEMA, json, MAX_LISTED) {
        report.add(told(json, &fault));
        if hides_more(json.pointer(&fault.pointer()), &fault.kind) {
            report.more_may_follow();
        }
    }
}

/// Whether what is wrong holds parts of its own, which nobody has looked at.
fn hides_more(found: Option<&Json>, kind: &FaultKind<'_>) -> bool {
    let is_looked_at = matches!(kind, FaultKind::MissingKey { .. } | FaultKind::Count { .. });
    !is_looked_at
        && match found {
            Some(Json::Object(parts)) => !parts.is_empty(),
            Some(Json::Array(parts)) => !parts.is_empty(),
            _ => false,
        }
}

/// Keys that others refer to: without them everything that does would be wrong as well.
const REFERRED_TO: [&str; 5] = ["id", "depends_on", "to", "from", "counter"];

/// The definition without what its schema does not allow, as far as the rest makes sense without it.
pub(super) fn without_faults(mut json: Json) -> Json {
    let faults = schema_faults(&SCHEMA, &json, MAX_LISTED);
    let dropped = faults.iter().filter(|fault| can_go(fault)).map(SchemaFault::pointer);
    for pointer in dropped.collect::<Vec<_>>() {
        let Some((parent, key)) = pointer.rsplit_once('/') else { continue };
        if let Some(Json::Object(fields)) = json.pointer_mut(parent) {
            fields.remove(&unescape(key));
        }
    }
    json
}

fn can_go(fault: &SchemaFault<'_>) -> bool {
    match fault.kind {
        FaultKind::UnknownKey { .. } => true,
        FaultKind::MissingKey { .. } => false,
        // A setting of a part; never a whole part, which has a name.
        _ => {
            let pointer = fault.pointer();
            2 < pointer.matches('/').count() && !REFERRED_TO.contains(&fault.last_key())
        }
    }
}

/// A fault in the words of definitions: whose key it is, what it must be.
fn told(root: &Json, fault: &SchemaFault<'_>) -> UnplacedDiagnostic {
    let pointer = fault.pointer();
    let (subject, what) = (subject(root, &pointer), what(&pointer));
    match &fault.kind {
        FaultKind::MissingKey { key } => {
            problem("missing-key", pointer, format!("{subject}key `{key}` is missing"))
        }
        FaultKind::UnknownKey { known, open } => {
            let key = fault.last_key();
            let own = open.then(|| "keys of your own begin with `x-`".to_owned());
            let hint = nearest(key, known.iter().copied()).or(own);
            let message = format!("{subject}unknown key {}", quoted(key));
            problem("unknown-key", pointer, message).at_key().hint(hint)
        }
        FaultKind::Mismatch { words, found: Json::String(text), .. } if !words.is_empty() => {
            let message = format!(
                "{subject}{what} cannot be {}; it is one of {}",
                quoted(text),
                words.join(", ")
            );
            let hint = nearest(text, words.iter().copied());
            problem("unknown-value", pointer, message).hint(hint)
        }
        FaultKind::Mismatch { types, most, found, .. } => {
            let needed = needed(types, *most);
            let message = format!("{subject}{what} must be {needed}, not {}", noun(found));
            problem("wrong-type", pointer, message)
        }
        FaultKind::Range { types, most, .. } => {
            let message =
                format!("{subject}{what} must be {}, not this number", needed(types, *most));
            problem("wrong-type", pointer, message)
        }
        FaultKind::Count { .. } => {
            problem("wrong-type", pointer, format!("{subject}{what}: {}", fault.kind))
        }
    }
}

/// The key of the value at hand.
fn what(pointer: &str) -> String {
    match pointer.rsplit('/').find(|step| step.parse::<usize>().is_err()) {
        Some("") | None => "a definition".into(),
        Some(key) => quoted(key),
    }
}

/// What a value may be, with articles; null is left out, which nobody should write.
fn needed(types: &[&str], most: Option<f64>) -> String {
    let named = |name: &&str| match (*name, most) {
        ("string", _) => Some("a string".to_owned()),
        ("integer", Some(most)) => Some(format!("a whole number from 0 to {most}")),
        ("integer", None) => Some("a whole number".to_owned()),
        ("boolean", _) => Some("true or false".to_owned()),
        ("array", _) => Some("an array".to_owned()),
        ("object", _) => Some("an object".to_owned()),
        _ => None,
    };
    let all: BTreeSet<String> = types.iter().filter_map(named).collect();
    all.into_iter().collect::<Vec<_>>().join(" or ")
}

fn noun(json: &Json) -> &'static str {
    match json {
        Json::Null => "null",
        Json::Bool(_) => "true or false",
        Json::Number(_) => "this number",
        Json::String(_) => "a string",
        Json::Array(_) => "an array",
        Json::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
