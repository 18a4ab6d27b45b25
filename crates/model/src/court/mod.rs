//! A court over a repository and its paper, as data: facts and where they lie, the rubric, what
//! checks came to, opinions, verdicts.
//!
//! Key names that others read are those of public rubrics and reports. Nothing here decides.

mod check;
mod docket;
mod evidence;
mod graph;
mod history;
mod opinion;
mod paper;
mod pointer;
mod result;
mod rubric;
pub mod rules;
mod security;
mod syntax;
mod tree;

pub use check::{
    Aspect, Check, CheckOutcome, CheckResult, CheckSeverity, ClaimMeasure, DiagramMeasure,
    DocMeasure, Expect, FileMeasure, GitMeasure, Given, GraphMeasure, OnMissing, Query,
    TextSelector,
};
pub use docket::{Answered, Availability, HeldBlob, RepoIndex, Submission};
pub use evidence::{Evidence, EvidenceId, Evidences, Fact, FactKind};
pub use graph::{Edge, EdgeKind, Graph, Node};
pub use history::{Commit, CommitKind, History};
pub use opinion::{CitationCheck, Opinion, OutOfRange, Persona, RubricScore};
pub use paper::{
    CheckedClaim, Claim, ClaimStatus, DiagramMatch, Figure, Heading, Label, LabelSource, Order,
    Paper, PaperFacts, PictureFact, Tense, Term,
};
pub use pointer::{Area, Artifact, Lines, Located, Pointer};
pub use result::{
    AuditReport, CourtVerdict, CriterionResult, Overall, Place, Remediation, RuleFired,
};
pub use rubric::{
    AppliesWhen, Criterion, Level, PersonaLogic, PersonaWeights, Rubric, RubricNote,
    RuleSetting, Scale, Synthesis, Target,
};
pub use security::{Exposure, SecurityFinding, SecuritySeverity};
pub use syntax::{AstKind, AstQuery, Selected, Symbol, SyntaxFact};
pub use tree::{FileFact, FileMode, FileRole, RepoFacts, RepoIdentity, Skipped};
