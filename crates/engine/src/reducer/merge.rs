//! `merge`: objects are merged key by key, the later patch wins a key.

use serde_json::{Map, Value as Json};

use super::ChannelReducer;
use crate::definition::ReducerName;

pub(super) const MERGE: ChannelReducer =
    ChannelReducer { name: ReducerName::Merge, fold, admit };

fn admit(patch: &Json) -> Result<(), &'static str> {
    if patch.is_object() { Ok(()) } else { Err("expected an object") }
}

fn fold(values: &[&Json]) -> Json {
    let mut merged = Map::new();
    for object in values.iter().filter_map(|value| value.as_object()) {
        merged.extend(object.iter().map(|(key, value)| (key.clone(), value.clone())));
    }
    Json::Object(merged)
}
