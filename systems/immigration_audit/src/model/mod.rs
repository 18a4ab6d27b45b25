//! What an audit holds of a matter: files, fields with their places, histories, findings, and what is made of them. Plain
//! values; no rule.

mod assessment;
mod authority;
mod finding;
mod judgment;
mod matter_file;
mod partial_date;
mod people;
mod profile;
mod report;
mod score;
mod tier;
mod verification;

pub use assessment::{
    AdmissionFinding, EvidenceItem, EvidencePlan, EvidenceTier, PackAssessment,
    RequirementCheck, RequirementStanding, TriggerCheck,
};
pub use authority::{
    Authority, AuthoritySide, AuthoritySource, BenchStatistic, DetectiveFindings,
    PolicyCitation, ResearchNote, SimilarDecision,
};
pub use finding::{Finding, FindingCategory, FindingSeverity, FindingStanding};
pub use judgment::{
    AuditJudgment, ComplianceIssue, FinalRecommendation, GatekeeperReview, QualityCheck,
    VerdictStep, VerdictWord,
};
pub use matter_file::{
    FactPlace, FileStanding, FileWarning, FormIdentity, MatterFile, SuspectOrder,
};
pub use partial_date::PartialDate;
pub use people::{
    AuditedResult, CorrectedReading, PeopleRecord, PersonSignature, ProfileCorrection,
    QuestionAnswer, SignOffRecord, SignOffStanding,
};
pub use profile::{
    FieldReading, FieldValue, HistoryKind, HistoryRow, MatterProfile, ReadingMethod,
};
pub use report::{AuditReport, CaseSummary, FileCounts, TimelineEvent};
pub use score::{DefensibilityScore, ScoreChange, ScoreDimension, ScorePoint};
pub use tier::{AuditTier, TierLimits, WorkflowName};
pub use verification::{CitationVerification, VerificationRecord, VerificationStatus};
