//! The start of a run: parameters checked, defaults filled in, limits frozen.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use crate::{
    ChannelWrites, LimitDef, MAX_DEPTH, ParamDef, RunMode, RunStarted, StoredValue, ValueType,
    journal::FORMAT, plan::WorkflowPlan, stored_value::is_shallow,
};
use jurat_canon::Blob;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StartError {
    #[error("workflow `{workflow}` has no parameter `{name}`; it knows {known}")]
    UnknownParam { workflow: String, name: String, known: String },
    #[error("parameter `{0}` must be given")]
    MissingParam(String),
    /// A value of another type, or none of those allowed.
    #[error("parameter `{name}` cannot be {given}: expected {expected}")]
    BadParam { name: String, given: String, expected: String },
    #[error("the input names `{name}`, which is no channel; there are {known}")]
    UnknownChannel { name: String, known: String },
    /// A value that the channel cannot hold.
    #[error("the input for channel `{name}` does not fit: expected {expected}")]
    BadInput { name: String, expected: String },
    /// A limit says nothing about this value of its parameter.
    #[error("`{what}` has no limit for `{param}` = {value}")]
    NoLimit {
        /// The loop or budget.
        what: String,
        param: String,
        value: String,
    },
}

pub(crate) type StartValues = BTreeMap<String, Json>;

/// Checks what is given, and freezes what the run will go by.
pub(crate) fn start_run(
    plan: &WorkflowPlan,
    (mode, at_ms): (RunMode, i64),
    params: StartValues,
    input: StartValues,
) -> Result<(RunStarted, Vec<Blob>), StartError> {
    let params = filled(plan, params)?;
    let (input, blobs) = checked_input(plan, input)?;
    let definition = &plan.definition;
    let mut loop_limits = BTreeMap::new();
    for def in &definition.loop_back {
        let name = def.counter_name();
        loop_limits.insert(name.clone(), limit(&name, &def.limit, &params)?);
    }
    let mut budget_limits = BTreeMap::new();
    for (name, budget) in &definition.budgets {
        budget_limits.insert(name.clone(), limit(name, &budget.limit, &params)?);
    }
    let started = RunStarted {
        format: FORMAT,
        workflow: definition.name.clone(),
        definition: plan.hash,
        mode,
        at_ms,
        params,
        input,
        loop_limits,
        budget_limits,
    };
    Ok((started, blobs))
}

/// The start of a run made again out of its own parameters: defaults, limits and the names that it goes by. Whoever changes
/// a parameter of a finished run leaves limits that do not follow from it.
pub fn started_again(
    plan: &WorkflowPlan,
    started: &RunStarted,
) -> Result<RunStarted, StartError> {
    let when = (started.mode, started.at_ms);
    let (again, _) = start_run(plan, when, started.params.clone(), StartValues::new())?;
    Ok(RunStarted { input: started.input.clone(), ..again })
}

fn filled(plan: &WorkflowPlan, mut given: StartValues) -> Result<StartValues, StartError> {
    let defs = &plan.definition.params;
    if let Some(name) = given.keys().find(|name| !defs.contains_key(*name)) {
        let (workflow, name) = (plan.definition.name.clone(), name.clone());
        return Err(StartError::UnknownParam { workflow, name, known: list(defs.keys()) });
    }
    for (name, def) in defs {
        if let Some(value) = given.get(name) {
            check(name, def, value)?;
            continue;
        }
        let missing = || StartError::MissingParam(name.clone());
        let default = def.default.clone().ok_or_else(missing)?;
        given.insert(name.clone(), default);
    }
    Ok(given)
}

fn check(name: &str, def: &ParamDef, value: &Json) -> Result<(), StartError> {
    let bad = |expected: String| {
        let (name, given) = (name.to_owned(), value.to_string());
        Err(StartError::BadParam { name, given, expected })
    };
    if !is_shallow(value, MAX_DEPTH) {
        return bad(format!("at most {MAX_DEPTH} levels of nesting"));
    }
    if !fits(def.value_type, def.items, value) {
        return bad(type_text(def.value_type, def.items));
    }
    match &def.allowed {
        Some(allowed) if !allowed.contains(value) => {
            bad(format!("one of {}", list(allowed.iter().map(Json::to_string))))
        }
        _ => Ok(()),
    }
}

fn checked_input(
    plan: &WorkflowPlan,
    given: StartValues,
) -> Result<(ChannelWrites, Vec<Blob>), StartError> {
    let defs = &plan.definition.channels;
    let (mut input, mut blobs) = (Vec::new(), Vec::new());
    for (name, value) in given {
        let Some(def) = defs.get(&name) else {
            return Err(StartError::UnknownChannel { name, known: list(defs.keys()) });
        };
        let bad = |expected| StartError::BadInput { name: name.clone(), expected };
        if !fits(def.value_type, def.items, &value) {
            return Err(bad(type_text(def.value_type, def.items)));
        }
        if let (Some(max), Some(list)) = (def.max_items, value.as_array())
            && (max as usize) < list.len()
        {
            return Err(bad(format!("at most {max} elements, not {}", list.len())));
        }
        let datum = StoredValue::new(value).map_err(|error| bad(error.to_string()))?;
        input.push((name.as_str().into(), datum.0));
        blobs.extend(datum.1);
    }
    Ok((input, blobs))
}

fn limit(what: &str, def: &LimitDef, params: &StartValues) -> Result<u64, StartError> {
    let per_param = match def {
        LimitDef::Fixed(limit) => return Ok(*limit),
        LimitDef::PerParam(per_param) => per_param,
    };
    let value = match params.get(&per_param.param) {
        Some(Json::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    };
    let found = per_param.values.get(&value).copied().or(per_param.default);
    let (what, param) = (what.to_owned(), per_param.param.clone());
    found.ok_or(StartError::NoLimit { what, param, value })
}

pub(crate) fn fits(value_type: ValueType, items: Option<ValueType>, value: &Json) -> bool {
    let element = |element: &Json| items.is_none_or(|items| fits(items, None, element));
    value_type.fits(value) && value.as_array().is_none_or(|list| list.iter().all(element))
}

pub(crate) fn type_text(value_type: ValueType, items: Option<ValueType>) -> String {
    let name = |value_type: ValueType| match value_type {
        ValueType::Any => "any value",
        ValueType::Bool => "true or false",
        ValueType::Int => "a whole number",
        ValueType::Number => "a number",
        ValueType::String => "a text",
        ValueType::Array => "a list",
        ValueType::Object => "an object",
    };
    match items {
        Some(items) => format!("{} in which each element is {}", name(value_type), name(items)),
        None => name(value_type).to_owned(),
    }
}

fn list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<String> =
        names.into_iter().map(|name| format!("`{}`", name.as_ref())).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
