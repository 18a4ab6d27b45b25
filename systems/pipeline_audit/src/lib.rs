//! Pipeline audit: the state of any RAG pipeline, checked after each of its stages.

pub mod audit;
mod channels;
pub mod checks;
mod formats;
mod kit;
pub mod shipped;
pub(crate) mod stages;

use std::sync::Arc;

use jurat_engine::StageSpec;

pub use formats::{AUDIT_FORMATS, AuditFormat, AuditTotals, Audited};
pub use kit::{Examined, Kit, Opinions, Unread};

use jurat_system::{Models, NoModels, Services, System, WorkflowText};
use stages::{attached, check, checklist, conclude, plan};

/// The system.
pub const SYSTEM: System = System {
    name: "pipeline_audit",
    workflows: &[WorkflowText {
        name: "pipeline_audit",
        text: include_str!("../workflows/pipeline_audit.json"),
    }],
    stages: table,
    report: None,
};

/// From stage name to function.
fn table(services: &Services) -> Vec<StageSpec> {
    let models = || services.port::<dyn Models>(|| Arc::new(NoModels));
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
        StageSpec::compute("pipeline_audit.stage", attached::audit_stage),
    ]
}
