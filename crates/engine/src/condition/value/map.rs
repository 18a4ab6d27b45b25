//! A JSON object as a CEL map.

use std::{collections::HashMap, sync::OnceLock};

use cel::{
    ExecutionError,
    common::{
        traits::{Container, Indexer, Sizer},
        types::{CelInt, CelMap, CelMapKey, CelString, MAP_TYPE, Type},
        value::{Builtin, BuiltinRef, CowVal, Val},
    },
};
use serde_json::{Map, Value as Json};

use super::{NumberCoercion, size_of, to_cel};

/// A JSON object. It cannot be iterated over: a result must not depend on the order of keys.
#[derive(Debug)]
pub(super) struct JsonMap<'v> {
    entries: &'v Map<String, Json>,
    built: OnceLock<CelMap<'v>>,
}

impl<'v> JsonMap<'v> {
    pub(super) fn new(entries: &'v Map<String, Json>) -> Self {
        Self { entries, built: OnceLock::new() }
    }

    fn built(&self) -> &CelMap<'v> {
        self.built.get_or_init(|| self.build())
    }

    fn build(&self) -> CelMap<'v> {
        let entries = self.entries.iter();
        let entries = entries.map(|(key, value)| {
            let key = CelMapKey::String(CelString::from(key.as_str()));
            (key, to_cel(value, NumberCoercion::AsWritten))
        });
        CelMap::from(entries.collect::<HashMap<_, _>>())
    }

    fn find(&self, key: &dyn Val) -> Option<&'v Json> {
        self.entries.get(key.downcast_ref::<CelString>()?.inner())
    }
}

impl Val for JsonMap<'_> {
    fn get_type(&self) -> &Type {
        &MAP_TYPE
    }

    fn cel_type() -> &'static Type {
        &MAP_TYPE
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self)
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

    fn as_sizer(&self) -> Option<&dyn Sizer> {
        Some(self)
    }

    fn equals(&self, other: &dyn Val) -> bool {
        self.built().equals(other)
    }

    fn clone_as_boxed<'w>(&self) -> Box<dyn Val + 'w>
    where
        Self: 'w,
    {
        Box::new(Self::new(self.entries))
    }

    fn as_builtin<'b, 'w>(&'b self) -> BuiltinRef<'b, 'w>
    where
        Self: 'w,
    {
        BuiltinRef::Map(self.built())
    }

    fn into_builtin<'w>(self: Box<Self>) -> Option<Builtin<'w>>
    where
        Self: 'w,
    {
        Some(Builtin::Map(self.build()))
    }
}

impl Container for JsonMap<'_> {
    fn contains(&self, key: &dyn Val) -> Result<bool, ExecutionError> {
        Ok(self.find(key).is_some())
    }
}

impl Indexer for JsonMap<'_> {
    fn get<'b, 'w>(&'b self, key: &dyn Val) -> Result<CowVal<'b, 'w>, ExecutionError>
    where
        Self: 'w,
    {
        match self.find(key) {
            Some(value) => Ok(CowVal::Owned(to_cel(value, NumberCoercion::AsWritten))),
            None => self.built().get(key),
        }
    }

    fn steal<'w>(self: Box<Self>, key: &dyn Val) -> Result<Box<dyn Val + 'w>, ExecutionError>
    where
        Self: 'w,
    {
        self.get(key).map(CowVal::into_owned)
    }
}

impl Sizer for JsonMap<'_> {
    fn size(&self) -> CelInt {
        size_of(self.entries.len())
    }
}
