//! What a run of a workflow takes, as JSON Schema: for clients that fill it in, and for forms.

use serde_json::{Map, Value as Json, json};

use super::{ParamDef, ValueType, WorkflowDefinition};

impl WorkflowDefinition {
    /// The parameters of a run as one JSON Schema of an object.
    pub fn input_schema(&self) -> Json {
        let properties = self.params.iter().map(|(name, param)| (name.clone(), schema(param)));
        let required = self.params.iter().filter(|(_, param)| param.default.is_none());
        let required: Vec<&String> = required.map(|(name, _)| name).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": self.name,
            "description": self.description,
            "type": "object",
            "properties": properties.collect::<Map<_, _>>(),
            "required": required,
            "additionalProperties": false,
        })
    }
}

fn schema(param: &ParamDef) -> Json {
    let mut schema = typed(param.value_type);
    let items = param.items.map(|items| Json::Object(typed(items)));
    let description = Some(&param.description).filter(|text| !text.is_empty());
    let parts = [
        ("items", items),
        ("enum", param.allowed.clone().map(Json::Array)),
        ("default", param.default.clone()),
        ("description", description.map(|text| json!(text))),
    ];
    let parts = parts
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), value?)));
    schema.extend(parts);
    Json::Object(schema)
}

fn typed(value_type: ValueType) -> Map<String, Json> {
    let name = match value_type {
        ValueType::Any => return Map::new(),
        ValueType::Bool => "boolean",
        ValueType::Int => "integer",
        other => other.name(),
    };
    Map::from_iter([("type".to_owned(), json!(name))])
}

#[cfg(test)]
#[expect(clippy::unwrap_used)]
mod tests {
    use serde_json::json;

    use crate::load;

    #[test]
    fn parameters_become_a_schema() {
        let text = r#"{"name": "walk", "version": "1.0.0", "description": "A walk.",
            "params": {
                "way": {"type": "string", "description": "Which way."},
                "stops": {"type": "array", "items": "int", "default": []},
                "pace": {"type": "string", "enum": ["slow", "brisk"], "default": "slow"}
            },
            "channels": {}, "stages": [{"id": "go", "run": "walk.go"}]}"#;
        let schema = load(text).unwrap().definition.input_schema();
        assert_eq!(schema["required"], json!(["way"]));
        assert_eq!(
            schema["properties"],
            json!({
                "way": {"type": "string", "description": "Which way."},
                "stops": {"type": "array", "items": {"type": "integer"}, "default": []},
                "pace": {"type": "string", "enum": ["slow", "brisk"], "default": "slow"},
            })
        );
    }
}
