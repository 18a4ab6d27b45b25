//! A court over a repository and its paper, as data: facts and where they lie, the rubric, what
//! checks came to, opinions, verdicts.
//!
//! Key names that others read are those of public rubrics and reports. Nothing here decides.

mod audit_report;
mod check;
mod evidence;
mod evidence_location;
mod graph;
mod history;
mod opinion;
mod paper;
mod repo_facts;
mod rubric;
mod security;
mod submission;
mod syntax;
pub mod synthesis_rules;

pub use audit_report::{
    AuditReport, CourtVerdict, CriterionRemediation, CriterionResult, OverallResult,
    RemediationFile, RuleFired,
};
pub use check::{
    CheckAspect, CheckOutcome, CheckPrecondition, CheckResult, CheckSeverity, ClaimMeasure,
    DiagramMeasure, DocMeasure, ExpectedRange, FileMeasure, GitMeasure, GraphMeasure,
    OnMissing, RubricCheck, RubricQuery, TextSelector,
};
pub use evidence::{Evidence, EvidenceFact, EvidenceId, EvidenceSet, FactKind};
pub use evidence_location::{
    EvidenceLocation, LineRange, LocatedValue, PageBoundingBox, SubmissionArtifact,
};
pub use graph::{EdgeKind, OrchestrationEdge, OrchestrationGraph, OrchestrationNode};
pub use history::{CommitFact, CommitHistory, CommitKind};
pub use opinion::{CitationCheck, Opinion, OutOfRange, Persona, RubricScore};
pub use paper::{
    CheckedClaim, ClaimStatus, ClaimTense, DiagramMatch, FigureLabel, InjectedInstruction,
    LabelSource, PaperClaim, PaperFacts, PaperFigure, PaperHeading, PaperIdentity, PaperTerm,
    PictureFact,
};
pub use repo_facts::{FileFact, FileMode, FileRole, RepoFacts, RepoIdentity, SkippedFile};
pub use rubric::{
    AppliesWhen, Criterion, CriterionTarget, PersonaLogic, PersonaWeights, Rubric, RubricLevel,
    RubricNote, RubricScale, RubricSynthesis, RuleSetting,
};
pub use security::{FindingExposure, SecurityFinding, SecuritySeverity};
pub use submission::{ArtifactAvailability, CheckAnswer, HeldBlob, RepoIndex, Submission};
pub use syntax::{AstKind, AstQuery, AstSelection, SymbolDefinition, SyntaxFact};
