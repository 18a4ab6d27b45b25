//! Typed names of channels: the edge where JSON becomes Rust.

use std::{marker::PhantomData, ops::Deref};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::value_type::value_type_of;
use crate::{ChannelDef, ValueType};

pub struct Channel<T> {
    name: &'static str,
    holds: PhantomData<fn() -> T>,
}

impl<T> Channel<T> {
    pub const fn new(name: &'static str) -> Self {
        Self { name, holds: PhantomData }
    }

    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The same channel as another type: stages write a map by parts, the reader has it whole.
    pub const fn read_as<U>(self) -> Channel<U> {
        Channel::new(self.name)
    }
}

/// A channel with the JSON type that its Rust type is read from.
#[derive(Debug, Clone, Copy)]
pub struct TypedChannel {
    pub name: &'static str,
    holds: fn() -> ValueType,
}

impl TypedChannel {
    /// The type that stages hold in it, where a definition declares another.
    pub fn disagrees(&self, declared: &ChannelDef) -> Option<ValueType> {
        let (held, declared) = ((self.holds)(), declared.value_type);
        let agree = held == declared
            || [held, declared].contains(&ValueType::Any)
            // A whole number is a number too.
            || (held, declared) == (ValueType::Number, ValueType::Int);
        (!agree).then_some(held)
    }
}

/// Declares the typed channels of a system, and all of them as one list, `ALL`.
#[macro_export]
macro_rules! channels {
    ($($(#[$note:meta])* $constant:ident: $holds:ty = $name:literal;)*) => {
        $($(#[$note])* pub(crate) const $constant: $crate::Channel<$holds> = $crate::Channel::new($name);)*

        pub(crate) const ALL: &[$crate::TypedChannel] = &[$($constant.typed()),*];
    };
}

impl<T: DeserializeOwned> Channel<T> {
    pub const fn typed(self) -> TypedChannel {
        TypedChannel { name: self.name, holds: value_type_of::<T> }
    }

    /// What it holds, out of wherever the channels of a run are; those not written are null.
    pub fn read<C: Deref<Target = Json>>(
        self,
        channels: &impl Fn(&str) -> C,
    ) -> Result<T, String> {
        T::deserialize(&*channels(self.name))
            .map_err(|error| format!("channel `{}`: {error}", self.name))
    }

    /// The same, and its default where nothing was written.
    pub fn read_or_default<C: Deref<Target = Json>>(
        self,
        channels: &impl Fn(&str) -> C,
    ) -> Result<T, String>
    where
        T: Default,
    {
        Ok(self.read_as::<Option<T>>().read(channels)?.unwrap_or_default())
    }
}

impl<T> Clone for Channel<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Channel<T> {}
