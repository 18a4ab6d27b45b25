//! The JSON Schema of a definition. What it refuses, `load` refuses.

use schemars::schema_for;
use serde_json::{Value as Json, json};

use super::model::WorkflowDefinition;

/// The schema that is published as `schema/workflow.schema.json`.
pub fn schema() -> Json {
    let mut schema = schema_for!(WorkflowDefinition).to_value();
    close(&mut schema);
    schema
}

/// Closes every object with named keys against all others, but for `x-*` keys where it keeps them.
fn close(schema: &mut Json) {
    match schema {
        Json::Object(object) => {
            if object.get("additionalProperties") == Some(&Json::Bool(true)) {
                object.insert("patternProperties".into(), json!({ "^x-": true }));
            }
            if object.contains_key("properties") {
                object.insert("additionalProperties".into(), Json::Bool(false));
            }
            object.values_mut().for_each(close);
        }
        Json::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}
