//! An orchestration graph as code builds it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A graph of agents or steps. The first eight keys are those that public auditors use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[expect(clippy::struct_excessive_bools, reason = "the keys are prescribed")]
pub struct OrchestrationGraph {
    /// Whether a graph builder is made.
    pub has_state_graph: bool,
    /// Whether edges are added by a call.
    pub has_add_edge: bool,
    /// Whether one node leads to several at once.
    pub has_fan_out: bool,
    /// Whether several branches meet in one node before anything goes on.
    pub has_evidence_aggregator: bool,
    /// Whether two or more judges run beside each other.
    pub has_parallel_judges: bool,
    /// The nodes, in order of their names.
    pub node_names: Vec<String>,
    /// Edges added by a plain call.
    pub edge_count: u32,
    /// A sentence for the report.
    pub details: String,
    /// The library: `langgraph`, `pydantic_graph`, `petgraph`, ….
    pub framework: String,
    /// How often conditional edges are added.
    pub conditional_count: u32,
    /// The nodes with their lines.
    pub nodes: Vec<OrchestrationNode>,
    /// Every edge that can be told, plain, conditional and by sends.
    pub edges: Vec<OrchestrationEdge>,
    /// Routes that could not be told from the code, in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unresolved: Vec<String>,
    /// Why it never runs, in words; nothing where it may. A graph that never runs is shown, and
    /// is none that the code builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unreached: Option<String>,
    /// Why nobody can tell that it runs, in words: nothing that was read calls it. Such a graph is
    /// neither there nor absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doubted: Option<String>,
}

impl OrchestrationGraph {
    /// Whether it is one that the code builds and comes to.
    pub const fn counts(&self) -> bool {
        self.unreached.is_none() && self.doubted.is_none()
    }
}

/// Why a node does nothing that only sets fields of the state to nothing or to the time: beside others that work
/// it makes room for them.
pub const CLEARS: &str = "sets fields to nothing or to the time";

/// Why a node does nothing that picks one of its own constants by a plain look at what it is given: in a
/// graph most of whose nodes do nothing it is one of them, beside others that work it is a step.
pub const CHOOSES: &str = "chooses between constants";

/// A node.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct OrchestrationNode {
    /// Its name in the graph.
    pub name: String,
    /// The function behind it, where it can be told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The line where it is added.
    pub line: u32,
    /// Why it does nothing, in words: `returns a constant`. Nothing where it does something, or
    /// where nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hollow: Option<String>,
    /// Whether a call of a model can be reached from it; nothing where nobody can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks_model: Option<bool>,
    /// Whether nobody can tell what stands behind it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untold: bool,
}

/// An edge. `START` and `END` are names like others.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct OrchestrationEdge {
    /// From which node.
    pub from: String,
    /// To which.
    pub to: String,
    /// How.
    pub kind: EdgeKind,
    /// The line that says so.
    pub line: u32,
    /// Whether it is taken any number of times at once: a send for each part of something.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub many: bool,
}

/// How an edge is taken.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum EdgeKind {
    /// Always.
    Plain,
    /// One of several, by a router.
    Conditional,
    /// With others at the same time, by a router that returns a list of sends.
    Send,
}

/// A library of agents or models that code imports.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub struct AgentLibrary {
    /// As it is imported: `crewai`.
    pub name: String,
    /// What it is for.
    pub sort: LibrarySort,
}

/// What a library of agents or models is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySort {
    /// Graphs of steps, which are read.
    Graphs,
    /// Agents or flows, which are not read: what they do beside each other is not known.
    Agents,
    /// Models that are asked.
    Models,
}
