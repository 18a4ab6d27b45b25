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

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use audit_config::{AuditConfig, AuditOutcome, AuditStateError, ModelReview};
pub use formats::{AUDIT_FORMATS, AuditFormat, AuditTotals, AuditedState};
pub use parameters::{PARAMETERS, problem_lines};

use jurat_system::{ModelProvider, NoModelProvider, ServiceRegistry, System, WorkflowText};
use stages::{attached_audit, check, checklist, conclude, plan};

pub const SYSTEM: System = System {
    name: "pipeline_audit",
    channels: channels::ALL,
    workflows: &[WorkflowText {
        name: "pipeline_audit",
        text: include_str!("../workflows/pipeline_audit.json"),
    }],
    parameters: &[PARAMETERS],
    stages: table,
    report: None,
    demo: demo::DEMO,
};

/// From stage name to function.
fn table(services: &ServiceRegistry) -> Vec<StageSpec> {
    let models = || services.port::<dyn ModelProvider>(|| Arc::new(NoModelProvider));
    let (planning, asking) = (models(), models());
    vec![
        StageSpec::compute("pipeline_audit.check", check::check),
        StageSpec::wait("pipeline_audit.plan", move |ctx, with| {
            plan::plan(ctx, with, Arc::clone(&planning))
        }),
        StageSpec::wait("pipeline_audit.checklist", move |ctx, with| {
            checklist::checklist(ctx, with, Arc::clone(&asking))
        }),
        StageSpec::compute("pipeline_audit.conclude", conclude::conclude),
        StageSpec::compute("pipeline_audit.stage", attached_audit::audit_stage),
    ]
}
