//! A JSON array as a CEL list.

use std::sync::OnceLock;

use cel::{
    ExecutionError,
    common::{
        traits::{Adder, Container, Indexer, Iterable, Iterator as CelIterator, Sizer},
        types::{CelInt, CelList, LIST_TYPE, Type},
        value::{Builtin, BuiltinRef, CowVal, Val},
    },
};
use serde_json::Value as Json;

use super::{NumberCoercion, size_of, to_cel};

/// A JSON array. The list that CEL knows is built only where it is iterated over or compared.
#[derive(Debug)]
pub(super) struct JsonList<'v> {
    items: &'v [Json],
    numbers: NumberCoercion,
    built: OnceLock<CelList<'v>>,
}

impl<'v> JsonList<'v> {
    pub(super) fn new(items: &'v [Json], numbers: NumberCoercion) -> Self {
        Self { items, numbers, built: OnceLock::new() }
    }

    fn built(&self) -> &CelList<'v> {
        self.built.get_or_init(|| self.build())
    }

    fn build(&self) -> CelList<'v> {
        let numbers = self.numbers.of_items();
        CelList::from(
            self.items
                .iter()
                .map(|item| to_cel(item, numbers))
                .collect::<Vec<_>>(),
        )
    }
}

impl Val for JsonList<'_> {
    fn get_type(&self) -> &Type {
        &LIST_TYPE
    }

    fn cel_type() -> &'static Type {
        &LIST_TYPE
    }

    fn as_adder<'b, 'w>(&'b self) -> Option<&'b (dyn Adder + 'w)>
    where
        Self: 'w,
    {
        Some(self.built())
    }

    fn as_container(&self) -> Option<&dyn Container> {
        Some(self.built())
    }

    fn as_indexer<'b, 'w>(&'b self) -> Option<&'b (dyn Indexer + 'w)>
    where
        Self: 'w,
    {
        Some(self)
    }

    fn as_iterable<'b, 'w>(&'b self) -> Option<&'b (dyn Iterable + 'w)>
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
        Box::new(Self::new(self.items, self.numbers))
    }

    fn as_builtin<'b, 'w>(&'b self) -> BuiltinRef<'b, 'w>
    where
        Self: 'w,
    {
        BuiltinRef::List(self.built())
    }

    fn into_builtin<'w>(self: Box<Self>) -> Option<Builtin<'w>>
    where
        Self: 'w,
    {
        Some(Builtin::List(self.build()))
    }
}

impl Indexer for JsonList<'_> {
    fn get<'b, 'w>(&'b self, index: &dyn Val) -> Result<CowVal<'b, 'w>, ExecutionError>
    where
        Self: 'w,
    {
        let place = index
            .downcast_ref::<CelInt>()
            .and_then(|at| usize::try_from(*at.inner()).ok());
        match place.and_then(|at| self.items.get(at)) {
            Some(item) => Ok(CowVal::Owned(to_cel(item, self.numbers.of_items()))),
            None => self.built().get(index),
        }
    }

    fn steal<'w>(self: Box<Self>, index: &dyn Val) -> Result<Box<dyn Val + 'w>, ExecutionError>
    where
        Self: 'w,
    {
        self.get(index).map(CowVal::into_owned)
    }
}

impl Iterable for JsonList<'_> {
    fn iter<'b, 'w>(&'b self) -> Box<dyn CelIterator<'b, 'w> + 'b>
    where
        Self: 'w,
    {
        self.built().iter()
    }
}

impl Sizer for JsonList<'_> {
    fn size(&self) -> CelInt {
        size_of(self.items.len())
    }
}
