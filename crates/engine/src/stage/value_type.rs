//! The JSON type of a Rust type, asked of the way in which it is read.

use std::cell::Cell;

use serde::de::{DeserializeOwned, Deserializer, Error, Visitor, value::Error as ProbeEnd};

use crate::ValueType;

/// The type of the JSON that a `T` is read from; `Any` where that depends on what comes.
pub(super) fn value_type_of<T: DeserializeOwned>() -> ValueType {
    let asked_for = Cell::new(ValueType::Any);
    // A probe has no value to give: the reading always fails, after it has said what it wants.
    let _: Result<T, ProbeEnd> = T::deserialize(TypeProbe(&asked_for));
    asked_for.get()
}

/// Notes what a type asks for first, and gives nothing.
struct TypeProbe<'a>(&'a Cell<ValueType>);

impl TypeProbe<'_> {
    fn note<T>(&self, asked_for: ValueType) -> Result<T, ProbeEnd> {
        self.0.set(asked_for);
        Err(ProbeEnd::custom("a probe has no value"))
    }
}

/// Methods of a deserializer that stand for one JSON type.
macro_rules! notes {
    ($($method:ident($($argument:ty),*) => $asked_for:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $argument,)* _: V) -> Result<V::Value, ProbeEnd> {
            self.note(ValueType::$asked_for)
        }
    )*};
}

impl<'de> Deserializer<'de> for TypeProbe<'_> {
    type Error = ProbeEnd;

    notes! {
        deserialize_any() => Any;
        deserialize_ignored_any() => Any;
        deserialize_unit() => Any;
        deserialize_unit_struct(&'static str) => Any;
        deserialize_enum(&'static str, &'static [&'static str]) => Any;
        deserialize_bool() => Bool;
        deserialize_i8() => Int;
        deserialize_i16() => Int;
        deserialize_i32() => Int;
        deserialize_i64() => Int;
        deserialize_i128() => Int;
        deserialize_u8() => Int;
        deserialize_u16() => Int;
        deserialize_u32() => Int;
        deserialize_u64() => Int;
        deserialize_u128() => Int;
        deserialize_f32() => Number;
        deserialize_f64() => Number;
        deserialize_char() => String;
        deserialize_str() => String;
        deserialize_string() => String;
        deserialize_identifier() => String;
        deserialize_bytes() => Array;
        deserialize_byte_buf() => Array;
        deserialize_seq() => Array;
        deserialize_tuple(usize) => Array;
        deserialize_tuple_struct(&'static str, usize) => Array;
        deserialize_map() => Object;
        deserialize_struct(&'static str, &'static [&'static str]) => Object;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ProbeEnd> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ProbeEnd> {
        visitor.visit_newtype_struct(self)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use serde::Deserialize;
    use serde_json::Value as Json;

    use super::value_type_of;
    use crate::ValueType;

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Tree {
        height: f64,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Row(Vec<Tree>);

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    #[serde(untagged)]
    enum Either {
        Word(String),
        Count(u32),
    }

    #[test]
    fn a_type_says_what_json_it_is_read_from() {
        let said = [
            value_type_of::<bool>(),
            value_type_of::<Option<u32>>(),
            value_type_of::<f64>(),
            value_type_of::<Option<String>>(),
            value_type_of::<BTreeSet<String>>(),
            value_type_of::<Row>(),
            value_type_of::<Option<Tree>>(),
            value_type_of::<BTreeMap<String, Json>>(),
            value_type_of::<Json>(),
            value_type_of::<Either>(),
        ];
        let expected = [
            ValueType::Bool,
            ValueType::Int,
            ValueType::Number,
            ValueType::String,
            ValueType::Array,
            ValueType::Array,
            ValueType::Object,
            ValueType::Object,
            ValueType::Any,
            ValueType::Any,
        ];
        assert_eq!(said, expected);
    }
}
