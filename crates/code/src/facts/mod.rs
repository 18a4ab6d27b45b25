//! What is found in a repository, as data: facts and where they lie. Nothing here decides.

mod graph;
mod history;
mod repo_facts;
mod security;
mod syntax;

pub use graph::{
    AgentLibrary, CHOOSES, CLEARS, EdgeKind, LibrarySort, OrchestrationEdge,
    OrchestrationGraph, OrchestrationNode,
};
pub use history::{CommitFact, CommitHistory, CommitKind};
pub use repo_facts::{
    FileFact, FileMode, FileRole, HeldBlob, RepoFacts, RepoIdentity, SkippedFile,
    UncheckedTests,
};
pub use security::{FindingExposure, SecurityFinding, SecuritySeverity};
pub use syntax::{AstKind, AstQuery, AstSelection, SymbolDefinition, SyntaxFact};
