//! A checker of JSON schemas that others wrote, to hold ours and what we publish against.

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value as Json;

/// A schema, read by a checker of the whole standard.
pub struct FullSchema {
    schemas: Schemas,
    root: SchemaIndex,
}

impl FullSchema {
    /// What is wrong with a schema comes back in words.
    pub fn new(schema: &Json) -> Result<Self, String> {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let place = "https://schema.invalid/root.json";
        let added = compiler.add_resource(place, schema.clone());
        added.map_err(|error| error.to_string())?;
        let root = compiler.compile(place, &mut schemas);
        let root = root.map_err(|error| error.to_string())?;
        Ok(Self { schemas, root })
    }

    /// What is wrong with a value, in words.
    pub fn check(&self, value: &Json) -> Result<(), String> {
        let checked = self.schemas.validate(value, self.root);
        checked.map_err(|error| error.to_string())
    }

    pub fn is_valid(&self, value: &Json) -> bool {
        self.check(value).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::FullSchema;

    #[test]
    fn a_schema_tells_good_from_bad() {
        let schema = json!({ "type": "object", "required": ["bell"] });
        let checked = FullSchema::new(&schema);
        let says = |value| checked.as_ref().map(|schema| schema.is_valid(&value));
        assert_eq!(says(json!({ "bell": 1 })), Ok(true));
        assert_eq!(says(json!({})), Ok(false));
        assert!(FullSchema::new(&json!({ "type": 7 })).is_err());
    }
}
