//! JSON arrays and objects as CEL lists and maps.

use std::{collections::HashMap, sync::OnceLock};

use cel::{
    ExecutionError,
    common::{
        traits::{Adder, Container, Indexer, Iterable, Sizer},
        types::{CelInt, CelList, CelMap, CelMapKey, CelString, LIST_TYPE, MAP_TYPE, Type},
        value::{Builtin, BuiltinRef, CowVal, Val},
    },
};
use serde_json::Value as Json;

use super::{NumberCoercion, to_cel};

/// A JSON array or object. What CEL knows is built only where it is iterated over or compared.
///
/// An object cannot be iterated over: a result must not depend on the order of keys.
#[derive(Debug)]
pub(super) struct JsonContainer<'v> {
    json: &'v Json,
    numbers: NumberCoercion,
    built: OnceLock<BuiltContainer<'v>>,
}

#[derive(Debug)]
enum BuiltContainer<'v> {
    List(CelList<'v>),
    Map(CelMap<'v>),
}

impl<'v> JsonContainer<'v> {
    pub(super) fn new(json: &'v Json, numbers: NumberCoercion) -> Self {
        let numbers = if json.is_array() { numbers } else { NumberCoercion::AsWritten };
        Self { json, numbers, built: OnceLock::new() }
    }

    fn built(&self) -> &BuiltContainer<'v> {
        self.built.get_or_init(|| self.build())
    }

    fn build(&self) -> BuiltContainer<'v> {
        if let Json::Object(entries) = self.json {
            let entries = entries.iter().map(|(key, value)| {
                let key = CelMapKey::String(CelString::from(key.as_str()));
                (key, self.element_to_cel(value))
            });
            return BuiltContainer::Map(CelMap::from(entries.collect::<HashMap<_, _>>()));
        }
        let items = self.json.as_array().into_iter().flatten();
        let items: Vec<_> = items.map(|item| self.element_to_cel(item)).collect();
        BuiltContainer::List(CelList::from(items))
    }

    fn list(&self) -> Option<&CelList<'v>> {
        match self.json.is_array().then(|| self.built())? {
            BuiltContainer::List(list) => Some(list),
            BuiltContainer::Map(_) => None,
        }
    }

    fn element(&self, index: &dyn Val) -> Option<&'v Json> {
        match self.json {
            Json::Object(entries) => entries.get(index.downcast_ref::<CelString>()?.inner()),
            other => {
                let place = usize::try_from(*index.downcast_ref::<CelInt>()?.inner()).ok()?;
                other.get(place)
            }
        }
    }

    fn element_to_cel(&self, json: &'v Json) -> Box<dyn Val + 'v> {
        to_cel(json, self.numbers.of_items())
    }
}

impl Val for JsonContainer<'_> {
    fn get_type(&self) -> &Type {
        if self.json.is_array() { &LIST_TYPE } else { &MAP_TYPE }
    }

    // Asked only where a function is declared on a type, which none is on this.
    fn cel_type() -> &'static Type {
        &LIST_TYPE
    }

    fn as_adder<'b, 'w>(&'b self) -> Option<&'b (dyn Adder + 'w)>
    where
        Self: 'w,
    {
        self.list().map(|list| list as _)
    }

    fn as_container(&self) -> Option<&dyn Container> {
        match self.json {
            Json::Object(_) => Some(self),
            _ => self.list().map(|list| list as _),
        }
    }

    fn as_indexer<'b, 'w>(&'b self) -> Option<&'b (dyn Indexer + 'w)>
    where
        Self: 'w,
    {
        Some(self)
    }

    fn into_indexer<'w>(self: Box<Self>) -> Option<Box<dyn Indexer + 'w>>
    where
        Self: 'w,
    {
        Some(self)
    }

    fn as_iterable<'b, 'w>(&'b self) -> Option<&'b (dyn Iterable + 'w)>
    where
        Self: 'w,
    {
        self.list().map(|list| list as _)
    }

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        Some(self)
    }

    fn equals(&self, other: &dyn Val) -> bool {
        match self.built() {
            BuiltContainer::List(list) => list.equals(other),
            BuiltContainer::Map(map) => map.equals(other),
        }
    }

    fn clone_as_boxed<'w>(&self) -> Box<dyn Val + 'w>
    where
        Self: 'w,
    {
        Box::new(Self::new(self.json, self.numbers))
    }

    fn as_builtin<'b, 'w>(&'b self) -> BuiltinRef<'b, 'w>
    where
        Self: 'w,
    {
        match self.built() {
            BuiltContainer::List(list) => BuiltinRef::List(list),
            BuiltContainer::Map(map) => BuiltinRef::Map(map),
        }
    }

    fn into_builtin<'w>(self: Box<Self>) -> Option<Builtin<'w>>
    where
        Self: 'w,
    {
        Some(match self.build() {
            BuiltContainer::List(list) => Builtin::List(list),
            BuiltContainer::Map(map) => Builtin::Map(map),
        })
    }
}

impl Container for JsonContainer<'_> {
    fn contains(&self, key: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(self.element(key).is_some())
    }
}

impl Indexer for JsonContainer<'_> {
    fn get<'b, 'w>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'w>, ExecutionError>
    where
        Self: 'w,
    {
        if let Some(element) = self.element(index) {
            return Ok(CowVal::Owned(self.element_to_cel(element)));
        }
        match self.built() {
            BuiltContainer::List(list) => list.get(index),
            BuiltContainer::Map(map) => map.get(index),
        }
    }

    fn steal<'w>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'w>, ExecutionError>
    where
        Self: 'w,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

impl Sizer for JsonContainer<'_> {
    fn size(&self) -> CelInt {
        let length = self.json.as_array().map(Vec::len);
        let length = length.or_else(|| self.json.as_object().map(serde_json::Map::len));
        CelInt::from(
            length
                .and_then(|length| i64::try_from(length).ok())
                .unwrap_or(i64::MAX),
        )
    }
}
