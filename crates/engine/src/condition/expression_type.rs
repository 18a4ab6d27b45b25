//! The types that the check of a condition reasons with.

use std::fmt;

use crate::definition::ValueType;

/// What is known about the value of an expression before it is evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ExpressionType {
    Any,
    /// No value at all: the element of an empty list.
    Never,
    Null,
    Bool,
    Int,
    UInt,
    Double,
    String,
    Bytes,
    List(Box<ExpressionType>),
    Map,
    /// A type as a value, such as `int` in `type(x) == int`.
    Type,
}

impl ExpressionType {
    pub(super) fn of(value_type: ValueType, items: Option<ValueType>) -> Self {
        match value_type {
            ValueType::Any => Self::Any,
            ValueType::Bool => Self::Bool,
            ValueType::Int => Self::Int,
            ValueType::Number => Self::Double,
            ValueType::String => Self::String,
            ValueType::Array => Self::List(Box::new(Self::of(items.unwrap_or_default(), None))),
            ValueType::Object => Self::Map,
        }
    }

    /// The kind of a value that is one or the other.
    pub(super) fn join(self, other: Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a,
            (Self::Never, a) | (a, Self::Never) => a,
            (Self::List(a), Self::List(b)) => Self::List(Box::new(a.join(*b))),
            // Once a map, never iterated over: its order differs between processes.
            (Self::Map, _) | (_, Self::Map) => Self::Map,
            _ => Self::Any,
        }
    }

    pub(super) fn list(element: Self) -> Self {
        Self::List(Box::new(element))
    }

    pub(super) fn is_number(&self) -> bool {
        matches!(self, Self::Int | Self::UInt | Self::Double)
    }

    /// Whether nothing can be said against a use of it.
    pub(super) fn is_open(&self) -> bool {
        matches!(self, Self::Any | Self::Never)
    }

    /// Whether `==` between the two can ever hold.
    pub(super) fn may_equal(&self, other: &Self) -> bool {
        match (self, other) {
            (a, b) if a.is_open() || b.is_open() || a == b => true,
            // Every channel is null before its first patch.
            (Self::Null, _) | (_, Self::Null) => true,
            (Self::List(a), Self::List(b)) => a.may_equal(b),
            (a, b) => a.is_number() && b.is_number(),
        }
    }
}

impl fmt::Display for ExpressionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Any | Self::Never => "any",
            Self::Null => "null",
            Self::Bool => "bool",
            Self::Int => "int",
            Self::UInt => "uint",
            Self::Double => "number",
            Self::String => "string",
            Self::Bytes => "bytes",
            Self::List(_) => "array",
            Self::Map => "object",
            Self::Type => "type",
        })
    }
}
