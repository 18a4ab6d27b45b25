//! What a system takes, as JSON Schema: for forms, for requests over HTTP and for tools of models.

use serde_json::{Map, Value as Json, json};

use super::{
    ParameterDefault, ParameterKind, ParameterTable, SystemParameter, run_values::is_empty,
};

impl ParameterTable {
    /// All parameters as one JSON Schema of an object.
    pub fn input_schema(&self, description: &str) -> Json {
        let all = self.parameters.iter();
        let properties = all.clone().map(|it| (it.name.to_owned(), it.schema()));
        let required = all.clone().filter(|it| it.default == ParameterDefault::Required);
        let required: Vec<&str> = required.map(|it| it.name).collect();
        let mut schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.workflow,
            "description": description,
            "type": "object",
            "properties": properties.collect::<Map<_, _>>(),
            "required": required,
            "additionalProperties": false,
        });
        let either: Vec<Json> = all.filter_map(either).collect();
        if !either.is_empty() {
            schema["allOf"] = Json::Array(either);
        }
        schema
    }
}

/// That one of two must be given.
fn either(parameter: &SystemParameter) -> Option<Json> {
    let ParameterDefault::RequiredUnless(other) = parameter.default else { return None };
    Some(json!({ "anyOf": [{ "required": [parameter.name] }, { "required": [other] }] }))
}

impl SystemParameter {
    fn schema(&self) -> Json {
        let mut schema = self.kind.schema();
        schema["description"] = json!(self.help);
        let default = self.default.value();
        if !default.is_null() && !is_empty(&default) {
            schema["default"] = default;
        }
        schema
    }
}

impl ParameterKind {
    fn schema(&self) -> Json {
        match self {
            Self::Text => json!({ "type": "string" }),
            Self::Formed(form) => match form.pattern {
                Some(pattern) => json!({ "type": "string", "pattern": pattern }),
                None => json!({ "type": "string" }),
            },
            Self::Choice(words) => json!({ "type": "string", "enum": words }),
            Self::WholeNumber { least, most } => {
                json!({ "type": "integer", "minimum": least, "maximum": most })
            }
            Self::Switch => json!({ "type": "boolean" }),
            Self::TextList => json!({ "type": "array", "items": { "type": "string" } }),
            Self::WordList(words) => {
                let words: Vec<&str> = words.iter().map(|it| it.word).collect();
                json!({ "type": "array", "items": { "type": "string", "enum": words } })
            }
            Self::File => json!({ "type": "string", "format": "path" }),
            Self::Document(kind) => {
                json!({ "anyOf": [{ "enum": kind.names() }, { "type": "object" }] })
            }
            Self::TextMap => json!({
                "type": "object", "additionalProperties": { "type": "string" },
            }),
            Self::Channel => json!({}),
        }
    }
}
