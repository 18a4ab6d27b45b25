//! What code says, taken out of its syntax tree, and how a rubric asks for it.

use jurat_model::LocatedValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something in code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", tag = "is")]
pub enum SyntaxFact {
    /// A class, struct, trait, interface.
    Class {
        /// Its name.
        name: String,
        /// What it inherits from, implements or derives.
        bases: Vec<String>,
        /// Its fields with their types, as `score: int`.
        fields: Vec<String>,
    },
    /// A function or method.
    Function {
        /// Its name; a method's with its class, as `Store.load`.
        name: String,
        /// Its parameters.
        parameters: Vec<String>,
        /// Decorators, attributes, annotations.
        decorators: Vec<String>,
        /// Why it does nothing, in words; nothing where it does something.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hollow: Option<String>,
    },
    /// A call.
    Call {
        /// What is called, with imports resolved: `subprocess.run`, `builder.add_edge`.
        callee: String,
        /// Positional arguments as written, cut short.
        arguments: Vec<String>,
        /// Named arguments as `shell=True`.
        keywords: Vec<String>,
        /// The function that it stands in; empty at the top.
        within: String,
    },
    /// An import.
    Import {
        /// What is imported, in full: `langgraph.graph.StateGraph`.
        name: String,
    },
    /// A type annotation.
    Annotation {
        /// What is annotated: `AgentState.evidences`.
        target: String,
        /// The type as written: `Annotated[dict, operator.ior]`.
        text: String,
    },
    /// A text constant of twenty words or more: a prompt, a template.
    Text {
        /// What holds it: a variable, a function, a key.
        name: String,
        /// Its words, cut short.
        text: String,
    },
}

/// Which sort of fact.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AstKind {
    /// [`SyntaxFact::Class`].
    Class,
    /// [`SyntaxFact::Function`].
    Function,
    /// [`SyntaxFact::Call`].
    Call,
    /// [`SyntaxFact::Import`].
    Import,
    /// [`SyntaxFact::Annotation`].
    Annotation,
    /// [`SyntaxFact::Text`].
    Text,
}

/// What a rubric asks of code. Every list that is not empty must be satisfied by one of its
/// patterns; `*` in a pattern stands for anything, and letters match in any case only where the
/// pattern is written small.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a key of a rubric of its own")]
pub struct AstQuery {
    /// Which sort of fact; not needed with `tree`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub find: Option<AstKind>,
    /// Names, callees, imported names, annotated targets, holders of texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub name: Vec<String>,
    /// Bases of a class.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub base: Vec<String>,
    /// Positional arguments, or named ones as `shell=True`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub argument: Vec<String>,
    /// What an annotation or a text says, a field of a class, a decorator.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub text: Vec<String>,
    /// Paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<String>,
    /// Languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub language: Vec<String>,
    /// Whether functions count only if they do something: one that gives back a constant, its
    /// argument or nothing does not.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub substantive: bool,
    /// Whether imports count only if they are of what others made: neither of the language's own
    /// library nor of this repository. Each library counts once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub of_others: bool,
    /// Whether only that counts which has to do with asking a model: a call that asks one, a text
    /// that reaches such a call, a class that is handed to one for its answer.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reaches_model: bool,
    /// Whether tests, examples and code of others count too.
    #[serde(default)]
    pub everywhere: bool,
    /// A query in tree-sitter's own form; its first capture is the fact. One language must be named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// Of what `tree` finds, nothing counts that stands under such a comment, or begins with one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unless_above: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AstSelection {
    /// How many there are.
    pub total: u64,
    /// The first of them, by path and line.
    pub facts: Vec<LocatedValue<SyntaxFact>>,
    /// The first of those that would fit but do nothing, where only what does something counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hollow: Vec<LocatedValue<SyntaxFact>>,
    /// Why the query could not be run, where it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// A name that is defined somewhere.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct SymbolDefinition {
    /// Without its module: `AgentState`, `Store.load`.
    pub name: String,
    /// The file.
    pub path: String,
    /// The line.
    pub line: u32,
}
