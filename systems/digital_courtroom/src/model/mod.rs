//! A court over a repository and its paper, as data: evidence, the rubric, what checks came to,
//! opinions, verdicts. Facts of the code are [`jurat_code::facts`].
//!
//! Key names that others read are those of public rubrics and reports. Nothing here decides.

mod audit_report;
mod check;
mod evidence;
mod opinion;
mod paper;
mod rubric;
mod submission;
pub mod synthesis_rules;

pub use audit_report::{
    AuditReport, CourtVerdict, CriterionRemediation, CriterionResult, OverallResult,
    RemediationFile, RuleFired,
};
pub use check::{
    CheckAspect, CheckOutcome, CheckPrecondition, CheckResult, CheckSeverity, ClaimMeasure,
    DiagramMeasure, DocMeasure, ExpectedRange, FileMeasure, GitMeasure, GraphMeasure,
    MeasureBase, OnMissing, RubricCheck, RubricQuery, TextSelector, UnassessedReason,
};
pub use evidence::{Evidence, EvidenceFact, EvidenceId, EvidenceSet, FactKind};
pub use opinion::{CitationCheck, Opinion, OutOfRange, Persona, RubricScore};
pub use paper::{
    CheckedClaim, ClaimStatus, ClaimTense, DiagramMatch, InjectedInstruction, PaperClaim,
    PaperFacts, PaperHeading, PaperIdentity, PaperTerm,
};
pub use rubric::{
    AppliesWhen, Criterion, CriterionTarget, PersonaLogic, PersonaWeights, Rubric, RubricLevel,
    RubricNote, RubricScale, RubricSynthesis, RuleSetting,
};
pub use submission::{ArtifactAvailability, CheckAnswer, RepoIndex, Submission, UnreadGroup};
