//! What one file says that could matter to a graph.

use std::collections::BTreeMap;

use super::{
    super::imports::Imports,
    frameworks::{Action, Framework},
    value::Value,
};

/// What one file says.
#[derive(Default)]
pub(super) struct Module {
    pub(super) path: String,
    /// Its text, only while it builds a graph: its lines are pointed to.
    pub(super) text: String,
    pub(super) imports: Imports,
    /// Whether it uses a library of graphs. Of other files only plain texts are noted.
    pub(super) marked: bool,
    /// Names and what they were given, by the class or function that they are in.
    pub(super) names: BTreeMap<String, Vec<(String, Value)>>,
    pub(super) functions: BTreeMap<String, Function>,
    pub(super) bases: BTreeMap<String, Vec<String>>,
    pub(super) builders: Vec<Builder>,
    /// Names of builders: within, name, where the builder starts.
    pub(super) bound: Vec<(String, String, usize)>,
    pub(super) calls: Vec<BuilderCall>,
    pub(super) noted: usize,
}

/// What a function says.
#[derive(Default)]
pub(super) struct Function {
    pub(super) returns: Vec<Value>,
    /// Where it says to go on, by `Command(goto=…)`.
    pub(super) goes: Vec<Value>,
    /// What its return type says, as written.
    pub(super) hint: String,
    /// Parameters that are builders.
    pub(super) builders: Vec<String>,
}

/// A builder that is made.
pub(super) struct Builder {
    pub(super) framework: &'static Framework,
    pub(super) start: usize,
    pub(super) line: u32,
    pub(super) within: String,
}

/// A call on a builder.
pub(super) struct BuilderCall {
    pub(super) root: Root,
    pub(super) action: Action,
    pub(super) given: Vec<Value>,
    pub(super) named: Vec<(String, Value)>,
    pub(super) loops: Vec<(Vec<String>, Value)>,
    pub(super) within: String,
    /// Where its name stands: chains are walked from their end.
    pub(super) at: usize,
    pub(super) line: u32,
}

/// What a chain of calls begins with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Root {
    Name(String),
    /// A builder made on the spot.
    At(usize),
}
