//! The audit of a pipeline's state: read it, run the checks, say what follows.
//!
//! Pure: time comes in through a [`AuditStopwatch`], files and models do not come in at all.

pub mod content_words;
mod enforce;
pub(crate) mod expected_provision;
pub(crate) mod held_claims;
mod input_problem;
mod issue_code;
mod joined_documents;
mod log_line;
mod mapping;
pub(crate) mod model_flags;
pub mod plan;
mod policy;
pub(crate) mod prompt_context;
mod provision_headings;
pub(crate) mod provisions;
mod risk;
mod run;
mod severe_issues;
mod state;
mod subject;
mod subject_views;
pub(crate) mod urls;

pub use enforce::{enforce, retry_due};
pub use input_problem::{InputProblem, InvalidInputError};
pub use issue_code::IssueCode;
pub use log_line::compact;
pub use mapping::{
    BlockFields, MappedPart, MappingDetectError, MetaFields, SourceFields, StateMapping,
    StatePointer, detect, of_logged_call,
};
pub use model_flags::admitted;
pub use policy::{
    AuditAllowlist, AuditModes, AuditPolicy, AuditThresholds, AuditTiming, BlockBounds,
    ChecklistBudget, CountBound, PlanPolicy, ReadabilityLimits, RiskWeights, StageModes,
    StateReadLimits, UncheckedAnswer,
};
pub use provisions::ProvisionMention;
pub use risk::{risk, wants_model};
pub use run::{AuditStopwatch, audit};
pub use subject::{
    AnswerBlocks, AnswerDraft, AuditSubject, AuditedHit, BlockItem, DraftForm, LegalBasis,
    PipelineMeta, StateText,
};
