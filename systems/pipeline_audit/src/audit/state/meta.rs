//! What a state says about its own making.

use std::sync::LazyLock;

use jurat_canon::child_path;
use jurat_model::audit::AnswerPlan;
use serde_json::Value;

use super::{blocks, state_reader::StateReader};
use crate::audit::{
    PipelineMeta, StateMapping,
    input_problem::problems,
    mapping::{MetaFields, PointedValue},
};

static PLAN: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(AnswerPlan).to_value());

/// Names under which an object of times holds the time of the whole.
const WHOLE: [&str; 3] = ["total", "pipeline", "total_ms"];

pub(super) fn read_meta(
    reading: &mut StateReader,
    mapping: &StateMapping,
    state: &Value,
) -> PipelineMeta {
    let fields = &mapping.meta;
    writable(reading, state);
    let mut meta = PipelineMeta::default();
    if let Some(found) = StateReader::first(&fields.elapsed_ms, state, "$").into_iter().next() {
        times(reading, &found, &mut meta);
    }
    meta.plan = plan(reading, fields, state);
    let basis = StateReader::first(&fields.legal_basis, state, "$").into_iter().next();
    meta.legal_basis =
        basis.and_then(|found| blocks::legal_basis(reading, &mapping.blocks, &found));
    meta.warnings = warnings(reading, fields, state);
    meta.request = request(reading, fields, state);
    meta
}

/// What follows from an audit is written there, whatever the mapping says.
fn writable(reading: &mut StateReader, state: &Value) {
    let places = [
        ("$.meta", state.get("meta"), "an object"),
        ("$.blocks", state.get("blocks"), "an object"),
        ("$.meta.issues", state.pointer("/meta/issues"), "an array"),
        ("$.meta.warnings", state.pointer("/meta/warnings"), "an array"),
    ];
    for (at, value, what) in places {
        let Some(value) = value.filter(|value| !value.is_null()) else { continue };
        let fits = if what == "an object" { value.is_object() } else { value.is_array() };
        let told = reading.problems.iter().any(|problem| problem.path == at);
        if !fits && !told {
            reading.wrong(at, what, value);
        }
    }
}

fn times(reading: &mut StateReader, found: &PointedValue<'_>, meta: &mut PipelineMeta) {
    let Value::Object(agents) = found.value else {
        meta.total_ms = found.value.as_f64();
        if meta.total_ms.is_none() {
            reading.wrong(&found.at, "a number or an object of numbers", found.value);
        }
        return;
    };
    for (agent, value) in agents {
        let at = child_path(&found.at, agent);
        let time = value.get("elapsed_ms").unwrap_or(value);
        match time.as_f64().filter(|time| 0.0 <= *time) {
            Some(time) if WHOLE.contains(&agent.as_str()) => meta.total_ms = Some(time),
            Some(time) => {
                meta.elapsed_ms.insert(agent.clone(), time);
            }
            None if time.is_null() => {}
            None => reading.wrong(&at, "a number of milliseconds", time),
        }
    }
    if meta.total_ms.is_none() && !meta.elapsed_ms.is_empty() {
        meta.total_ms = Some(meta.elapsed_ms.values().sum());
    }
}

fn plan(
    reading: &mut StateReader,
    fields: &MetaFields,
    state: &Value,
) -> Option<(String, AnswerPlan)> {
    let found = StateReader::first(&fields.plan, state, "$").into_iter().next()?;
    let problems = problems(&PLAN, found.value, &found.at);
    if problems.is_empty() {
        let plan = serde_json::from_value(found.value.clone()).ok()?;
        return Some((found.at, plan));
    }
    reading.problems.extend(problems);
    None
}

fn warnings(reading: &mut StateReader, fields: &MetaFields, state: &Value) -> Vec<String> {
    let found = StateReader::first(&fields.warnings, state, "$");
    let mut all = Vec::new();
    for one in found {
        all.extend(reading.texts(&one.at, one.value).into_iter().map(|text| text.text));
    }
    all
}

fn request(reading: &mut StateReader, fields: &MetaFields, state: &Value) -> Option<u64> {
    let found = StateReader::first(&fields.request, state, "$").into_iter().next()?;
    let number = found.value.as_u64();
    if number.is_none() {
        reading.wrong(&found.at, "a whole number", found.value);
    }
    number
}
