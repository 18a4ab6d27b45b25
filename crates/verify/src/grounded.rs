//! What passed the gate.

use std::ops::Deref;

use serde::Serialize;

/// A value that passed the grounding gate. Only this crate makes one, and none is ever read from a
/// file: a resumed run admits again, so an edited checkpoint cannot smuggle words in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Grounded<T>(T);

impl<T> Grounded<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(value)
    }

    pub const fn get(&self) -> &T {
        &self.0
    }

    /// The value, on its own again.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Grounded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}
