//! Calls that ask a model, the texts that reach them, and the types that their answers are held to.
//!
//! A call asks a model if what it is a method of was made by a library of models: it is followed
//! through names, fields, functions and files. What is only handed in may be a model, and is not
//! taken for one.

mod file_notes;
mod model_libraries;
mod reach;

use std::collections::{BTreeMap, BTreeSet};

use jurat_model::LocatedValue;

use crate::facts::SyntaxFact;

pub(super) use reach::ModelReach;

/// Files, and things noted of all of them.
const MOST_FILES: usize = 5000;
const MOST_NOTED: usize = 400_000;

/// What an expression stands for, as written.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ValueOrigin {
    /// What is imported, in full, called or as it is.
    Imported(String),
    /// A name of the file, or a field of an object as `self.llm`.
    Name(String),
    /// What a function or class of this name gives.
    Called(String),
    /// One of these, or put together from them.
    Any(Vec<ValueOrigin>),
    Unknown,
}

/// An expression: what it stands for, and what it says.
#[derive(Debug, Clone)]
struct ExpressionNote {
    origin: ValueOrigin,
    /// Names that it says as values, and files that texts of it may name.
    names: BTreeSet<String>,
    /// Names that it says as they are, and does not call.
    handed: BTreeSet<String>,
    /// Functions and classes that it calls.
    called: BTreeSet<String>,
    /// Whether a text of it is the address of a server of models.
    endpoint: bool,
    lines: (u32, u32),
    file: usize,
    /// The function that it stands in.
    within: String,
}

/// A call that may ask a model.
#[derive(Debug)]
struct CallCandidate {
    fact: LocatedValue<SyntaxFact>,
    callee: CalledAs,
    arguments: ExpressionNote,
    receiver: Option<ExpressionNote>,
}

#[derive(Debug)]
enum CalledAs {
    /// A method by which models are asked.
    Method,
    /// A function that is imported, in full.
    Function(String),
    /// What a name stands for.
    Variable(String),
    /// A request over the net.
    Request,
}

#[derive(Default)]
pub(super) struct ModelCallCollector {
    /// Whether anybody asks for it.
    wanted: bool,
    paths: Vec<String>,
    /// Folders and files at the top, by which the repository's own code is imported.
    tops: BTreeSet<String>,
    /// What names are given: by file, function and name.
    given: BTreeMap<(usize, String, String), Vec<ExpressionNote>>,
    /// Where names are given at the top of a file, by name.
    at_top: BTreeMap<String, Vec<usize>>,
    /// What functions give back, by the last part of their names.
    returns: BTreeMap<String, Vec<ExpressionNote>>,
    /// What functions are given, by the last part of their names.
    passed: BTreeMap<String, Vec<ExpressionNote>>,
    /// Parameters of functions, by file, function and name.
    parameters: BTreeSet<(usize, String, String)>,
    /// What classes are based on, in full, by their names.
    classes: BTreeMap<String, Vec<String>>,
    candidates: Vec<CallCandidate>,
    noted: usize,
}

impl ModelCallCollector {
    pub(super) fn new(wanted: bool) -> Self {
        Self { wanted, ..Self::default() }
    }
}
