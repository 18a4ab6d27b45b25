//! What one file says that could matter to a graph.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    super::imports::ImportTable,
    dead_code::DeadCodeRanges,
    frameworks::{BuilderAction, GraphFramework},
    symbolic_value::SymbolicValue,
};

#[derive(Default)]
pub(super) struct GraphModule {
    pub(super) path: String,
    /// Its text, only while it builds a graph: its lines are pointed to.
    pub(super) text: String,
    pub(super) imports: ImportTable,
    /// Whether it uses a library of graphs. Of other files only plain texts are noted.
    pub(super) marked: bool,
    /// Names and what they were given, by the class or function that they are in.
    pub(super) names: BTreeMap<String, Vec<(String, SymbolicValue)>>,
    pub(super) functions: BTreeMap<String, FunctionSummary>,
    pub(super) bases: BTreeMap<String, Vec<String>>,
    pub(super) builders: Vec<GraphBuilder>,
    /// Names of builders: within, name, where the builder starts.
    pub(super) bound: Vec<(String, String, usize)>,
    pub(super) calls: Vec<BuilderCall>,
    pub(super) noted: usize,
    /// Which file it is, of all that were begun.
    pub(super) number: u32,
    /// What of it never runs.
    pub(super) idle: DeadCodeRanges,
    /// Functions and classes by their names with all that they lie in.
    pub(super) definitions: BTreeMap<String, CodeDefinition>,
    /// Names that each scope says.
    pub(super) says: BTreeMap<String, BTreeSet<String>>,
    /// Names that are used for more than to be given a value or to be filled, and in which scopes.
    pub(super) uses: BTreeMap<String, BTreeSet<String>>,
    /// Where the builders start that are compiled on the spot.
    pub(super) compiled: BTreeSet<usize>,
    /// Names said and used so far, and whether there were more than are kept.
    pub(super) said: usize,
    pub(super) used: usize,
    pub(super) crowded: bool,
}

impl GraphModule {
    /// What the function of a name says.
    pub(super) fn function(&mut self, name: &str) -> &mut FunctionSummary {
        self.functions.entry(name.to_owned()).or_default()
    }

    /// A name is given a value in a scope.
    pub(super) fn gives(&mut self, within: &str, name: String, value: SymbolicValue) {
        self.names.entry(within.to_owned()).or_default().push((name, value));
    }
}

#[derive(Debug, Default)]
pub(super) struct CodeDefinition {
    /// Whether others may come to it without a word: it is decorated, exported, or called by the
    /// language itself.
    pub(super) free: bool,
    /// Whether it is a class that inherits: what it inherits may call its methods.
    pub(super) inherits: bool,
    pub(super) class: bool,
}

#[derive(Default)]
pub(super) struct FunctionSummary {
    pub(super) returns: Vec<SymbolicValue>,
    /// Where it says to go on, by `Command(goto=…)`.
    pub(super) goes: Vec<SymbolicValue>,
    /// What its return type says, as written.
    pub(super) hint: String,
    pub(super) builders: Vec<String>,
}

pub(super) struct GraphBuilder {
    pub(super) framework: &'static GraphFramework,
    pub(super) start: usize,
    pub(super) line: u32,
    pub(super) within: String,
    /// What is called, such as `StateGraph`.
    pub(super) made: String,
    /// Whether nothing is done with what it makes.
    pub(super) bare: bool,
}

pub(super) struct BuilderCall {
    pub(super) root: CallChainRoot,
    pub(super) action: BuilderAction,
    pub(super) given: Vec<SymbolicValue>,
    pub(super) named: Vec<(String, SymbolicValue)>,
    pub(super) loops: Vec<(Vec<String>, SymbolicValue)>,
    pub(super) within: String,
    /// The branches that it lies in, from the outside in: where each choice begins, and its branch.
    pub(super) arms: Vec<(usize, usize)>,
    /// Where its name stands: chains are walked from their end.
    pub(super) at: usize,
    pub(super) line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CallChainRoot {
    Name(String),
    /// A builder made on the spot.
    At(usize),
}

/// A scope and all that it lies in, from the inside out; the file itself is the last.
pub(super) fn outward(scope: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(scope), |scope| {
        let outer = scope.rsplit_once('.').map_or("", |(outer, _)| outer);
        (!scope.is_empty()).then_some(outer)
    })
}
