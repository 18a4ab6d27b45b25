//! Canonical JSON (RFC 8785): one value, one text, one hash.

use serde::Serialize;

/// The value cannot be written as JSON (a map key that is not text, a number that is not finite).
#[derive(Debug, thiserror::Error)]
#[error("cannot write canonical JSON: {0}")]
pub struct CanonError(#[from] serde_json::Error);

pub fn canonical_json<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>, CanonError> {
    Ok(serde_json_canonicalizer::to_vec(&value)?)
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn key_order_does_not_matter() {
        let a: serde_json::Value = serde_json::from_str(r#"{"b":1,"a":[1.0,"x"]}"#).unwrap();
        assert_eq!(canonical_json(&a).unwrap(), br#"{"a":[1,"x"],"b":1}"#);
    }
}
