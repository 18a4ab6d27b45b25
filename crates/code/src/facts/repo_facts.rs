//! What a repository holds, and all that was found in it.

use jurat_model::LocatedValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    AgentLibrary, AstSelection, CommitHistory, OrchestrationGraph, SecurityFinding,
    SymbolDefinition,
};

/// Which repository it was, at which commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RepoIdentity {
    /// As it was given, without user names and passwords.
    pub address: String,
    /// The commit that was looked at, in full; none for a plain folder or archive.
    pub commit: Option<String>,
    /// The branch, where there is one.
    pub branch: Option<String>,
    /// What was given: `url`, `path`, `bundle`, `archive`, `folder`.
    pub form: String,
}

/// What sort of entry a path is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FileMode {
    /// A file.
    Regular,
    /// A file that may be executed.
    Executable,
    /// A link: its text is where it points. It is never followed.
    Symlink,
    /// Another repository. It is never fetched.
    Submodule,
}

/// What a file is for.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum FileRole {
    /// The product.
    Product,
    /// Tests and their fixtures: these do not count as the product.
    Test,
    /// Examples and samples.
    Example,
    /// Documentation.
    Docs,
    /// Settings and manifests.
    Config,
    /// Code of others, carried along.
    Vendored,
    /// Made by a program.
    Generated,
    /// Neither text nor code.
    Binary,
}

/// One file of a repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileFact {
    /// From the root, parted by `/`. Bytes that are no UTF-8 are shown as `\xNN`.
    pub path: String,
    /// The id that git gives its bytes.
    pub blob: String,
    /// Bytes.
    pub size: u64,
    /// What it is for.
    pub role: FileRole,
    /// What sort of entry it is.
    pub mode: FileMode,
    /// The language, as `python`; nothing where it is none that we read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// Lines with code on them: no blank ones, no comments, no bare docstrings. Of other text,
    /// lines that are not blank.
    pub code_lines: u32,
    /// Whether it pretends: it is there, but does nothing (empty, comments alone, bodies that only
    /// pass or raise `NotImplementedError`, imports alone in a file that is no package marker).
    pub hollow: bool,
    /// Of tests in a language that is read: that nothing in it was seen that could fail. Nothing where
    /// something was, and of all other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<UncheckedTests>,
}

/// What a file of tests does that checks nothing which was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum UncheckedTests {
    /// It holds no test, or tests that neither call anything nor can fail: it prints, measures or prepares something.
    NoTest,
    /// It holds tests that run something; what they call may check it.
    RunsOnly,
}

/// A file that was not looked into, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SkippedFile {
    /// Which.
    pub path: String,
    /// Why, in words.
    pub why: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RepoFacts {
    pub identity: RepoIdentity,
    /// Its history; none where it came without one.
    pub history: Option<CommitHistory>,
    /// Every file, by path.
    pub files: Vec<FileFact>,
    /// What is defined where, by name and place.
    pub symbols: Vec<SymbolDefinition>,
    /// Orchestration graphs that the code builds; empty where it builds none.
    pub graphs: Vec<LocatedValue<OrchestrationGraph>>,
    /// Security findings, by place.
    pub findings: Vec<LocatedValue<SecurityFinding>>,
    /// Libraries of agents and models that the product imports, each where it first does.
    pub libraries: Vec<LocatedValue<AgentLibrary>>,
    /// What each query selected, in the order of the queries.
    pub selected: Vec<AstSelection>,
    /// Names that code says, in their order.
    #[serde(default)]
    pub names: Vec<String>,
    /// Texts that speak to whoever reads by machine, such as `ignore your rubric`.
    pub addressed: Vec<LocatedValue<String>>,
    pub skipped: Vec<SkippedFile>,
    /// What a limit cut off, in words.
    pub cut: Vec<String>,
    /// The texts of files that anything above points into, for the bundle.
    pub held: Vec<HeldBlob>,
}

/// The text of a file that evidence points into, carried so that it can be read again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldBlob {
    /// The id that git gives its bytes.
    pub blob: String,
    pub path: String,
    /// Its bytes, which are UTF-8.
    pub text: String,
}
