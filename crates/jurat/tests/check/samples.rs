//! The states of our own that are audited.

use std::{fs, path::PathBuf};

use serde_json::Value as Json;

use crate::bench::Bench;

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../systems/pipeline_audit")
}

pub(crate) fn text(name: &str) -> String {
    fs::read_to_string(folder().join("samples").join(name)).unwrap()
}

pub(crate) fn state(name: &str) -> Json {
    serde_json::from_str(&text(name)).unwrap()
}

/// A bench with the seed's case, good and with its article missing.
pub(crate) fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("good.json", text("arrependimento_good.json"));
    bench.write("bad.json", text("arrependimento_missing_49.json"));
    bench
}

/// The value without what it took to make it.
pub(crate) fn timeless(mut value: Json) -> Json {
    match &mut value {
        Json::Object(fields) => {
            fields.remove("elapsed_ms");
            for field in fields.values_mut() {
                *field = timeless(field.take());
            }
        }
        Json::Array(items) => {
            for item in items {
                *item = timeless(item.take());
            }
        }
        _ => {}
    }
    value
}
