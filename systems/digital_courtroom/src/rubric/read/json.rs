//! JSON in which no key stands twice: of two, one would be dropped in silence.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{Error as _, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Number, Value};

/// A value in which no key stands twice.
pub(super) struct UniqueKeyJson(pub(super) Value);

impl<'de> Deserialize<'de> for UniqueKeyJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(UniqueKeyVisitor).map(Self)
    }
}

struct UniqueKeyVisitor;

impl<'de> Visitor<'de> for UniqueKeyVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, given: bool) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_i64<E>(self, given: i64) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_u64<E>(self, given: u64) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_f64<E>(self, given: f64) -> Result<Value, E> {
        Ok(Number::from_f64(given).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, given: &str) -> Result<Value, E> {
        Ok(given.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(UniqueKeyJson(item)) = given.next_element()? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = given.next_key::<String>()? {
            if map.contains_key(&key) {
                let short: String = key.chars().take(60).collect();
                return Err(A::Error::custom(format!("the key {short:?} is there twice")));
            }
            let UniqueKeyJson(value) = given.next_value()?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}
