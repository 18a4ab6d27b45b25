//! What the detective found: decisions, guidance, notes, each with its words and where they stand.

use jurat_model::ByteSpan;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What research returns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DetectiveFindings {
    pub case_law: Vec<Authority>,
    pub policy_citations: Vec<PolicyCitation>,
    pub research_notes: Vec<ResearchNote>,
    /// From Pro on.
    pub similar: Vec<SimilarDecision>,
    pub judges: Vec<BenchStatistic>,
}

/// A decision that is cited for something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Authority {
    /// As it is cited: `2019 FC 1234`.
    pub citation: String,
    pub style: String,
    pub court: String,
    pub date: String,
    /// The trigger, rule or requirement that it is cited for.
    pub cited_for: String,
    pub side: AuthoritySide,
    pub source: AuthoritySource,
    /// The words relied on, as they stand there.
    pub quote: String,
    pub paragraph: Option<u32>,
    /// The hash of the text that the quote is out of.
    pub text_hash: String,
    /// Bytes of the quote in that text.
    pub span: Option<ByteSpan>,
    /// From 0 to 1.
    pub confidence: f64,
}

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum AuthoritySide {
    ForUs,
    AgainstUs,
    /// It states the test, for nobody.
    States,
}

/// Where an authority came from: services before the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AuthoritySource {
    /// `caselaw`, `authority_table`, `model` …
    pub service: String,
    /// The pack or table, with its version and day.
    pub basis: String,
    pub as_of: String,
}

/// Guidance: a manual or help page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PolicyCitation {
    pub document: String,
    pub section: String,
    pub quote: String,
    pub cited_for: String,
    pub source: AuthoritySource,
    pub text_hash: String,
    pub span: Option<ByteSpan>,
    pub confidence: f64,
}

/// What was looked for, and what came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResearchNote {
    pub service: String,
    pub query: String,
    /// `found`, `empty`, `outside_coverage`, `service_failed`; `replaced` where it is a citation whose place another took.
    pub outcome: String,
    pub words: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SimilarDecision {
    pub citation: String,
    pub why: Vec<String>,
    pub outcome: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BenchStatistic {
    pub judge: String,
    pub decisions: u32,
    pub allowed: u32,
    /// Bounds of the share allowed, at 95 %.
    pub interval: (f64, f64),
    pub warning: String,
}
