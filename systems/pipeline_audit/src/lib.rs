//! Pipeline audit: the state of any RAG pipeline, checked after each of its stages.

pub mod audit;
mod audit_config;
pub mod builtin_files;
mod channels;
pub mod checks;
mod demo;
mod formats;
mod parameters;
pub(crate) mod stages;

pub use audit_config::{AuditConfig, AuditOutcome, AuditStateError, ModelReview};
pub use formats::{AUDIT_FORMATS, AuditFormat, AuditTotals, AuditedState, UnreadableState};
pub use parameters::{PARAMETERS, problem_lines};

use jurat_system::{System, WorkflowText};

pub const SYSTEM: System = System {
    name: "pipeline_audit",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "pipeline_audit",
        text: include_str!("../workflows/pipeline_audit.json"),
    }],
    parameters: &[PARAMETERS],
    stages: stages::table,
    audit_again: Some(stages::attached_audit::audit_again),
    report: None,
    demo: demo::DEMO,
};
