//! One JSON value of the state: inline while small, a content-addressed blob when large.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;

use jurat_canon::{Blob, Hash};

/// Values whose JSON is longer than this are kept as blobs and referred to by hash.
pub const INLINE_LIMIT: usize = 4096;

/// Deepest nesting of a value. JSON that is much deeper could be written and not read back.
pub const MAX_DEPTH: usize = 64;

/// Longest JSON of a value.
pub const MAX_BYTES: usize = 256 << 20;

/// A value that no channel can hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredValueError {
    #[error("it is nested more than {MAX_DEPTH} levels deep")]
    TooDeep,
    #[error("it has {0} bytes as JSON; the limit is {MAX_BYTES}")]
    TooLong(usize),
    #[error("it cannot be written as JSON: {0}")]
    NotJson(String),
}

/// A value and, if it is large, the hash it is stored under.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredValue {
    /// None while it is only named, by a journal that was read back, and not fetched yet.
    json: Option<Arc<Json>>,
    blob: Option<Hash>,
}

impl StoredValue {
    /// Wraps `json`; the blob that must be stored with it comes along when it is large.
    pub fn new(json: Json) -> Result<(Self, Option<Blob>), StoredValueError> {
        if !is_shallow(&json, MAX_DEPTH) {
            return Err(StoredValueError::TooDeep);
        }
        if fits(&json, INLINE_LIMIT).is_some() {
            return Ok((Self::inline(json), None));
        }
        let blob = json_blob(&json)?;
        let hash = Some(blob.hash);
        Ok((Self { json: Some(Arc::new(json)), blob: hash }, Some(blob)))
    }

    pub(crate) fn inline(json: Json) -> Self {
        Self { json: Some(Arc::new(json)), blob: None }
    }

    /// The value. Null for a blob that was not fetched: `resolve` first.
    pub(crate) fn json(&self) -> Arc<Json> {
        self.json.clone().unwrap_or_default()
    }

    /// The blob this value needs and does not have.
    pub(crate) fn missing(&self) -> Option<Hash> {
        self.blob.filter(|_| self.json.is_none())
    }

    pub(crate) fn resolve(&mut self, json: Arc<Json>) {
        self.json = Some(json);
    }

    pub fn blob(&self) -> Option<Hash> {
        self.blob
    }
}

#[derive(Serialize, Deserialize)]
enum StoredValueWire<J> {
    #[serde(rename = "v")]
    Value(J),
    #[serde(rename = "b")]
    Blob(Hash),
}

impl Serialize for StoredValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.blob {
            Some(hash) => StoredValueWire::<&Json>::Blob(hash),
            None => StoredValueWire::Value(self.json.as_deref().unwrap_or(&Json::Null)),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for StoredValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match StoredValueWire::<Json>::deserialize(deserializer)? {
            StoredValueWire::Value(json) => Self::inline(json),
            StoredValueWire::Blob(hash) => Self { json: None, blob: Some(hash) },
        })
    }
}

/// A value as a blob. Exact, where canonical JSON would round large integers: keys are sorted in
/// this JSON type, so equal values give equal bytes all the same.
pub(crate) fn json_blob(json: &Json) -> Result<Blob, StoredValueError> {
    let bytes = serde_json::to_vec(json)
        .map_err(|error| StoredValueError::NotJson(error.to_string()))?;
    if MAX_BYTES < bytes.len() {
        return Err(StoredValueError::TooLong(bytes.len()));
    }
    Ok(Blob::encode(&bytes))
}

pub(crate) fn is_shallow(json: &Json, levels: usize) -> bool {
    match json {
        Json::Array(items) => {
            0 < levels && items.iter().all(|item| is_shallow(item, levels - 1))
        }
        Json::Object(map) => {
            0 < levels && map.values().all(|value| is_shallow(value, levels - 1))
        }
        _ => true,
    }
}

/// What is left of `room` after writing `json`, roughly; `None` if it does not fit.
fn fits(json: &Json, room: usize) -> Option<usize> {
    match json {
        Json::Null | Json::Bool(_) => room.checked_sub(4),
        Json::Number(_) => room.checked_sub(8),
        Json::String(text) => room.checked_sub(text.len() + 2),
        Json::Array(items) => items
            .iter()
            .try_fold(room.checked_sub(2)?, |room, item| fits(item, room)?.checked_sub(1)),
        Json::Object(map) => map.iter().try_fold(room.checked_sub(2)?, |room, (key, value)| {
            fits(value, room)?.checked_sub(key.len() + 4)
        }),
    }
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn small_values_stay_inline() {
        let (datum, blob) = StoredValue::new(json!({"b": [1, "x"]})).unwrap();
        assert!(blob.is_none());
        assert_eq!(serde_json::to_string(&datum).unwrap(), r#"{"v":{"b":[1,"x"]}}"#);
    }

    #[test]
    fn large_values_go_by_reference() {
        let (datum, blob) = StoredValue::new(json!("x".repeat(INLINE_LIMIT))).unwrap();
        let text = serde_json::to_string(&datum).unwrap();
        assert_eq!(text, format!(r#"{{"b":"{}"}}"#, blob.unwrap().hash));
        let back: StoredValue = serde_json::from_str(&text).unwrap();
        assert_eq!(back.missing(), datum.blob());
    }

    #[test]
    fn large_values_come_back_exactly() {
        let given = json!([u64::MAX, i64::MIN, 1.0, 0.1, "x".repeat(INLINE_LIMIT)]);
        let (_, blob) = StoredValue::new(given.clone()).unwrap();
        let blob = blob.unwrap();
        let bytes = Blob::decode(blob.hash, blob.size, &blob.encoded).unwrap();
        let back: Json = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(back.to_string(), given.to_string());
    }

    #[test]
    fn keys_are_sorted_so_equal_values_have_equal_bytes() {
        let a: Json = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
        assert_eq!(a.to_string(), r#"{"a":2,"b":1}"#);
    }

    #[test]
    fn what_could_not_be_read_back_is_refused() {
        let deep = (0..=MAX_DEPTH).fold(json!(1), |inner, _| json!([inner]));
        assert_eq!(StoredValue::new(deep).unwrap_err(), StoredValueError::TooDeep);
    }

    #[test]
    fn a_value_that_looks_like_a_reference_is_still_a_value() {
        let given = json!({"b": Hash::ZERO.to_string()});
        let (datum, _) = StoredValue::new(given.clone()).unwrap();
        let back: StoredValue =
            serde_json::from_str(&serde_json::to_string(&datum).unwrap()).unwrap();
        assert_eq!(*back.json(), given);
    }
}
