//! What a paper about a repository says and shows.

use jurat_canon::Hash;
use jurat_model::LocatedValue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which paper it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperIdentity {
    /// Its file name.
    pub name: String,
    /// BLAKE3 of its bytes.
    #[schemars(with = "String")]
    pub source: Hash,
    /// BLAKE3 of the text that was read.
    #[schemars(with = "String")]
    pub rendition: Hash,
    /// Its pages, 0 where the format has none.
    pub pages: u32,
    /// Pages that could not be read.
    pub unreadable: Vec<u32>,
    /// Words that were read.
    pub words: u64,
}

/// What the text of a paper says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaperFacts {
    pub headings: Vec<LocatedValue<PaperHeading>>,
    /// Terms that the rubric asks for, wherever they stand.
    pub terms: Vec<LocatedValue<PaperTerm>>,
    /// What it claims of files and names.
    pub claims: Vec<LocatedValue<PaperClaim>>,
    /// Orders to whoever reads it, hidden text among them.
    pub orders: Vec<LocatedValue<InjectedInstruction>>,
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperHeading {
    /// Its words.
    pub text: String,
    /// 1 for the highest.
    pub level: u8,
}

/// A term in its paragraph.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperTerm {
    /// As the rubric writes it.
    pub term: String,
    /// The heading above.
    pub section: String,
    /// Whether what stands near it explains: it says what is done to what, why or by which code,
    /// in more than catchwords and repetition.
    pub substantive: bool,
    /// Paths and identifiers that the paragraph names.
    pub names: Vec<String>,
}

/// A claim that a file or a name is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PaperClaim {
    /// The path or identifier, as written without its quotes.
    pub name: String,
    /// Whether it is a path; else it is an identifier.
    pub is_path: bool,
    /// The path that the same sentence names beside an identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<String>,
    /// The same with or without its hyphen, where the end of a line broke it: nobody can tell whose
    /// the hyphen is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// How it is spoken of.
    pub tense: ClaimTense,
}

/// How a claim is spoken of.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClaimTense {
    /// It is there.
    Claimed,
    /// It is to come: will, planned, proposed, to do.
    Planned,
    /// It is an example, or somebody else's.
    Example,
    /// It is said not to be there, or to have been removed.
    Denied,
    /// It is said to come out of a run: a report, a log, a file that is generated.
    Produced,
}

/// What became of a claim when it was held against the repository.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ClaimStatus {
    /// It is there, and does something.
    Verified,
    /// It is there, and empty.
    Hollow,
    /// It is not there.
    Missing,
    /// It is not there, and was not said to be yet.
    Planned,
    /// It is an example, was said not to be there, or comes out of a run.
    Aside,
    /// Nobody can tell: what was not looked into may hold it.
    Untold,
}

/// A claim held against the repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CheckedClaim {
    /// The evidence of the claim.
    pub claim: String,
    /// The path or identifier.
    pub name: String,
    /// What became of it.
    pub status: ClaimStatus,
    /// The file, where there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// An order in a text that was only to be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InjectedInstruction {
    /// The words.
    pub words: String,
    /// Why it is taken for one.
    pub why: String,
    /// Whether a person would not see it.
    pub hidden: bool,
}

/// A figure held against the graph of the code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DiagramMatch {
    /// The evidence of the figure.
    pub figure: String,
    /// The evidence of the graph.
    pub graph: String,
    /// Nodes of the code that the figure shows.
    pub shown: Vec<String>,
    /// Nodes of the code that it does not.
    pub left_out: Vec<String>,
    /// Labels that look like nodes and are none in the code.
    pub invented: Vec<String>,
    /// Rows of the figure that the code indeed runs beside each other.
    pub parallel: Vec<Vec<String>>,
    /// Rows that it does not.
    pub not_parallel: Vec<Vec<String>>,
}
