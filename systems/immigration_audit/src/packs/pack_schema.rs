//! The published schema of a pack's file.

use schemars::schema_for;
use serde_json::Value as Json;

use super::ApplicationPack;

/// The schema of a pack's file, as JSON Schema.
pub fn schema() -> Json {
    schema_for!(ApplicationPack).to_value()
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    #![expect(clippy::disallowed_methods, reason = "whoever runs the test asks for the file")]

    use std::fs;

    use super::schema;

    #[test]
    fn the_published_schema_is_that_of_packs() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/pack.schema.json");
        let made = format!("{}\n", serde_json::to_string_pretty(&schema()).unwrap());
        if std::env::var_os("JURAT_UPDATE").is_some() {
            fs::create_dir_all(concat!(env!("CARGO_MANIFEST_DIR"), "/schema")).unwrap();
            fs::write(path, &made).unwrap();
        }
        assert!(fs::read_to_string(path).unwrap() == made, "`JURAT_UPDATE=1` writes it anew");
    }
}
