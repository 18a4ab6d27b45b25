//! Typed names of channels: the edge where JSON becomes Rust.

use std::marker::PhantomData;

/// A channel that holds a `T`.
pub struct Channel<T> {
    name: &'static str,
    holds: PhantomData<fn() -> T>,
}

impl<T> Channel<T> {
    /// The channel of this name in the workflow's definition.
    pub const fn new(name: &'static str) -> Self {
        Self { name, holds: PhantomData }
    }

    pub const fn name(&self) -> &'static str {
        self.name
    }
}

impl<T> Clone for Channel<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Channel<T> {}
