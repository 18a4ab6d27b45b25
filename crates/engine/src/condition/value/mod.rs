//! JSON seen as CEL values, and back. Nothing is copied until it is looked at.

mod json_container;

use cel::common::{
    types::{
        CelBool, CelDouble, CelInt, CelList, CelMap, CelMapKey, CelNull, CelString, CelUInt,
    },
    value::Val,
};
use serde_json::{Number, Value as Json};

use json_container::JsonContainer;

use super::variable::NumberCoercion;

/// Deeper results are refused, so that building them cannot exhaust the stack.
const MAX_DEPTH: usize = 200;

pub(super) fn to_cel(json: &Json, numbers: NumberCoercion) -> Box<dyn Val + '_> {
    match json {
        Json::Null => Box::new(CelNull),
        Json::Bool(value) => Box::new(CelBool::from(*value)),
        Json::Number(number) => number_to_cel(number, numbers),
        Json::String(text) => Box::new(CelString::from(text.as_str())),
        Json::Array(_) | Json::Object(_) => Box::new(JsonContainer::new(json, numbers)),
    }
}

fn number_to_cel<'v>(number: &Number, numbers: NumberCoercion) -> Box<dyn Val + 'v> {
    let double = || Box::new(CelDouble::from(number.as_f64().unwrap_or(f64::NAN)));
    match (numbers, number.as_i64(), number.as_u64()) {
        (NumberCoercion::Double, ..) => double(),
        (_, Some(value), _) => Box::new(CelInt::from(value)),
        (_, None, Some(value)) => Box::new(CelUInt::from(value)),
        _ => double(),
    }
}

pub(super) fn to_json(value: &dyn Val) -> Result<Json, String> {
    build(value, 0)
}

fn build(value: &dyn Val, depth: usize) -> Result<Json, String> {
    if MAX_DEPTH < depth {
        return Err(format!("the result is nested more than {MAX_DEPTH} levels deep"));
    }
    if let Some(list) = value.downcast_ref::<CelList>() {
        return list
            .inner()
            .iter()
            .map(|item| build(item.as_ref(), depth + 1))
            .collect();
    }
    if let Some(map) = value.downcast_ref::<CelMap>() {
        return build_object(map, depth);
    }
    scalar(value)
}

fn build_object(map: &CelMap<'_>, depth: usize) -> Result<Json, String> {
    let entries = map.inner().iter();
    let entries =
        entries.map(|(key, value)| Ok((key_text(key), build(value.as_ref(), depth + 1)?)));
    // Sorted first: the order of a CEL map differs between processes.
    let sorted: std::collections::BTreeMap<String, Json> =
        entries.collect::<Result<_, String>>()?;
    Ok(Json::Object(sorted.into_iter().collect()))
}

fn key_text(key: &CelMapKey<'_>) -> String {
    match key {
        CelMapKey::Bool(value) => value.inner().to_string(),
        CelMapKey::Int(value) => value.inner().to_string(),
        CelMapKey::String(value) => value.inner().to_owned(),
        CelMapKey::UInt(value) => value.inner().to_string(),
    }
}

fn scalar(value: &dyn Val) -> Result<Json, String> {
    if value.downcast_ref::<CelNull>().is_some() {
        return Ok(Json::Null);
    }
    if let Some(value) = value.downcast_ref::<CelBool>() {
        return Ok(Json::Bool(*value.inner()));
    }
    if let Some(value) = value.downcast_ref::<CelInt>() {
        return Ok(Json::from(*value.inner()));
    }
    if let Some(value) = value.downcast_ref::<CelUInt>() {
        return Ok(Json::from(*value.inner()));
    }
    if let Some(value) = value.downcast_ref::<CelString>() {
        return Ok(Json::from(value.inner()));
    }
    if let Some(value) = value.downcast_ref::<CelDouble>() {
        let number = Number::from_f64(*value.inner());
        return number
            .map(Json::Number)
            .ok_or_else(|| "the result is not a finite number".into());
    }
    Err(format!("a value of type {} has no JSON form", value.get_type().name()))
}
